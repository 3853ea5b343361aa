// SPDX-License-Identifier: MIT
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "extract/finds.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(extract_plain)

BOOST_DATA_TEST_CASE(finds_what_the_table_says,
                     boost::unit_test::data::make(read_table(std::string("extract/plain.tsv"))),
                     row) {
  check_row(row, [](std::string_view text, extract::Finds& out) {
    extract::extract_text(text, {}, out);
  });
}

BOOST_DATA_TEST_CASE(joins_flowed_lines_with_delsp,
                     boost::unit_test::data::make(read_table(std::string("extract/flowed.tsv"))),
                     row) {
  check_row(row, [](std::string_view text, extract::Finds& out) {
    extract::Options options;
    options.flowed = options.del_sp = true;
    extract::extract_text(text, options, out);
  });
}

BOOST_AUTO_TEST_SUITE_END()
