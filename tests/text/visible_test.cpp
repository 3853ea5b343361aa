// SPDX-License-Identifier: MIT
#include "text/visible.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk::text;

BOOST_AUTO_TEST_SUITE(visible_text)

BOOST_AUTO_TEST_CASE(control_characters_are_written_out) {
  BOOST_TEST(visible("plain ~") == "plain ~");
  BOOST_TEST(visible("a\tb\nc\rd") == "a\\tb\\nc\\rd");
  BOOST_TEST(visible("\x1B[31m\x7F") == "\\x1B[31m\\x7F");
  BOOST_TEST(visible(std::string_view("\0\x1F", 2)) == "\\x00\\x1F");
}

BOOST_AUTO_TEST_CASE(so_are_those_beyond_ascii) {
  BOOST_TEST(visible("\xC2\x9B"
                     "31m") == "\\x9B31m");
  BOOST_TEST(visible("\xC2\xA0") == "\xC2\xA0");
  BOOST_TEST(visible("\xC3\xA4") == "\xC3\xA4");
}

BOOST_AUTO_TEST_CASE(nothing_turns_the_order_of_text) {
  BOOST_TEST(visible("\xE2\x80\x8E\xE2\x80\x8F") == "\\u{200E}\\u{200F}");
  BOOST_TEST(visible("\xE2\x80\xAA\xE2\x80\xAE") == "\\u{202A}\\u{202E}");
  BOOST_TEST(visible("\xE2\x81\xA6\xE2\x81\xA9") == "\\u{2066}\\u{2069}");
  BOOST_TEST(visible("\xD8\x9C") == "\\u{061C}");
  // Nor ends a line.
  BOOST_TEST(visible("\xE2\x80\xA8\xE2\x80\xA9") == "\\u{2028}\\u{2029}");
  for (const std::string_view near :
       {"\xD8\x9B", "\xD8\x9D", "\xE2\x80\x8D", "\xE2\x80\x90", "\xE2\x80\xA7", "\xE2\x80\xAF",
        "\xE2\x81\xA5", "\xE2\x81\xAA"})
    BOOST_TEST(visible(near) == near);
}

// A terminal that does not read UTF-8 obeys bytes from 0x80 to 0x9F.
BOOST_AUTO_TEST_CASE(bytes_that_are_no_utf8_drive_nothing) {
  BOOST_TEST(visible("\x9B"
                     "31m") == "\\x9B31m");
  BOOST_TEST(visible("\xE4") == "\xE4");
  BOOST_TEST(visible("\xE4\x9B") == "\xE4\\x9B");
}

BOOST_AUTO_TEST_SUITE_END()
