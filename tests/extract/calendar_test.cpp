// SPDX-License-Identifier: MIT
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "extract/finds.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(extract_calendar)

BOOST_DATA_TEST_CASE(finds_what_the_table_says,
                     boost::unit_test::data::make(read_table(std::string("extract/calendar.tsv"))),
                     row) {
  check_row(row, [](std::string_view text, extract::Finds& out) {
    extract::extract_calendar(text, {}, out);
  });
}

BOOST_DATA_TEST_CASE(finds_what_the_table_of_cards_says,
                     boost::unit_test::data::make(read_table(std::string("extract/vcard.tsv"))),
                     row) {
  check_row(row, [](std::string_view text, extract::Finds& out) {
    extract::extract_vcard(text, {}, out);
  });
}

// The document of a property is a scope of its own, and all that lies in it lies in that.
BOOST_AUTO_TEST_CASE(nests_the_scopes_of_a_description) {
  extract::Finds finds;
  extract::extract_calendar(
      "URL:u\nX-ALT-DESC;FMTTYPE=text/html:<iframe srcdoc='<a href=1>'></iframe>"
      "<iframe srcdoc='<a href=2>'></iframe><iframe srcdoc='<iframe srcdoc=\"<a href=3>\">'>"
      "</iframe><a href=4>\nX-ALT-DESC:<a href=5>\n",
      {}, finds);
  BOOST_TEST_REQUIRE(finds.scopes.size() == 9U);
  const std::uint32_t outer[] = {0, 0, 1, 2, 2, 2, 5, 6, 0};
  for (std::size_t i = 1; i < 9; ++i) BOOST_TEST(finds.scopes[i].outer == outer[i], i);
  std::string scopes;
  for (const extract::Find& find : finds.finds)
    scopes.append(find.raw).append("@").append(std::to_string(find.scope)).append(" ");
  BOOST_TEST(scopes == "u@0 1@3 2@4 3@7 4@1 5@8 ");
  // Their places in the text are not known.
  BOOST_TEST(finds.base_tags.empty());
}

BOOST_AUTO_TEST_SUITE_END()
