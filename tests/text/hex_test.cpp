// SPDX-License-Identifier: MIT
#include "text/hex.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk::text;

BOOST_AUTO_TEST_SUITE(hex)

BOOST_AUTO_TEST_CASE(a_byte_is_two_digits) {
  std::string out;
  append_hex(out, 0x0F);
  append_hex(out, 0xA5, kUpperHex);
  BOOST_TEST(out == "0fA5");
}

BOOST_AUTO_TEST_CASE(two_digits_are_a_byte) {
  BOOST_TEST((hex_byte("4a", 0) == 0x4A));
  BOOST_TEST((hex_byte("x4A", 1) == 0x4A));
  BOOST_TEST(!hex_byte("4", 0));
  BOOST_TEST(!hex_byte("4g", 0));
  BOOST_TEST(!hex_byte("g4", 0));
  BOOST_TEST(!hex_byte("4a", 1));
}

BOOST_AUTO_TEST_CASE(escapes_go_there_and_back) {
  std::string all, escaped, back;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  for (const char c : all) append_escape(escaped, c);
  BOOST_TEST(escaped.substr(0, 9) == "%00%01%02");
  append_unescaped(back, escaped);
  BOOST_TEST(back == all);
}

BOOST_AUTO_TEST_CASE(a_sign_without_digits_stays) {
  std::string out;
  append_unescaped(out, "%%41%4%zz=41");
  BOOST_TEST(out == "%A%4%zz=41");
  out.clear();
  append_unescaped(out, "%41=41=", '=');
  BOOST_TEST(out == "%41A=");
}

BOOST_AUTO_TEST_SUITE_END()
