// SPDX-License-Identifier: MIT
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "extract/finds.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(extract_refang)

BOOST_DATA_TEST_CASE(finds_what_the_table_says,
                     boost::unit_test::data::make(read_table(std::string("extract/refang.tsv"))),
                     row) {
  check_row(row, [](std::string_view text, extract::Finds& out) {
    extract::Options options;
    options.refang = true;
    extract::extract_text(text, options, out);
  });
}

BOOST_AUTO_TEST_CASE(guesses_nothing_that_it_was_not_asked_to) {
  extract::Finds finds;
  extract::extract_text("hxxp://h.example/ h[.]example h(dot)example meow://h.example", {}, finds);
  BOOST_TEST(all_shown(finds).empty());
}

BOOST_AUTO_TEST_CASE(leads_back_to_what_was_written) {
  const std::string text = "x hxxp[:]//h[.]example/a, y[.]example";
  extract::Options options;
  options.refang = true;
  extract::Finds finds;
  extract::extract_text(text, options, finds);
  BOOST_REQUIRE_EQUAL(finds.finds.size(), 2U);
  const auto written = [&](const extract::Find& find) {
    return text.substr(find.begin, find.end - find.begin);
  };
  BOOST_TEST(written(finds.finds[0]) == "hxxp[:]//h[.]example/a");
  BOOST_TEST(written(finds.finds[1]) == "y[.]example");
}

BOOST_AUTO_TEST_CASE(works_in_html_and_in_calendars) {
  extract::Options options;
  options.refang = true;
  extract::Finds finds;
  extract::extract_html("<p>a&#32;hxxp://h[&#46;]example <a href=hxxp://no/>", options, finds);
  BOOST_TEST(all_shown(finds) == "text = http://h.example\na[href] = hxxp://no/\n");
  finds.clear();
  extract::extract_calendar("DESCRIPTION:h[.]example/x", options, finds);
  BOOST_TEST(all_shown(finds) == "calendar description = h.example/x ?\n");
}

BOOST_AUTO_TEST_SUITE_END()
