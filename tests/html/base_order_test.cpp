// SPDX-License-Identifier: MIT
//
// Which base is in force, and when (WHATWG HTML 4.2.3).
#include "html/base_order.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "support/files.h"

using namespace basewalk;
using namespace basewalk::html;

namespace {

struct Row {
  int line;
  std::string_view text, wanted;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

// Bases are <base href=A>; at each <iframe> the one in force is told, and at the end: by its
// letter, or
// "-" for none.
std::string in_force(std::string_view text) {
  std::vector<std::size_t> bases, places;
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; ++at) {
    if (text.substr(at).starts_with("<base href=")) bases.push_back(at);
    if (text.substr(at).starts_with("<iframe>")) places.push_back(at);
  }
  std::string out;
  for (const std::size_t tag : bases_in_force(text, {}, bases, places))
    out += tag == kNoBaseTag ? '-' : text[tag + 11];
  return out;
}

constexpr Row kRows[] = {
    ROW("<base href=A>", "A"),
    ROW("<base href=A><base href=B>", "A"),
    ROW("<base href=A><p><base href=B>", "A"),
    ROW("<p>x</p><base href=A>", "A"),
    // 13.2.6.1: what is fostered stands before its table.
    ROW("<table><tr><td><base href=A></td></tr><base href=B></table>", "B"),
    ROW("<table><tr><td><base href=A></td></tr><base href=B><base href=C></table>", "B"),
    ROW("<base href=Z><table><td><base href=A></td></tr><base href=B></table>", "Z"),
    ROW("<table><td><base href=A><table><td><base href=B></td></tr><base href=C></table></table>",
        "A"),
    ROW("<table><td><table><td><base href=B></td></tr><base href=C></table></td></tr><base href=D>",
        "D"),
    ROW("<div><table><td><base href=A></td></tr></div><base href=B></table>", "B"),
    // In templates there is none, nor in foreign content.
    ROW("<template><base href=A></template><base href=B>", "B"),
    ROW("<svg><base href=A></svg><base href=B>", "B"),
    ROW("<table><template><base href=A></template><tr><td><base href=B>", "B"),
    // A frameset takes the body away.
    ROW("<svg></svg><base href=A><frameset><frame></frameset>", "-"),
    ROW("<head><base href=A></head><svg></svg><base href=B><frameset>", "A"),
    // 13.2.6.4.6: behind the head it still goes there.
    ROW("<head></head><base href=A><body><base href=B>", "A"),
    // 13.2.6.4.7, the adoption agency: blocks move with all in them.
    ROW("<a><p><base href=A></a><base href=B></p><base href=C>", "A"),
    ROW("<table><a><p><base href=A></a></p><td><base href=B></table>", "A"),
    ROW("<b><table><td><base href=A></td></tr><p><base href=B></b></p></table>", "B"),
    // As it was: bases that come later change nothing.
    ROW("<iframe></iframe><base href=A><iframe></iframe>", "-AA"),
    ROW("<base href=A><iframe></iframe><base href=B><iframe></iframe>", "AAA"),
    ROW("<table><td><base href=A><iframe></iframe></td></tr><base href=B><tr><td><iframe></iframe>",
        "ABB"),
    ROW("<svg></svg><base href=A><iframe></iframe>", "AA"),
    ROW("<table><a><p><base href=A></a><iframe></iframe></p><base href=B><iframe></iframe>", "AAA"),
};

BOOST_AUTO_TEST_SUITE(html_base_order)

BOOST_AUTO_TEST_CASE(the_first_of_the_tree_is_in_force) {
  for (const Row& row : kRows) BOOST_TEST_CONTEXT("line " << row.line)
  BOOST_TEST(in_force(test::ExactCopy(row.text).view()) == row.wanted);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
