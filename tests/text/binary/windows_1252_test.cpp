// SPDX-License-Identifier: MIT
#include "text/binary/windows_1252.h"

#include <unicode/ucnv.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>

using basewalk::text::windows_1252;

BOOST_AUTO_TEST_SUITE(windows_1252_bytes)

BOOST_AUTO_TEST_CASE(most_bytes_are_what_they_are_in_latin_1) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (byte >= 0x80 && byte < 0xA0) continue;
    BOOST_TEST((windows_1252(static_cast<unsigned char>(byte)) == byte));
  }
}

// Five bytes have no character in the code page; the web takes them for controls.
BOOST_AUTO_TEST_CASE(the_others_are_what_icu_says) {
  UErrorCode error = U_ZERO_ERROR;
  UConverter* const converter = ucnv_open("windows-1252", &error);
  BOOST_REQUIRE(U_SUCCESS(error));
  for (unsigned byte = 0x80; byte < 0xA0; ++byte) {
    const char text = static_cast<char>(byte);
    const char* at = &text;
    const UChar32 meant = ucnv_getNextUChar(converter, &at, at + 1, &error);
    BOOST_REQUIRE(U_SUCCESS(error));
    const bool has_none =
        byte == 0x81 || byte == 0x8D || byte == 0x8F || byte == 0x90 || byte == 0x9D;
    const char32_t expected = has_none ? byte : static_cast<char32_t>(meant);
    BOOST_TEST((windows_1252(static_cast<unsigned char>(byte)) == expected));
  }
  ucnv_close(converter);
}

BOOST_AUTO_TEST_SUITE_END()
