// SPDX-License-Identifier: MIT
#include "text/utf8.h"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace basewalk;

BOOST_AUTO_TEST_SUITE(utf8_sequences)

BOOST_AUTO_TEST_CASE(every_code_point_goes_there_and_back) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    utf8::append(c, text);
    const std::size_t size = text.size();
    text += 'x';
    const utf8::Sequence read = utf8::first(text);
    if (!read.valid || read.code_point != c || read.length != size)
      BOOST_FAIL("U+" << std::hex << static_cast<std::uint32_t>(c));
  }
}

struct Broken {
  std::string_view bytes;
  std::size_t length;  // that a decoder gives up on
};

// Encoding Standard, UTF-8 decoder: the longest beginning of a sequence is one replacement.
BOOST_AUTO_TEST_CASE(broken_sequences_end_where_a_browser_gives_up) {
  constexpr Broken kRows[] = {
      {"\x80", 1},
      {"\xC0\x80", 1},
      {"\xC1\xBF", 1},
      {"\xC2", 1},
      {"\xC2x", 1},
      {"\xE0\x9F\xBF", 1},
      {"\xE0\xA0", 2},
      {"\xED\xA0\x80", 1},
      {"\xEF\xBFx", 2},
      {"\xF0\x8F\xBF\xBF", 1},
      {"\xF0\x90\x80", 3},
      {"\xF4\x90\x80\x80", 1},
      {"\xF5\x80\x80\x80", 1},
      {"\xFF", 1},
      {"\xF1\x80\x80x", 3},
  };
  for (const Broken& row : kRows) {
    const utf8::Sequence read = utf8::first(row.bytes);
    BOOST_TEST(!read.valid);
    BOOST_TEST(read.length == row.length);
    BOOST_TEST((read.code_point == 0xFFFD));
  }
}

BOOST_AUTO_TEST_CASE(only_the_middle_of_a_sequence_goes_on) {
  for (int byte = 0; byte < 256; ++byte)
    BOOST_TEST(utf8::is_continuation(static_cast<char>(byte)) == (byte >= 0x80 && byte < 0xC0));
}

// Texts of characters of one to four bytes, cut at each place.
BOOST_AUTO_TEST_CASE(a_cut_is_the_longest_beginning_of_whole_characters) {
  constexpr std::string_view kCharacters[] = {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
  for (std::size_t order = 0; order < 256; ++order) {
    std::string text;
    std::string begun;  // where each character begins
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string_view next = kCharacters[order >> 2 * i & 3];
      text += next;
      begun.append(1, '|').append(next.size() - 1, '.');
    }
    begun += '|';
    for (std::size_t most = 0; most <= text.size() + 1; ++most) {
      const std::string_view cut = utf8::cut(text, most);
      BOOST_TEST(cut.data() == text.data());
      BOOST_TEST(cut.size() == begun.rfind('|', most));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_cut_of_what_is_no_text_is_not_much_shorter) {
  const std::string bytes(100, '\x80');
  BOOST_TEST(utf8::cut(bytes, 100).size() == 100u);
  BOOST_TEST(utf8::cut(bytes, 99).size() == 95u);
  BOOST_TEST(utf8::cut(bytes, 3).size() == 0u);
  BOOST_TEST(utf8::cut(bytes, 0).size() == 0u);
  BOOST_TEST(utf8::cut("\xF0\x9F\x98\x80", 3).empty());
  BOOST_TEST(utf8::cut("", 0).empty());
}

BOOST_AUTO_TEST_CASE(a_character_has_as_many_bytes_as_it_says) {
  for (char32_t c = 0; c <= 0x110000; ++c) {
    const bool is_character = c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
    std::string text;
    utf8::append_any(c, text);
    const char32_t meant = is_character ? c : 0xFFFD;
    if (utf8::is_scalar(c) != is_character || utf8::size_of(meant) != text.size() ||
        utf8::first(text).code_point != meant || !utf8::is_valid(text))
      BOOST_FAIL("U+" << std::hex << static_cast<std::uint32_t>(c));
  }
  std::string text;
  utf8::append_any(0xFFFFFFFF, text);
  BOOST_TEST(text == utf8::kReplacementText);
}

BOOST_AUTO_TEST_CASE(two_surrogates_are_one_character) {
  BOOST_TEST((utf8::joined(0xD800, 0xDC00) == 0x10000));
  BOOST_TEST((utf8::joined(0xDBFF, 0xDFFF) == 0x10FFFF));
  BOOST_TEST((utf8::joined(0xD83D, 0xDE00) == 0x1F600));
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (utf8::is_high_surrogate(c) != (c >= 0xD800 && c <= 0xDBFF) ||
        utf8::is_low_surrogate(c) != (c >= 0xDC00 && c <= 0xDFFF) ||
        utf8::is_surrogate(c) != (utf8::is_high_surrogate(c) || utf8::is_low_surrogate(c)))
      BOOST_FAIL("U+" << std::hex << static_cast<std::uint32_t>(c));
  }
}

// One byte that is not ASCII at each place of texts of each length: the fast loop takes 32 at once.
BOOST_AUTO_TEST_CASE(ascii_ends_where_the_first_other_byte_is) {
  for (std::size_t size = 0; size <= 100; ++size) {
    std::string text(size, '\x7F');
    BOOST_TEST(utf8::is_ascii(text));
    BOOST_TEST(utf8::valid_prefix(text) == size);
    for (std::size_t at = 0; at < size; ++at) {
      text[at] = '\x80';
      BOOST_TEST(utf8::ascii_prefix(text) == at);
      BOOST_TEST(!utf8::is_ascii(text));
      BOOST_TEST(utf8::valid_prefix(text) == at);
      text[at] = '\0';
    }
    BOOST_TEST(utf8::is_ascii(text));
  }
}

// RFC 3629 4, written down once more: "tail" is 80-BF.
bool is_character(std::string_view s) {
  const auto in = [&](std::size_t i, unsigned low, unsigned high) {
    const auto byte = static_cast<unsigned char>(s[i]);
    return byte >= low && byte <= high;
  };
  switch (s.size()) {
    case 1:
      return in(0, 0x00, 0x7F);
    case 2:
      return in(0, 0xC2, 0xDF) && in(1, 0x80, 0xBF);
    case 3:
      return ((in(0, 0xE0, 0xE0) && in(1, 0xA0, 0xBF)) ||
              (in(0, 0xE1, 0xEC) && in(1, 0x80, 0xBF)) ||
              (in(0, 0xED, 0xED) && in(1, 0x80, 0x9F)) ||
              (in(0, 0xEE, 0xEF) && in(1, 0x80, 0xBF))) &&
             in(2, 0x80, 0xBF);
    default:
      return ((in(0, 0xF0, 0xF0) && in(1, 0x90, 0xBF)) ||
              (in(0, 0xF1, 0xF3) && in(1, 0x80, 0xBF)) ||
              (in(0, 0xF4, 0xF4) && in(1, 0x80, 0x8F))) &&
             in(2, 0x80, 0xBF) && in(3, 0x80, 0xBF);
  }
}

// All bytes in front, bytes at the bounds behind.
BOOST_AUTO_TEST_CASE(the_grammar_says_what_is_a_character) {
  constexpr unsigned char kBounds[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                       0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xFF};
  for (unsigned a = 0; a < 256; ++a) {
    for (const unsigned char b : kBounds) {
      for (const unsigned char c : kBounds) {
        for (const unsigned char d : kBounds) {
          const char bytes[] = {static_cast<char>(a), static_cast<char>(b), static_cast<char>(c),
                                static_cast<char>(d)};
          const std::string_view text(bytes, 4);
          std::size_t length = 0;
          for (std::size_t size = 1; size <= 4; ++size)
            if (is_character(text.substr(0, size))) length = size;
          const utf8::Sequence read = utf8::first(text);
          if (read.valid != (length > 0) || (read.valid && read.length != length))
            BOOST_FAIL(a << " " << +b << " " << +c << " " << +d);
          // Cut short it is none.
          for (std::size_t size = 1; size < length; ++size)
            if (utf8::first(text.substr(0, size)).valid || utf8::is_valid(text.substr(0, size)))
              BOOST_FAIL(size << " bytes of " << a << " " << +b << " " << +c);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
