// SPDX-License-Identifier: MIT
#include "text/hex.h"

#include <boost/test/unit_test.hpp>
#include <utility>

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

// Each pair of bytes, against what the digits say.
BOOST_AUTO_TEST_CASE(only_digits_are_digits) {
  const auto value = [](int c) {
    const std::size_t upper = kUpperHex.find(static_cast<char>(c));
    return upper != kUpperHex.npos ? upper : kLowerHex.find(static_cast<char>(c));
  };
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const char text[] = {static_cast<char>(first), static_cast<char>(second)};
      const std::size_t high = value(first), low = value(second);
      const bool is_byte = high != std::string_view::npos && low != std::string_view::npos;
      const auto read = hex_byte({text, 2}, 0);
      if (read.has_value() != is_byte || (is_byte && *read != high * 16 + low))
        BOOST_FAIL(first << " " << second);
    }
  }
}

BOOST_AUTO_TEST_CASE(no_byte_begins_past_the_end) {
  BOOST_TEST(!hex_byte("", 0));
  BOOST_TEST(!hex_byte("41", 2));
  BOOST_TEST(!hex_byte("41", 3));
  BOOST_TEST(!hex_byte("41", std::string_view::npos));
}

BOOST_AUTO_TEST_CASE(numbers_have_no_leading_zeros) {
  const auto written = [](std::uint32_t number, std::string_view digits = kLowerHex) {
    std::string out;
    append_hex_number(out, number, digits);
    return out;
  };
  BOOST_TEST(written(0) == "0");
  BOOST_TEST(written(0xF) == "f");
  BOOST_TEST(written(0x10) == "10");
  BOOST_TEST(written(0xA00B) == "a00b");
  BOOST_TEST(written(0x10FFFF, kUpperHex) == "10FFFF");
  BOOST_TEST(written(0xFFFFFFFF) == "ffffffff");
}

BOOST_AUTO_TEST_CASE(a_number_is_read_as_far_as_it_may_be) {
  const auto read = [](std::string_view text, std::size_t at, std::size_t most) {
    const std::uint32_t number = read_hex(text, at, most);
    return std::pair(number, at);
  };
  BOOST_TEST((read("1fg", 0, 6) == std::pair(0x1Fu, std::size_t{2})));
  BOOST_TEST((read("x1F", 1, 6) == std::pair(0x1Fu, std::size_t{3})));
  BOOST_TEST((read("12345", 0, 4) == std::pair(0x1234u, std::size_t{4})));
  BOOST_TEST((read("ffffffff", 0, 8) == std::pair(0xFFFFFFFFu, std::size_t{8})));
  BOOST_TEST((read("g", 0, 4) == std::pair(0u, std::size_t{0})));
  BOOST_TEST((read("", 0, 4) == std::pair(0u, std::size_t{0})));
  BOOST_TEST((read("1", 0, 0) == std::pair(0u, std::size_t{0})));
}

BOOST_AUTO_TEST_CASE(an_escape_is_a_sign_and_two_digits) {
  BOOST_TEST((escaped_byte("%41", 0) == 0x41));
  BOOST_TEST((escaped_byte("x=fF", 1, '=') == 0xFF));
  BOOST_TEST(!escaped_byte("=41", 0));
  BOOST_TEST(!escaped_byte("%4", 0));
  BOOST_TEST(!escaped_byte("%", 0));
  BOOST_TEST(!escaped_byte("%%41", 0));
}

BOOST_AUTO_TEST_CASE(what_is_not_plain_is_escaped) {
  std::string out = "before ";
  append_escaped(out, std::string_view("a/\0\xFF%", 5), basewalk::ascii::is_alnum);
  BOOST_TEST(out == "before a%2F%00%FF%25");
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
  BOOST_TEST(unescaped("") == "");
  BOOST_TEST(unescaped("%") == "%");
  BOOST_TEST(unescaped("a%4") == "a%4");
  BOOST_TEST(unescaped("%25%32%35") == "%25");  // once, and no further
  BOOST_TEST(unescaped("a=3D", '=') == "a=");
}

BOOST_AUTO_TEST_SUITE_END()
