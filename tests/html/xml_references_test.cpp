// SPDX-License-Identifier: MIT
#include "html/xml_references.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "support/files.h"

using namespace basewalk;
using namespace basewalk::html;

namespace {

struct Row {
  std::string_view written, attribute, content, cdata;
};

constexpr Row kRows[] = {
    {"", "", "", ""},
    {"a", "a", "a", "a"},
    {"a\tb\nc", "a b c", "a\tb\nc", "a\tb\nc"},
    {"a\r\nb\rc\r", "a b c ", "a\nb\nc\n", "a\nb\nc\n"},
    {"\n\r\n", "  ", "\n\n", "\n\n"},
    {"&amp;&lt;&gt;&quot;&apos;", "&<>\"'", "&<>\"'", "&amp;&lt;&gt;&quot;&apos;"},
    {"&#65;&#x42;&#x80;&#10;&#9;", "AB\u0080\n\t", "AB\u0080\n\t", "&#65;&#x42;&#x80;&#10;&#9;"},
    // XML has neither a large X nor references without an end, and no names but five.
    {"&#X42;&#65 &amp &nbsp;&a;", "&#X42;&#65 &amp &nbsp;&a;", "&#X42;&#65 &amp &nbsp;&a;",
     "&#X42;&#65 &amp &nbsp;&a;"},
    {"&#;&#x;&#0;&#xD800;&#x110000;&#99999999999;", "&#;&#x;&#0;&#xD800;&#x110000;&#99999999999;",
     "&#;&#x;&#0;&#xD800;&#x110000;&#99999999999;", "&#;&#x;&#0;&#xD800;&#x110000;&#99999999999;"},
    {"&", "&", "&", "&"},
    {"&;&&lt;", "&;&<", "&;&<", "&;&&lt;"},
};

std::string decoded(std::string_view written, XmlText kind, bool named = false) {
  const test::ExactCopy copy(written);
  std::string out = "before ";
  decode_xml(copy.view(), kind, named, out);
  return out.substr(7);
}

std::string expanded(const XmlEntities& entities, std::string_view text, std::size_t budget) {
  const test::ExactCopy copy(text);
  std::string out;
  entities.expand(copy.view(), budget, out);
  return out;
}

BOOST_AUTO_TEST_SUITE(html_xml_references)

BOOST_AUTO_TEST_CASE(decodes_what_needs_no_declaration) {
  for (const Row& row : kRows) {
    BOOST_TEST(decoded(row.written, XmlText::attribute) == row.attribute, row.written);
    BOOST_TEST(decoded(row.written, XmlText::content) == row.content, row.written);
    BOOST_TEST(decoded(row.written, XmlText::cdata) == row.cdata, row.written);
  }
}

// As many digits as anybody likes, and names as long (XML 1.0 2.3, 4.1).
BOOST_AUTO_TEST_CASE(decodes_long_references) {
  const std::string zeros(1000, '0'), name(1000, 'n');
  BOOST_TEST(decoded("a&#" + zeros + "65;&#x" + zeros + "42;b", XmlText::attribute) == "aABb");
  BOOST_TEST(decoded("&#" + zeros + "65", XmlText::content) == "&#" + zeros + "65");
  XmlEntities entities;
  entities.declare(name, "long");
  BOOST_TEST(expanded(entities, "a&" + name + ";b&" + name + "n;", 10'000) ==
             "alongb&" + name + "n;");
}

// Each place that may begin one is looked at, and none of them to the end of the text.
BOOST_AUTO_TEST_CASE(looks_for_the_end_of_many_references_in_linear_time) {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "&n";
  std::string out;
  decode_xml(text, XmlText::content, true, out);
  BOOST_TEST((out == text));
}

// The names of HTML, whole ones only.
BOOST_AUTO_TEST_CASE(decodes_the_names_of_html_where_they_count) {
  BOOST_TEST(decoded("&nbsp;&semi;&eacute;&AMP;", XmlText::content, true) == "\u00A0;\u00E9&");
  BOOST_TEST(decoded("&notit;&eacute &x-y;", XmlText::content, true) == "&notit;&eacute &x-y;");
}

BOOST_AUTO_TEST_CASE(leads_back_to_what_was_written) {
  std::string out = "x";
  text::Offsets offsets;
  decode_xml("a\r\nb&amp;c&#65;", XmlText::attribute, false, out, &offsets);
  BOOST_TEST(out == "xa b&cA");
  const std::size_t wanted[] = {0, 1, 3, 4, 9, 10, 15};
  for (std::size_t i = 0; i < std::size(wanted); ++i) BOOST_TEST(offsets.source(i) == wanted[i]);
}

// What is markup in XML is declared so that it is text.
BOOST_AUTO_TEST_CASE(declares_the_names_that_a_text_uses) {
  BOOST_TEST(declarations_of_names("&nbsp; &lt; &foo; & &nbsp; &#65; &LT") ==
             "<!ENTITY nbsp \"\u00A0\">");
  BOOST_TEST(declarations_of_names("&LT;") == "<!ENTITY LT \"&#38;#60;\">");
  BOOST_TEST(declarations_of_names("").empty());
  BOOST_TEST(has_html_names("-//W3C//DTD XHTML 1.0 Strict//EN"));
  BOOST_TEST(!has_html_names("-//w3c//dtd xhtml 1.0 strict//en"));
  BOOST_TEST(!has_html_names("-//W3C//DTD SVG 1.1//EN"));
}

BOOST_AUTO_TEST_CASE(replaces_entities_in_one_another) {
  XmlEntities entities;
  BOOST_TEST(entities.empty());
  entities.declare("a", "<&b;>");
  entities.declare("b", "c&d;");
  entities.declare("b", "no");
  entities.declare("e", "e&e;");
  BOOST_TEST(!entities.empty());
  BOOST_TEST(entities.declares("a"));
  BOOST_TEST(!entities.declares("d"));
  BOOST_TEST(expanded(entities, "x&a;&b;&d;&amp;&a &;", 1000) == "x<c&d;>c&d;&d;&amp;&a &;");
  // In a tag it ends nothing.
  entities.declare("q", "'\"<>&amp;");
  BOOST_TEST(expanded(entities, "<x y='>&q;'>&q;<1&q;</x z=&q;>", 1000) ==
             "<x y='>&#39;&quot;&lt;&gt;&amp;'>'\"<>&amp;<1'\"<>&amp;</x z='\"<>&amp;>");
  // What contains itself stays.
  BOOST_TEST(expanded(entities, "&e;&e;", 1000) == "e&e;e&e;");
  for (int i = 0; i < 70; ++i)
    entities.declare("n" + std::to_string(i), "&n" + std::to_string(i + 1) + ";");
  BOOST_TEST(expanded(entities, "&n0;", 10000) == "&n63;");
}

// A reference costs what it puts in and eight bytes more; what the budget does not reach stays.
BOOST_AUTO_TEST_CASE(puts_in_no_more_than_its_budget) {
  XmlEntities entities;
  entities.declare("a", "12345678");
  entities.declare("n", "");
  BOOST_TEST(expanded(entities, "&a;&a;", 15) == "&a;&a;");
  BOOST_TEST(expanded(entities, "&a;&a;", 16) == "12345678&a;");
  BOOST_TEST(expanded(entities, "&a;&a;", 31) == "12345678&a;");
  BOOST_TEST(expanded(entities, "&a;&a;", 32) == "1234567812345678");
  BOOST_TEST(expanded(entities, "&n;&n;&n;", 16) == "&n;");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
