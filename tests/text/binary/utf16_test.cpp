// SPDX-License-Identifier: MIT
#include "text/binary/utf16.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

using namespace basewalk::text;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

std::string in_pieces(std::string_view bytes, std::size_t size) {
  std::string out;
  Utf16Reader reader;
  for (std::size_t at = 0; at < bytes.size(); at += size)
    reader.append(bytes.substr(at, size), out);
  reader.finish(out);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(utf16_in_bytes)

BOOST_AUTO_TEST_CASE(units_are_characters) {
  // a, e acute, the euro sign, a face out of two surrogates
  constexpr std::string_view kBytes = "a\0\xE9\0\xAC\x20\x3D\xD8\x00\xDE"sv;
  constexpr std::string_view kText = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"sv;
  BOOST_TEST(utf8_of_utf16(kBytes) == kText);
  BOOST_TEST(utf8_of_utf16("\0a\0\xE9\x20\xAC\xD8\x3D\xDE\x00"sv, Endian::big) == kText);
  BOOST_TEST(utf16_of_utf8(kText) == kBytes);
  for (std::size_t size = 1; size <= kBytes.size(); ++size)
    BOOST_TEST(in_pieces(kBytes, size) == kText, size);
}

BOOST_AUTO_TEST_CASE(halves_of_a_character_are_replaced) {
  constexpr std::string_view kReplaced = "\xEF\xBF\xBD"sv;
  for (const std::string_view alone : {"\x3D\xD8"sv, "\x00\xDE"sv}) {
    BOOST_TEST(utf8_of_utf16(alone) == kReplaced);
    BOOST_TEST(in_pieces(alone, 1) == kReplaced);
    BOOST_TEST(utf8_of_utf16(std::string(alone) + "a\0"s) == std::string(kReplaced) + "a");
    BOOST_TEST(in_pieces(std::string(alone) + "a\0"s, 3) == std::string(kReplaced) + "a");
  }
  BOOST_TEST(utf16_of_utf8("\xFF") == "\xFD\xFF"sv);
}

// A text that is whole is as long as somebody says; one that comes in pieces was cut off.
BOOST_AUTO_TEST_CASE(half_a_unit_is_left_out_of_a_text_and_told_at_the_end_of_pieces) {
  BOOST_TEST(utf8_of_utf16("a\0b"sv) == "a");
  BOOST_TEST(in_pieces("a\0b"sv, 2) == "a\xEF\xBF\xBD");
}

BOOST_AUTO_TEST_SUITE_END()
