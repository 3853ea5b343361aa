// SPDX-License-Identifier: MIT
#include "html/character_references.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "support/files.h"

using namespace basewalk;
using html::Nul;
using html::References;
using namespace std::string_view_literals;

namespace {

struct Row {
  std::string_view written;
  std::string_view text;       // in text
  std::string_view attribute;  // in an attribute; the same where this is empty
};

constexpr Row kRows[] = {
    {"a", "a", {}},
    {"", "", {}},
    // 13.2.5.73: the longest name counts, with its semicolon or, of some, without.
    {"&amp;", "&", {}},
    {"&amp;amp;", "&amp;", {}},
    {"&AMP", "&", {}},
    {"&am;", "&am;", {}},
    {"&", "&", {}},
    {"& a", "& a", {}},
    {"&&lt;&gt;&", "&<>&", {}},
    {"&notit;", "\u00ACit;", "&notit;"},
    {"&notin;", "\u2209", {}},
    {"&not;it", "\u00ACit", {}},
    {"&nosuchname;", "&nosuchname;", {}},
    {"&copy", "\u00A9", {}},
    {"&copy=1", "\u00A9=1", "&copy=1"},
    {"&copy1", "\u00A91", "&copy1"},
    {"&copyx", "\u00A9x", "&copyx"},
    {"&copy;=1", "\u00A9=1", {}},
    {"&copy&copy", "\u00A9\u00A9", {}},
    {"&copy-1", "\u00A9-1", {}},
    {"&Aacute&eacute;&zwnj;", "\u00C1\u00E9\u200C", {}},
    {"&NotEqualTilde;", "\u2242\u0338", {}},
    {"&\xC3\xA9;", "&\xC3\xA9;", {}},
    // 13.2.5.75 to 80: numbers.
    {"&#65;&#x42;&#X43;", "ABC", {}},
    {"&#65&#x42 &#0067;", "AB C", {}},
    {"&#x4a;&#x4A;", "JJ", {}},
    {"&#;&#x;&#xg;&#a;&#", "&#;&#x;&#xg;&#a;&#", {}},
    {"&#x41g;&#65a;", "Ag;Aa;", {}},
    {"&#0;&#xD800;&#xDFFF;&#x110000;", "\uFFFD\uFFFD\uFFFD\uFFFD", {}},
    {"&#xD7FF;&#xE000;&#x10FFFF;", "\uD7FF\uE000\U0010FFFF", {}},
    {"&#99999999999999999999;&#x1000000000000041;", "\uFFFD\uFFFD", {}},
    {"&#x80;&#x9F;&#xA0;&#xFF;&#x100;", "\u20AC\u0178\u00A0\u00FF\u0100", {}},
    // 13.2.3.5: line ends.
    {"a\rb\r\nc\n\rd\r", "a\nb\nc\n\nd\n", {}},
    {"&#13;&#10;", "\r\n", {}},
};

std::string meant(std::string_view written, References references, Nul nul = Nul::keep) {
  const test::ExactCopy copy(written);
  std::string out;
  html::decode_html(copy.view(), references, nul, out);
  return out;
}

BOOST_AUTO_TEST_SUITE(html_character_references)

BOOST_AUTO_TEST_CASE(means_what_the_states_say) {
  for (const Row& row : kRows) {
    BOOST_TEST(meant(row.written, References::decode) == row.text, row.written);
    BOOST_TEST(meant(row.written, References::decode_in_attribute) ==
                   (row.attribute.empty() ? row.text : row.attribute),
               row.written);
    // What is not literal may still mean itself, but never the other way round.
    if (html::is_literal(row.written))
      BOOST_TEST(meant(row.written, References::decode) == row.written);
  }
  BOOST_TEST(meant("&amp;\r\n&#65;", References::keep) == "&amp;\n&#65;");
}

BOOST_AUTO_TEST_CASE(knows_what_is_already_what_it_means) {
  for (const std::string_view text : {""sv, "a<b>\n\"'"sv, "\xC3\xA9;#"sv})
    BOOST_TEST(html::is_literal(text), text);
  for (const std::string_view text : {"&"sv, "a\r"sv, "a\0"sv, "0123456789abcdef0123456789&"sv})
    BOOST_TEST(!html::is_literal(text), text);
}

BOOST_AUTO_TEST_CASE(treats_nul_as_it_is_told) {
  constexpr std::string_view kText = "a\0\0&amp;\0"sv;
  BOOST_TEST(meant(kText, References::decode, Nul::keep) == "a\0\0&\0"sv);
  BOOST_TEST(meant(kText, References::decode, Nul::replace) == "a\uFFFD\uFFFD&\uFFFD");
  BOOST_TEST(meant(kText, References::decode, Nul::drop) == "a&");
  BOOST_TEST(meant(kText, References::keep, Nul::drop) == "a&amp;");
}

BOOST_AUTO_TEST_CASE(leads_back_to_what_was_written) {
  constexpr std::string_view kWritten = "a&amp;b\r\nc\0d&eacute;e&#x20AC;f&x"sv;
  for (const std::string_view before : {"", "before"}) {
    std::string out(before);
    text::Offsets offsets;
    html::decode_html(kWritten, References::decode, Nul::drop, out, &offsets);
    out.erase(0, before.size());
    BOOST_TEST_REQUIRE(out == "a&b\ncd\u00E9e\u20ACf&x");
    for (const char c : {'a', 'b', 'c', 'd', 'e', 'f', 'x'}) {
      const std::size_t written = c == 'e'   ? kWritten.find("e&#")
                                  : c == 'x' ? kWritten.rfind(c)
                                             : kWritten.find(c);
      BOOST_TEST(offsets.source(out.find(c)) == written, c);
    }
    BOOST_TEST(offsets.source(out.size()) == kWritten.size());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
