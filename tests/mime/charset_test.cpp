// SPDX-License-Identifier: MIT
#include "mime/charset.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "basewalk/mime/decode.h"
#include "support/files.h"

using namespace basewalk;
using mime::TextKind;

namespace {

TextKind kind_of(const std::string& name) {
  if (name == "html") return TextKind::html;
  if (name == "xml") return TextKind::xml;
  return name == "css" ? TextKind::css : TextKind::plain;
}

std::string utf8(std::string_view bytes, std::string_view declared) {
  Notes notes;
  mime::CharsetDecoder decoder;
  return std::string(decoder.to_utf8(bytes, declared, TextKind::plain, {notes}));
}

// RFC 3629 4 by its grammar, one byte after another.
bool is_utf8_by_the_grammar(std::string_view s) {
  auto at = [&](std::size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0U; };
  auto tail = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return at(i) >= low && at(i) <= high;
  };
  for (std::size_t i = 0; i < s.size();) {
    const unsigned c = at(i);
    if (c < 0x80) {
      i += 1;
    } else if (c >= 0xC2 && c <= 0xDF && tail(i + 1)) {
      i += 2;
    } else if ((c == 0xE0 && tail(i + 1, 0xA0) && tail(i + 2)) ||
               (c >= 0xE1 && c <= 0xEC && tail(i + 1) && tail(i + 2)) ||
               (c == 0xED && tail(i + 1, 0x80, 0x9F) && tail(i + 2)) ||
               (c >= 0xEE && c <= 0xEF && tail(i + 1) && tail(i + 2))) {
      i += 3;
    } else if ((c == 0xF0 && tail(i + 1, 0x90) && tail(i + 2) && tail(i + 3)) ||
               (c >= 0xF1 && c <= 0xF3 && tail(i + 1) && tail(i + 2) && tail(i + 3)) ||
               (c == 0xF4 && tail(i + 1, 0x80, 0x8F) && tail(i + 2) && tail(i + 3))) {
      i += 4;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(charset)

BOOST_DATA_TEST_CASE(turns_bytes_into_utf8, test::read_table(std::string("mime/charsets.tsv"))) {
  const test::ExactCopy bytes(test::unescape(sample[2]));
  Notes notes;
  mime::CharsetDecoder decoder;
  // Twice: a decoder forgets nothing of the first text but its converters.
  for (int i = 0; i < 2; ++i) {
    notes.clear();
    BOOST_TEST(decoder.to_utf8(bytes.view(), sample[0], kind_of(sample[1]), {notes}) ==
               test::unescape(sample[3]));
    BOOST_TEST(decoder.used() == sample[4]);
    std::string codes;
    for (const Note& note : notes.all()) {
      if (!codes.empty()) codes += ' ';
      codes.append(name(note.code)).append("@").append(std::to_string(note.offset));
    }
    BOOST_TEST(codes == sample[5]);
  }
}

BOOST_AUTO_TEST_CASE(copies_nothing_where_nothing_changes) {
  Notes notes;
  mime::CharsetDecoder decoder;
  const std::string ascii = "plain text";
  const std::string text = "caf\xC3\xA9";
  for (const char* declared : {"", "us-ascii", "utf-8", "iso-8859-1", "gb2312", "koi8-r"})
    BOOST_TEST(decoder.to_utf8(ascii, declared, TextKind::html, {notes}).data() == ascii.data());
  BOOST_TEST(decoder.to_utf8(text, "utf-8", TextKind::html, {notes}).data() == text.data());
}

BOOST_AUTO_TEST_CASE(finds_a_late_meta_where_nothing_else_tells) {
  Notes notes;
  mime::CharsetDecoder decoder;
  std::string text = "<p>";
  text.append(5000, 'x').append("<meta charset=koi8-r>\xC1");
  decoder.to_utf8(text, "", TextKind::html, {notes});
  BOOST_TEST(decoder.used() == "koi8-r");
}

BOOST_AUTO_TEST_CASE(knows_labels_as_the_standard_writes_them) {
  BOOST_TEST(mime::find_charset("ISO_8859-1:1987")->name == "windows-1252");
  BOOST_TEST(mime::find_charset(" UTF8\r\n")->name == "utf-8");
  for (const char* none : {"", " ", "utf", "utf 8", "utf_8", "\"utf-8\"", "utf-8;", "utf-7", "cp437",
                           "utf-32", "ibm037", "utf-8\v", "\xC2\xA0utf-8"})
    BOOST_TEST(mime::find_charset(none) == nullptr, none);
  BOOST_TEST(mime::find_charset(std::string(1000, 'a')) == nullptr);
}

BOOST_AUTO_TEST_CASE(knows_more_labels_for_other_readings) {
  BOOST_TEST(mime::find_charset_loosely("utf_8")->name == "utf-8");
  BOOST_TEST(mime::find_charset_loosely("ISO 8859 2")->name == "iso-8859-2");
  BOOST_TEST(mime::find_charset_loosely("CN-GB")->name == "gbk");
  for (const char* none : {"", "-", "utf", "ibm037"})
    BOOST_TEST(mime::find_charset_loosely(none) == nullptr, none);
  for (const char* known : {"utf-7", "cp65000", "x-unicode-2-0-utf-7", "hz", "iso-2022-cn", "ibm037",
                            "cp437", "utf-32", "UCS-4LE", "scsu", "bocu-1", "euc-tw", "utf8mb4"})
    BOOST_TEST(mime::is_known_charset(known), known);
  for (const char* none : {"", "x-unknown", "utf-16,version=1", "unknown-8bit"})
    BOOST_TEST(!mime::is_known_charset(none), none);
}

BOOST_AUTO_TEST_CASE(keeps_surrogate_pairs_over_the_edges_of_its_buffer) {
  std::string bytes;
  std::string wanted;
  for (int i = 0; i < 5000; ++i) {
    bytes += "\x94\x39\xFC\x36";  // U+1F600 in GB 18030
    wanted += "\xF0\x9F\x98\x80";
  }
  BOOST_TEST((utf8(bytes, "gb18030") == wanted));
  BOOST_TEST((utf8(std::string("a").append(bytes), "gb18030") == std::string("a").append(wanted)));
}

BOOST_AUTO_TEST_CASE(yields_utf8_and_loses_no_ascii_whatever_the_charset) {
  std::uint32_t state = 1;
  for (const char* label : {"shift_jis", "big5", "gbk", "euc-jp", "euc-kr", "utf-8", "us-ascii",
                            "windows-1255", "iso-8859-3", ""}) {
    std::string bytes;
    for (int i = 0; i < 4000; ++i) {
      state = state * 1664525 + 1013904223;
      bytes += static_cast<char>(state >> 24);
    }
    const std::string text = utf8(bytes + "<END>", label);
    BOOST_TEST(mime::is_utf8(text), label);
    BOOST_TEST(text.ends_with("<END>"), label);
  }
}

BOOST_AUTO_TEST_CASE(knows_utf8_as_the_grammar_does) {
  // Every sequence of three bytes out of those where a rule begins or ends.
  const std::string edges =
      "a\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF"
      "\xF0\xF1\xF3\xF4\xF5\xFF";
  for (char a : edges)
    for (char b : edges)
      for (char c : edges)
        for (const char* tail : {"", "\x80", "\xBF\x80"}) {
          const test::ExactCopy text(std::string{a, b, c} + tail);
          if (mime::is_utf8(text.view()) != is_utf8_by_the_grammar(text.view()))
            BOOST_ERROR("differs");
        }
  for (std::size_t at = 0; at < 70; ++at) {
    std::string text(70, 'x');
    text[at] = '\xE9';
    BOOST_TEST(!mime::is_utf8(text));
  }
}

BOOST_AUTO_TEST_SUITE_END()
