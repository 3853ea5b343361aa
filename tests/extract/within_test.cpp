// SPDX-License-Identifier: MIT
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "extract/finds.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(extract_within)

BOOST_DATA_TEST_CASE(finds_what_the_table_says,
                     boost::unit_test::data::make(read_table(std::string("extract/within.tsv"))),
                     row) {
  check_row(row,
            [](std::string_view url, extract::Finds& out) { extract::extract_url(url, {}, out); });
}

BOOST_AUTO_TEST_CASE(stops_at_the_limit_of_links) {
  extract::Options options;
  options.links = 2;
  extract::Finds finds;
  extract::extract_url("?a=http://a/&b=http://b/&c=http://c/", options, finds);
  BOOST_TEST(finds.finds.size() == 2U);
  BOOST_TEST(finds.cut);
}

BOOST_AUTO_TEST_SUITE_END()
