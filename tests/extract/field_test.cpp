// SPDX-License-Identifier: MIT
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "extract/finds.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(extract_field)

// A row is a field as it stands in a header.
BOOST_DATA_TEST_CASE(finds_what_the_table_says,
                     boost::unit_test::data::make(read_table(std::string("extract/field.tsv"))),
                     row) {
  const std::string field = unescape(row[0]);
  const std::size_t colon = field.find(':');
  Row value = row;
  value.cells[0] = row[0].substr(row[0].find(':') + 1);
  check_row(value, [&](std::string_view text, extract::Finds& out) {
    extract::extract_field(field.substr(0, colon), text, {}, out);
    // The short cut passes over nothing.
    if (!out.finds.empty()) BOOST_TEST(extract::may_hold_references(field.substr(0, colon), text));
  });
}

BOOST_AUTO_TEST_SUITE_END()
