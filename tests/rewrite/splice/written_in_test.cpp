// SPDX-License-Identifier: MIT
//
// A reference as it is written in a text, which may hold ASCII alone.
#include "rewrite/splice/written_in.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

using namespace basewalk;
using extract::Markup;
using extract::Syntax;
using extract::Written;

namespace {

constexpr Written kPlain{Markup::none, Syntax::whole};
constexpr Written kRaw{Markup::raw_text, Syntax::whole};
constexpr Written kText{Markup::text, Syntax::whole};
constexpr Written kStyle{Markup::raw_text, Syntax::css_url};

std::string written(std::string_view reference, Written how, bool unicode) {
  std::string out = "before ";
  return rewrite::append_in(reference, how, unicode, out) ? out.substr(7) : "refused";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(written_in)

BOOST_AUTO_TEST_CASE(control_characters_do_not_stand_bare) {
  for (const Written how : {kPlain, kRaw})
    for (const std::string_view reference : {"h:/\x01", "h:/\x1F", "h:/\x7F", "\nh:/", "h:/a\tb"})
      BOOST_TEST(written(reference, how, true) == "refused", reference);
  BOOST_TEST(written("h:/a b~", kPlain, true) == "h:/a b~");
  BOOST_TEST(written("h:/a\x7F", kText, true) != "refused");
}

BOOST_AUTO_TEST_CASE(what_is_no_ascii_is_written_as_the_text_can_hold_it) {
  struct Row {
    Written how;
    std::string_view any, ascii;
  };
  const std::string reference = "h:/\xC3\xBC\xF0\x9F\x98\x80";
  for (const Row& row : {Row{kPlain, "h:/\xC3\xBC\xF0\x9F\x98\x80", "h:/%C3%BC%F0%9F%98%80"},
                         Row{kText, "h:/\xC3\xBC\xF0\x9F\x98\x80", "h:/&#xFC;&#x1F600;"},
                         Row{kStyle, "h:/\xC3\xBC\xF0\x9F\x98\x80", "h:/\\FC \\1F600 "}}) {
    BOOST_TEST(written(reference, row.how, true) == row.any);
    BOOST_TEST(written(reference, row.how, false) == row.ascii);
    BOOST_TEST(written("h:/a", row.how, false) == "h:/a");
  }
}

BOOST_AUTO_TEST_SUITE_END()
