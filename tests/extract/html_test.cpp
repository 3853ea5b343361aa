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

BOOST_AUTO_TEST_SUITE_END()
