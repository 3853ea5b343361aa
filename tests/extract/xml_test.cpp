// SPDX-License-Identifier: MIT
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "extract/finds.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(extract_xml)

BOOST_DATA_TEST_CASE(finds_what_the_table_says,
                     boost::unit_test::data::make(read_table(std::string("extract/xml.tsv"))),
                     row) {
  check_row(
      row, [](std::string_view text, extract::Finds& out) { extract::extract_xml(text, {}, out); });
}

BOOST_AUTO_TEST_SUITE_END()
