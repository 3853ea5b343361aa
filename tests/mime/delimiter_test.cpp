// SPDX-License-Identifier: MIT
#include "mime/delimiter.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "support/files.h"

using namespace basewalk;
using mime::OpenBoundaries;

namespace {

constexpr std::size_t npos = std::string_view::npos;

// By its definition.
std::size_t find_dashes_plainly(std::string_view bytes, std::size_t from) {
  for (std::size_t i = std::max<std::size_t>(from, 1); i + 1 < bytes.size(); ++i)
    if ((bytes[i - 1] == '\n' || bytes[i - 1] == '\r') && bytes[i] == '-' && bytes[i + 1] == '-')
      return i;
  return npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(delimiter)

BOOST_AUTO_TEST_CASE(finds_dashes_at_every_place) {
  for (std::size_t size = 0; size < 110; ++size) {
    for (std::size_t at = 0; at + 3 <= size; ++at) {
      std::string text(size, 'x');
      text.replace(at, 3, "\n--");
      const test::ExactCopy copy(text);
      if (mime::find_dashes(copy.view(), 0) != at + 1) BOOST_ERROR("size " << size << " at " << at);
      if (mime::find_dashes(copy.view(), at + 2) != npos) BOOST_ERROR("found again");
    }
  }
}

BOOST_AUTO_TEST_CASE(both_searches_agree_with_the_plain_one) {
  constexpr std::string_view kAlphabet = "\n\r--x";
  std::uint32_t state = 7;
  auto next = [&](std::uint32_t below) {
    state = state * 1664525 + 1013904223;
    return (state >> 16) % below;
  };
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const std::uint32_t size = next(200);
    for (std::uint32_t i = 0; i < size; ++i)
      text += next(3) == 0 ? kAlphabet[next(kAlphabet.size())] : 'x';
    const test::ExactCopy copy(text);
    const std::size_t from = next(size + 2);
    const std::size_t wanted = find_dashes_plainly(copy.view(), from);
    BOOST_REQUIRE_EQUAL(mime::find_dashes(copy.view(), from), wanted);
    BOOST_REQUIRE_EQUAL(mime::find_dashes_portable(copy.view(), from), wanted);
  }
}

BOOST_AUTO_TEST_CASE(matches_the_innermost_of_equal_boundaries) {
  OpenBoundaries open;
  open.push("b", 0);
  open.push("c", 1);
  open.push("b", 2);
  BOOST_TEST(open.match("b").owner == 2U);
  BOOST_TEST(!open.match("b").close);
  BOOST_TEST(open.match("b--").owner == 2U);
  BOOST_TEST(open.match("b--").close);
  open.pop();
  BOOST_TEST(open.match("b").owner == 0U);
  BOOST_TEST(open.match("c--").owner == 1U);
  BOOST_TEST(open.match("bc").owner == OpenBoundaries::kNobody);
  BOOST_TEST(open.match("").owner == OpenBoundaries::kNobody);
  BOOST_TEST(open.match("--").owner == OpenBoundaries::kNobody);
}

BOOST_AUTO_TEST_CASE(prefers_the_inner_reading_of_final_dashes) {
  OpenBoundaries open;
  open.push("b--", 0);
  open.push("b", 1);
  BOOST_TEST(open.match("b--").owner == 1U);
  BOOST_TEST(open.match("b--").close);
  OpenBoundaries other;
  other.push("b", 0);
  other.push("b--", 1);
  BOOST_TEST(other.match("b--").owner == 1U);
  BOOST_TEST(!other.match("b--").close);
}

BOOST_AUTO_TEST_CASE(finds_each_of_many_boundaries) {
  OpenBoundaries open;
  std::vector<std::string> names;
  for (int i = 0; i < 5000; ++i) names.push_back("boundary" + std::to_string(i));
  for (std::uint32_t i = 0; i < names.size(); ++i) open.push(names[i], i);
  for (std::uint32_t i = 0; i < names.size(); ++i) BOOST_REQUIRE_EQUAL(open.find(names[i]), i);
  for (std::uint32_t i = 5000; i-- > 0;) {
    BOOST_REQUIRE_EQUAL(open.find(names[i]), i);
    open.pop();
    BOOST_REQUIRE_EQUAL(open.find(names[i]), OpenBoundaries::kNobody);
  }
  BOOST_TEST(open.empty());
}

BOOST_AUTO_TEST_SUITE_END()
