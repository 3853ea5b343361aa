// SPDX-License-Identifier: MIT
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "basewalk/note.h"
#include "extract/finds.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(extract_html)

BOOST_DATA_TEST_CASE(finds_what_the_table_says,
                     boost::unit_test::data::make(read_table(std::string("extract/html.tsv"))),
                     row) {
  check_row(row, [](std::string_view text, extract::Finds& out) {
    extract::extract_html(text, {}, out);
  });
}

BOOST_AUTO_TEST_CASE(cuts_long_names_between_characters) {
  const std::string text = "<x" + std::string(62, 'y') + "\xC3\xA9z href=a>";
  extract::Finds finds;
  extract::extract_html(text, {}, finds);
  BOOST_TEST(all_shown(finds) == "x" + std::string(62, 'y') + "[href] = a\n");
}

// An end tag far above its start tag closes the outermost element of its run of foreign ones, and
// the run begins anew within <mi>.
BOOST_AUTO_TEST_CASE(an_end_tag_closes_a_deep_run_of_foreign_elements) {
  std::string text = "<math><mi><svg>";
  for (int i = 0; i < 300; ++i) text += "<g>";
  text += "</svg><mglyph href=x></mi><mo href=y>";
  extract::Finds finds;
  extract::extract_html(text, {}, finds);
  BOOST_TEST(all_shown(finds) == "math:mglyph[href] = x\nmath:mo[href] = y\n");
}

// HTML 4.6.7: of <link> some relations make a browser load what it leads to.
BOOST_AUTO_TEST_CASE(tells_which_links_of_a_page_are_loaded) {
  struct Row {
    std::string_view rel;
    bool loaded;
  };
  for (const Row& row :
       {Row{"stylesheet", true}, Row{"StyleSheet", true}, Row{"alternate stylesheet", true},
        Row{"icon", true}, Row{"shortcut icon", true}, Row{"apple-touch-icon", true},
        Row{"apple-touch-icon-precomposed", true}, Row{"apple-touch-startup-image", true},
        Row{"mask-icon", true}, Row{"fluid-icon", true}, Row{"preload", true},
        Row{"modulepreload", true}, Row{"style&#115;heet", true}, Row{"", false},
        Row{"alternate", false}, Row{"stylesheets", false}, Row{"next prev", false},
        Row{"prefetch", false}}) {
    const ExactCopy text("<link rel=\"" + std::string(row.rel) + "\" href=x><a rel=icon href=y>");
    extract::Finds finds;
    extract::extract_html(text.view(), {}, finds);
    BOOST_TEST_REQUIRE(finds.finds.size() == 2U);
    BOOST_TEST(finds.finds[0].place.loaded == row.loaded, row.rel);
    BOOST_TEST(!finds.finds[1].place.loaded);
  }
}

// What stands in a conditional comment, at any depth in it, a browser passes over.
BOOST_AUTO_TEST_CASE(tells_what_only_some_mail_programs_read) {
  extract::Finds finds;
  extract::extract_html(
      "<!--[if mso]><a href=1><iframe srcdoc='<a href=2>'></iframe><![endif]-->"
      "<iframe srcdoc='<a href=3><!--[if mso]><a href=4><![endif]-->'></iframe><a href=5>",
      {}, finds);
  std::string conditional;
  for (const extract::Find& find : finds.finds)
    conditional.append(find.raw).append(find.place.conditional ? "+ " : "- ");
  BOOST_TEST(conditional == "1+ 2+ 3- 4+ 5- ");
}

// A tag that could be taken out of the text stands in it as it is, and not in a document within.
BOOST_AUTO_TEST_CASE(tells_where_the_tags_of_bases_stand) {
  const std::string text =
      "a<base href=1><iframe srcdoc='<base href=2>'></iframe><!--[if x]><base href=3><![endif]-->";
  extract::Finds finds;
  extract::extract_html(text, {}, finds);
  BOOST_TEST_REQUIRE(finds.base_tags.size() == 2U);
  BOOST_TEST(finds.base_tags[0].begin == text.find("<base href=1>"));
  BOOST_TEST(finds.base_tags[0].end == finds.base_tags[0].begin + 13);
  BOOST_TEST(finds.base_tags[1].begin == text.find("<base href=3>"));
  for (const extract::BaseTag& tag : finds.base_tags) {
    BOOST_TEST(!tag.needs_end_tag);
    BOOST_TEST((finds.finds[tag.find].kind == extract::FindKind::base));
  }
  finds.clear();
  extract::extract_xml(
      "<!DOCTYPE html [<!ENTITY b '<base href=\"1\"/>'>]><html>&b;<a href='x'/></html>", {}, finds);
  BOOST_TEST(finds.base_tags.empty());
  finds.clear();
  extract::extract_xml("<html><base href='1'/><base href='2'></base></html>", {}, finds);
  BOOST_TEST_REQUIRE(finds.base_tags.size() == 2U);
  BOOST_TEST(!finds.base_tags[0].needs_end_tag);
  BOOST_TEST(finds.base_tags[1].needs_end_tag);
}

BOOST_AUTO_TEST_SUITE_END()
