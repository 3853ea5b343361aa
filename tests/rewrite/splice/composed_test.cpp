// SPDX-License-Identifier: MIT
//
// Two rounds of splices as one: the same as one after the other.
#include "rewrite/splice/composed.h"

#include <boost/test/unit_test.hpp>

#include "rewrite/random.h"

using namespace basewalk::rewrite;
using basewalk::test::Random;

namespace {

// Sorted, not overlapping; adjacent ones, empty ones and pure insertions among them.
std::vector<Splice> some_splices(Random& random, std::size_t size) {
  std::vector<Splice> splices;
  std::size_t at = 0;
  for (std::size_t i = random.below(6); i > 0 && at <= size; --i) {
    const std::size_t begin = at + random.below(std::min<std::size_t>(size - at, 5) + 1);
    const std::size_t end = begin + random.below(std::min<std::size_t>(size - begin, 4) + 1);
    splices.push_back({begin, end, std::string(random.below(4), static_cast<char>('A' + i))});
    at = end;
  }
  return splices;
}

std::string made(const std::string& text, const std::vector<Splice>& splices) {
  std::string out;
  append_spliced(text, splices, out);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(composed)

BOOST_AUTO_TEST_CASE(is_one_round_after_the_other) {
  Random random(7);
  std::size_t changed = 0;
  for (int i = 0; i < 100'000; ++i) {
    std::string text;
    for (std::size_t j = random.below(20); j > 0; --j) text += static_cast<char>('a' + j);
    const std::vector<Splice> first = some_splices(random, text.size());
    const std::string between = made(text, first);
    const std::vector<Splice> second = some_splices(random, between.size());
    const FirstRound round(text, first);
    const std::vector<Splice> both = round.followed_by(second);
    BOOST_TEST_REQUIRE(made(text, both) == made(between, second));
    std::size_t behind = 0;
    for (const Splice& each : both) {
      BOOST_TEST_REQUIRE(each.begin >= behind);
      BOOST_TEST_REQUIRE(each.end >= each.begin);
      behind = each.end;
    }
    BOOST_TEST_REQUIRE(behind <= text.size());
    changed += first.empty() || second.empty() ? 0 : 1;
    // A byte that the first round leaves stands where it stood.
    std::size_t last = 0;
    for (std::size_t at = 0; at < between.size(); ++at) {
      const std::size_t place = round.place_before(at);
      BOOST_TEST_REQUIRE(place >= last);
      if (between[at] >= 'a') BOOST_TEST_REQUIRE(text[place] == between[at]);
      last = place;
    }
    BOOST_TEST_REQUIRE(round.place_before(between.size()) <= text.size());
  }
  BOOST_TEST(changed > 50'000U);
}

BOOST_AUTO_TEST_SUITE_END()
