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

BOOST_AUTO_TEST_SUITE_END()
