// SPDX-License-Identifier: MIT
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "extract/finds.h"

using namespace basewalk;
using namespace basewalk::test;

namespace {

std::string shown_texts(const extract::Finds& finds) {
  std::string out;
  for (const extract::Find& find : finds.finds) {
    if (find.kind != extract::FindKind::reference || find.place.role == extract::Role::text)
      continue;
    out += extract::where(find.place) + (find.text ? ": " + std::string(*find.text) : "") + '\n';
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(extract_html_shown)

BOOST_DATA_TEST_CASE(shows_what_the_table_says,
                     boost::unit_test::data::make(read_table(std::string("extract/shown.tsv"))),
                     row) {
  std::string wanted;
  for (std::size_t i = 1; i < row.cells.size(); ++i) wanted += unescape(row[i]) + '\n';
  const ExactCopy text(unescape(row[0]));
  extract::Finds finds;
  extract::extract_html(text.view(), {}, finds);
  BOOST_TEST(shown_texts(finds) == wanted, row << "\nfound\n" << shown_texts(finds));
}

BOOST_AUTO_TEST_CASE(shows_the_text_of_links_in_xml) {
  extract::Finds finds;
  extract::extract_xml(
      "<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:a href='x'>in <s:b/>svg</s:a>"
      "<s:a href='y'/>tail</s:svg>",
      {}, finds);
  BOOST_TEST(shown_texts(finds) == "svg:a[href]: in svg\nsvg:a[href]: \n");
}

// In an entity of two bytes, so that the cut falls between them.
BOOST_AUTO_TEST_CASE(cuts_a_long_text_between_characters) {
  std::string text = "<a href=x>a";
  for (int i = 0; i < 200; ++i) text += "&eacute;";
  text += "</a>";
  extract::Finds finds;
  extract::extract_html(text, {}, finds);
  BOOST_REQUIRE(finds.finds[0].text.has_value());
  BOOST_TEST(finds.finds[0].text->size() == extract::kShownText - 1);
  BOOST_TEST(finds.finds[0].text->ends_with("\xC3\xA9"));
}

// Elements that stand on lines of their own part words, at both of their ends; others do not.
BOOST_AUTO_TEST_CASE(elements_of_blocks_part_words) {
  const auto shown = [](const std::string& name) {
    const ExactCopy text("<a href=x>a<" + name + ">b</" + name + ">c</a>");
    extract::Finds finds;
    extract::extract_html(text.view(), {}, finds);
    return std::string(finds.finds[0].text.value_or(""));
  };
  for (const char* name : {"p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6"})
    BOOST_TEST(shown(name) == "a b c", name);
  for (const char* name : {"b", "span", "hr", "head", "html", "i", "frame", "form", "x"})
    BOOST_TEST(shown(name) == "abc", name);
  BOOST_TEST(shown("br") == "a b c");
  for (const std::string text : {"<a href=x><table><tr><td>a</td><td>b</td></table>c</a>",
                                 "<a href=x>a<table><tr><th>b<tr><td>c</table></a>",
                                 "<a href=x>a<table><caption>b</table>c</a>"}) {
    const ExactCopy copy(text);
    extract::Finds finds;
    extract::extract_html(copy.view(), {}, finds);
    BOOST_TEST(finds.finds[0].text.value_or("") == "a b c", text);
  }
}

BOOST_AUTO_TEST_SUITE_END()
