// SPDX-License-Identifier: MIT
#include "text/number.h"

#include <boost/test/unit_test.hpp>
#include <clocale>

using basewalk::text::leading_number;
using basewalk::text::product;

BOOST_AUTO_TEST_SUITE(numbers)

BOOST_AUTO_TEST_CASE(a_number_is_read_as_far_as_it_goes) {
  BOOST_TEST(leading_number("2x") == 2);
  BOOST_TEST(leading_number("1.5x") == 1.5);
  BOOST_TEST(leading_number("640w") == 640);
  BOOST_TEST(leading_number(".5") == 0.5);
  BOOST_TEST(leading_number("1e2x") == 100);
  BOOST_TEST(leading_number("-3") == -3);
  BOOST_TEST(leading_number("+3") == 3);
  BOOST_TEST(leading_number("1,5") == 1);
}

BOOST_AUTO_TEST_CASE(what_is_no_number_is_nothing) {
  for (const std::string_view text : {"", "x", "+", "+-3", "++3", " 3", "1e9999"})
    BOOST_TEST(leading_number(text) == 0, text);
}

// Where one of these locales is there, C functions want a comma.
BOOST_AUTO_TEST_CASE(the_locale_does_not_matter) {
  for (const char* const name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
    std::setlocale(LC_NUMERIC, name);
    BOOST_TEST(leading_number("1.5x") == 1.5);
    std::setlocale(LC_NUMERIC, "C");
  }
}

BOOST_AUTO_TEST_CASE(a_product_that_is_too_large_is_the_largest_number) {
  constexpr std::size_t kMost = static_cast<std::size_t>(-1);
  BOOST_TEST(product(16, 100) == 1600U);
  BOOST_TEST(product(0, 5) == 0U);
  BOOST_TEST(product(5, 0) == 0U);
  BOOST_TEST(product(1, kMost) == kMost);
  BOOST_TEST(product(kMost, 1) == kMost);
  BOOST_TEST(product(3, kMost / 3) == kMost / 3 * 3);
  BOOST_TEST(product(2, kMost / 2 + 1) == kMost);
  BOOST_TEST(product(kMost, kMost) == kMost);
}

BOOST_AUTO_TEST_SUITE_END()
