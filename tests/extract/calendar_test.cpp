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

BOOST_AUTO_TEST_SUITE_END()
