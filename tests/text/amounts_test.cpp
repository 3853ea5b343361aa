// SPDX-License-Identifier: MIT
#include "text/amounts.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

using namespace basewalk::text;

BOOST_AUTO_TEST_SUITE(amounts)

struct Size {
  std::uint64_t bytes;
  const char* text;
};
constexpr Size kSizes[] = {
    {0, "0 B"},
    {999, "999 B"},
    {1000, "1.0 kB"},
    {1049, "1.0 kB"},
    {1050, "1.0 kB"},
    {1099, "1.0 kB"},
    {1100, "1.1 kB"},
    {999'949, "999.9 kB"},
    {1'000'000, "1.0 MB"},
    {2'500'000'000, "2.5 GB"},
    {7'000'000'000'000, "7.0 TB"},
    {12'300'000'000'000'000, "12.3 PB"},
    {~std::uint64_t{0}, "18446.7 PB"},
};
std::ostream& operator<<(std::ostream& out, const Size& size) { return out << size.bytes; }

BOOST_DATA_TEST_CASE(sizes_are_cut_and_not_rounded, boost::unit_test::data::make(kSizes), size) {
  BOOST_TEST(bytes_text(size.bytes) == size.text);
}

BOOST_AUTO_TEST_CASE(numbers_have_a_comma_at_each_thousand) {
  BOOST_TEST(number_text(0) == "0");
  BOOST_TEST(number_text(999) == "999");
  BOOST_TEST(number_text(1000) == "1,000");
  BOOST_TEST(number_text(1234567) == "1,234,567");
}

BOOST_AUTO_TEST_CASE(one_is_singular) {
  BOOST_TEST(counted(0, "part") == "0 parts");
  BOOST_TEST(counted(1, "part") == "1 part");
  BOOST_TEST(counted(2, "part") == "2 parts");
}

BOOST_AUTO_TEST_SUITE_END()
