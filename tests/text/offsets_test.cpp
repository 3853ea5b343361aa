// SPDX-License-Identifier: MIT
#include "text/offsets.h"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace basewalk::text;

BOOST_AUTO_TEST_SUITE(offsets)

// "a&amp;b" -> "a&b"
BOOST_AUTO_TEST_CASE(lead_back_from_what_was_decoded) {
  Offsets offsets;
  BOOST_TEST(offsets.source(7) == 7u);
  offsets.step(2, 6);
  BOOST_TEST(offsets.source(0) == 0u);
  BOOST_TEST(offsets.source(1) == 1u);
  BOOST_TEST(offsets.source(2) == 6u);
  BOOST_TEST(offsets.source(5) == 9u);
  offsets.step(2, 8);  // again at the same place: the later one counts
  BOOST_TEST(offsets.source(2) == 8u);
  offsets.step(4, 20);
  BOOST_TEST(offsets.source(3) == 9u);
  BOOST_TEST(offsets.source(4) == 20u);
  offsets.clear();
  BOOST_TEST(offsets.source(4) == 4u);
}

BOOST_AUTO_TEST_CASE(a_view_lies_in_its_text_up_to_the_end) {
  const std::string text = "abcdef", other = "abcdef";
  const std::string_view whole = text;
  BOOST_TEST(lies_in(whole, whole));
  BOOST_TEST(lies_in(whole.substr(6), whole));
  BOOST_TEST(lies_in(whole.substr(2, 2), whole));
  BOOST_TEST(!lies_in(whole, whole.substr(1)));
  BOOST_TEST(!lies_in(whole, whole.substr(0, 5)));
  BOOST_TEST(!lies_in(other, whole));
}

BOOST_AUTO_TEST_SUITE_END()
