// SPDX-License-Identifier: MIT
#include "output/branches.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk::output;

namespace {

// A tree of lines at these depths, as it is drawn.
std::string drawn(const std::vector<std::size_t>& depths, Style style) {
  Branches branches;
  for (const std::size_t depth : depths) branches.add(depth);
  branches.finish();
  std::string out;
  for (const std::size_t depth : depths) {
    branches.append_next(style, out);
    out += std::to_string(depth) + "\n";
  }
  return out;
}

Style ascii() {
  Style style;
  style.branch = "|- ", style.last = "`- ", style.bar = "|  ", style.gap = "   ";
  return style;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(branches)

BOOST_AUTO_TEST_CASE(a_bar_goes_on_while_siblings_follow) {
  BOOST_TEST(drawn({0}, ascii()) == "0\n");
  BOOST_TEST(drawn({0, 1, 2, 3, 3, 2, 1, 2}, ascii()) ==
             "0\n"
             "|- 1\n"
             "|  |- 2\n"
             "|  |  |- 3\n"
             "|  |  `- 3\n"
             "|  `- 2\n"
             "`- 1\n"
             "   `- 2\n");
}

// A part that comes behind a shallower one is no sibling of the one before that.
BOOST_AUTO_TEST_CASE(siblings_have_one_parent) {
  BOOST_TEST(drawn({0, 1, 2, 1, 2}, ascii()) ==
             "0\n"
             "|- 1\n"
             "|  `- 2\n"
             "`- 1\n"
             "   `- 2\n");
}

BOOST_AUTO_TEST_CASE(lines_are_dim_and_nothing_else_is) {
  Style style = ascii();
  style.dim = "<", style.plain = ">";
  BOOST_TEST(drawn({0, 1, 2}, style) == "<>0\n<`- >1\n<   `- >2\n");
}

BOOST_AUTO_TEST_SUITE_END()
