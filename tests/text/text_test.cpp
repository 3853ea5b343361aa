// SPDX-License-Identifier: MIT
//
// Characters, escapes and hashes that every layer uses.
#include <boost/test/unit_test.hpp>
#include <string>

#include "text/ascii.h"
#include "text/find.h"
#include "text/hex.h"
#include "text/siphash.h"
#include "text/utf8.h"

using namespace basewalk;
using namespace std::string_view_literals;

namespace {

// Those of the 256 bytes that a question is true of.
template <class Question>
std::string bytes_that(Question is) {
  std::string out;
  for (int c = 0; c < 256; ++c)
    if (is(static_cast<char>(c))) out += static_cast<char>(c);
  return out;
}

std::string decoded(std::string_view escaped, char sign = '%') {
  std::string out = "<";
  text::append_unescaped(out, escaped, sign);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(characters)

BOOST_AUTO_TEST_CASE(classes_of_characters_hold_what_they_say) {
  const std::string digits = "0123456789", upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                    lower = "abcdefghijklmnopqrstuvwxyz";
  BOOST_TEST(bytes_that(ascii::is_upper) == upper);
  BOOST_TEST(bytes_that(ascii::is_lower) == lower);
  BOOST_TEST(bytes_that(ascii::is_alpha) == upper + lower);
  BOOST_TEST(bytes_that(ascii::is_digit) == digits);
  BOOST_TEST(bytes_that(ascii::is_alnum) == digits + upper + lower);
  BOOST_TEST(bytes_that(ascii::is_hex) == digits + "ABCDEFabcdef");
  BOOST_TEST(bytes_that(ascii::is_blank) == "\t ");
  BOOST_TEST(bytes_that(ascii::is_space) == "\t\n\f\r ");
  for (std::size_t i = 0; i < 16; ++i) {
    BOOST_TEST(ascii::hex_value("0123456789abcdef"[i]) == i);
    BOOST_TEST(ascii::hex_value("0123456789ABCDEF"[i]) == i);
  }
}

BOOST_AUTO_TEST_CASE(case_is_that_of_ascii_alone) {
  BOOST_TEST(ascii::lowered("AMZ[@`\xC3\x84") == "amz[@`\xC3\x84");
  BOOST_TEST(ascii::iequals("aZ", "Az"));
  BOOST_TEST(ascii::iequals("", ""));
  BOOST_TEST(!ascii::iequals("a", "ab"));
  BOOST_TEST(!ascii::iequals("ba", "a"));
  BOOST_TEST(!ascii::iequals("ab", "ac"));
  BOOST_TEST(!ascii::iequals("@", "`"));
  BOOST_TEST(ascii::istarts_with("Content-Type", "CONTENT-"));
  BOOST_TEST(ascii::istarts_with("abc", "ABC"));
  BOOST_TEST(!ascii::istarts_with("ab", "abc"));
  BOOST_TEST(!ascii::istarts_with("xabc", "abc"));
}

BOOST_AUTO_TEST_CASE(trims_white_space_at_the_ends) {
  BOOST_TEST(ascii::trim(" \t\r\n\fa b\f\n\r\t ") == "a b");
  BOOST_TEST(ascii::trim_left(" a ") == "a ");
  BOOST_TEST(ascii::trim_right(" a ") == " a");
  BOOST_TEST(ascii::trim(" \n ").empty());
  BOOST_TEST(ascii::trim("").empty());
  BOOST_TEST(ascii::trim("a") == "a");
}

BOOST_AUTO_TEST_CASE(decodes_escapes_of_two_digits) {
  BOOST_TEST(decoded("a%41%7e%C3%a9b") ==
             "<aA~\xC3\xA9"
             "b");
  BOOST_TEST(decoded("%0x%x0%4%") == "<%0x%x0%4%");
  BOOST_TEST(decoded("%4") == "<%4");
  BOOST_TEST(decoded("%41") == "<A");
  BOOST_TEST(decoded("%%41%2541") == "<%A%41");
  BOOST_TEST(decoded("=41%41", '=') == "<A%41");
  BOOST_TEST(decoded("") == "<");
}

// Every code point there and back, and the piece at which a decoder gives up.
BOOST_AUTO_TEST_CASE(utf8_is_read_and_written) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string out;
    utf8::append(c, out);
    const std::size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    const utf8::Sequence whole = utf8::first(out + "x");
    if (out.size() != length || !whole.valid || whole.length != length || whole.code_point != c)
      BOOST_TEST_REQUIRE(false, static_cast<std::uint32_t>(c));
    for (std::size_t cut = 1; cut < length; ++cut) {
      const utf8::Sequence piece = utf8::first(std::string_view(out).substr(0, cut));
      if (piece.valid || piece.length != cut || piece.code_point != 0xFFFD)
        BOOST_TEST_REQUIRE(false, static_cast<std::uint32_t>(c));
    }
  }
  std::string out;
  utf8::append(0xE9, out);
  utf8::append(0x20AC, out);
  utf8::append(0x1F600, out);
  BOOST_TEST(out == "\u00E9\u20AC\U0001F600");
}

// The table of the Encoding Standard's decoder: bounds of the second byte.
BOOST_AUTO_TEST_CASE(utf8_that_is_none_is_given_up_where_it_goes_wrong) {
  const std::pair<std::string_view, std::size_t> rows[] = {{"\x80", 1},
                                                           {"\xBF\x80", 1},
                                                           {"\xC0\x80", 1},
                                                           {"\xC1\xBF", 1},
                                                           {"\xC2\x7F", 1},
                                                           {"\xC2\xC0", 1},
                                                           {"\xDF", 1},
                                                           {"\xE0\x9F\x80", 1},
                                                           {"\xE0\xA0\x7F", 2},
                                                           {"\xED\xA0\x80", 1},
                                                           {"\xEF\xBF\xC0", 2},
                                                           {"\xF0\x8F\x80\x80", 1},
                                                           {"\xF0\x90\x80", 3},
                                                           {"\xF4\x90\x80\x80", 1},
                                                           {"\xF4\x8F\xBF\x7F", 3},
                                                           {"\xF5\x80\x80\x80", 1},
                                                           {"\xFF", 1}};
  for (const auto& [text, length] : rows) {
    const utf8::Sequence piece = utf8::first(text);
    BOOST_TEST(!piece.valid);
    BOOST_TEST(piece.length == length);
    BOOST_TEST((piece.code_point == 0xFFFD));
  }
  BOOST_TEST(utf8::first("\xED\x9F\xBF").valid);
  BOOST_TEST(utf8::first("\xE0\xA0\x80").valid);
}

// As Python computes it with PYTHONHASHSEED=0, where the key is zero.
BOOST_AUTO_TEST_CASE(siphash_is_siphash) {
  std::string long_text;
  for (int c = 1; c < 64; ++c) long_text += static_cast<char>(c);
  BOOST_TEST(SipHash({0, 0})("a") == 0x407448d2b89b1813u);
  BOOST_TEST(SipHash({0, 0})("abcdefg") == 0x6db12aae9070f506u);
  BOOST_TEST(SipHash({0, 0})("abcdefgh") == 0x3f7b849c0b8e35eau);
  BOOST_TEST(SipHash({0, 0})("abcdefghi\xFF") == 0xc8ebc5efcb27092du);
  BOOST_TEST(SipHash({0, 0})(long_text) == 0x6bafe9f92616651bu);
  BOOST_TEST(siphash("a") == siphash("a"));
  BOOST_TEST(siphash("a") != siphash("b"));
  BOOST_TEST((process_key().k0 != 0 && process_key().k1 != 0));
  BOOST_TEST(process_key().k0 != process_key().k1);
}

BOOST_AUTO_TEST_CASE(the_next_byte_is_found_from_a_place_on_or_the_end) {
  const std::string text = "a=b=c";
  BOOST_TEST(text::find_byte(text, '=', 0) == 1U);
  BOOST_TEST(text::find_byte(text, '=', 1) == 1U);
  BOOST_TEST(text::find_byte(text, '=', 2) == 3U);
  BOOST_TEST(text::find_byte(text, 'c', 4) == 4U);
  for (const std::size_t at : {std::size_t{4}, std::size_t{5}, std::size_t{6}, text::kNone})
    BOOST_TEST(text::find_byte(text, '=', at) == 5U, at);
  BOOST_TEST(text::find_byte("", '=', 0) == 0U);
}

// At each place of texts of each size up to three blocks.
BOOST_AUTO_TEST_CASE(a_sign_and_a_letter_in_either_case_are_found_together) {
  for (std::size_t size = 0; size < 50; ++size)
    for (std::size_t at = 0; at + 1 < size; ++at)
      for (const std::string_view pair : {"<b", "<B"}) {
        std::string text(size, '<');
        BOOST_TEST((text::find_pair<'<', 'b'>(text, 0)) == size);
        text.replace(at, 2, pair);
        if (at > 2) text[at - 2] = 'b';
        BOOST_TEST((text::find_pair<'<', 'b'>(text, 0)) == (at == 3 ? 0U : at > 3 ? at - 3 : at));
        BOOST_TEST((text::find_pair<'<', 'b'>(text, at)) == at);
        BOOST_TEST((text::find_pair<'<', 'b'>(text, at + 1)) == size);
      }
  BOOST_TEST((text::find_pair<'<', 'b'>("x<", 0)) == 2U);
  BOOST_TEST((text::find_pair<'<', 'b'>("<b", 7)) == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
