// SPDX-License-Identifier: MIT
#include "output/range_records.h"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace basewalk;
using namespace basewalk::output;
using archive::Trouble;

namespace {

std::string text_of(const Range& range) {
  std::string out;
  append_range_as_text(range, out);
  return out;
}
std::string json_of(const Range& range) {
  std::string out;
  append_range_as_json(range, out);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(range_records)

BOOST_AUTO_TEST_CASE(what_was_read_is_told_with_its_kind_and_its_messages) {
  Range range{"box", RangeState::read, 0, 100, "mbox", 2, {}, ""};
  BOOST_TEST(text_of(range) == "read\t0\t100\tbox\tmbox, 2 messages\n");
  BOOST_TEST(json_of(range) ==
             R"({"kind":"range","source":"box","state":"read","extent_begin":0,"extent_bytes":100,)"
             R"("content":"mbox","messages":2,"code":null,"text":""})"
             "\n");
  range.messages = 1;
  BOOST_TEST(text_of(range) == "read\t0\t100\tbox\tmbox, 1 message\n");
  range.messages.reset();
  BOOST_TEST(text_of(range) == "read\t0\t100\tbox\tmbox\n");
  range.kind.reset();
  BOOST_TEST(text_of(range) == "read\t0\t100\tbox\t\n");
}

BOOST_AUTO_TEST_CASE(what_was_not_is_told_with_the_reason) {
  const Range range{"a\tb", RangeState::failed, {}, {}, "zip", 3, Trouble::damaged, "cut\noff"};
  BOOST_TEST(text_of(range) ==
             "failed\t-\t-\ta\\tb\t[" + std::string(name(Trouble::damaged)) + "] cut\\noff\n");
  BOOST_TEST(json_of(range) ==
             R"({"kind":"range","source":"a\tb","state":"failed","extent_begin":null,)"
             R"("extent_bytes":null,"content":"zip","messages":3,"code":")" +
                 std::string(name(Trouble::damaged)) + R"(","text":"cut\noff"})" + "\n");
}

BOOST_AUTO_TEST_CASE(a_trouble_says_what_became_of_the_bytes) {
  for (std::size_t i = 0; i <= static_cast<std::size_t>(Trouble::again); ++i) {
    const auto trouble = static_cast<Trouble>(i);
    const RangeState wanted = archive::is_skip(trouble)      ? RangeState::skipped
                              : trouble == Trouble::doubtful ? RangeState::doubtful
                                                             : RangeState::failed;
    BOOST_TEST((state_of(trouble) == wanted), name(trouble));
  }
  BOOST_TEST(name(RangeState::read) == "read");
  BOOST_TEST(name(RangeState::skipped) == "skipped");
  BOOST_TEST(name(RangeState::doubtful) == "doubtful");
  BOOST_TEST(name(RangeState::failed) == "failed");
}

BOOST_AUTO_TEST_SUITE_END()
