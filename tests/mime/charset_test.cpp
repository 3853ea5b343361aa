// SPDX-License-Identifier: MIT
#include "mime/charset.h"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

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
    std::string others;
    BOOST_TEST(decoder.has_other() >= !sample[6].empty());
    while (const auto other = decoder.next_other()) {
      if (!others.empty()) others += ' ';
      others.append(decoder.used()).append(":").append(*other);
      BOOST_TEST(mime::is_utf8(*other));
    }
    BOOST_TEST(others == test::unescape(sample[6]));
    BOOST_TEST(!decoder.has_other());
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

// What Chromium 120 and later say document.characterSet is.
BOOST_AUTO_TEST_CASE(finds_a_late_meta_where_chromium_does) {
  const std::string x(2000, 'x');
  const std::string meta = "<meta charset=koi8-r>";
  const std::string titled = "<title>" + x + "</title>";
  struct Row {
    std::string text;
    const char* first;
    const char* other = "";  // by HTML 13.2.3.4 alone
  };
  const Row rows[] = {
      {titled + meta, "koi8-r"},
      {"<html><head>" + titled + meta, "koi8-r"},
      {"<!-- " + x + " -->" + meta, "koi8-r"},
      {"<!-- " + x + " --!>" + meta, "koi8-r"},
      {"<title>a</title>" + x + meta, "koi8-r"},
      {x + meta, "koi8-r"},
      {"<title>a</title><![CDATA[" + x + "]]>" + meta, "koi8-r"},
      {"<noscript>" + x + meta + "</noscript>", "koi8-r"},
      {"<object data=q>" + x + "</object>" + meta, "koi8-r"},
      {"<link title='" + x + meta + "'>" + meta, "koi8-r"},
      {"<p>" + std::string(1010, 'x') + meta, "koi8-r"},
      {titled + "<meta charset=bogus>" + meta, "koi8-r"},
      {titled + "<meta http-equiv=content-type content='text/html;charset=koi8-r'>", "koi8-r"},
      {titled + "<meta charset=utf-16>", "utf-8"},
      {titled + "<meta charset=iso-2022-kr>", "replacement", "windows-1252"},
      {"<title>" + std::string(300000, 'x') + "</title>" + meta, "koi8-r"},
      {"<?xml version='1.0' " + std::string(2000, ' ') + "encoding='koi8-r'?>", "koi8-r"},
      {"<p>" + x + meta, "windows-1252", "koi8-r"},
      {"<body>" + x + meta, "windows-1252", "koi8-r"},
      {"<head>" + titled + "</head>" + meta, "windows-1252", "koi8-r"},
      {titled + "<div></div>" + meta, "windows-1252", "koi8-r"},
      {titled + "</p>" + meta, "windows-1252", "koi8-r"},
      {"<basefont>" + titled + meta, "windows-1252", "koi8-r"},
      {"<iframe>" + x + "</iframe>" + meta, "windows-1252", "koi8-r"},
      {"<title>" + x + meta, "windows-1252"},
      {"<style>" + x + meta + "</style>", "windows-1252"},
      {"<script>//" + x + meta + "</script>", "windows-1252"},
      {"<textarea>" + x + meta + "</textarea>", "windows-1252"},
      {"<plaintext>" + x + meta, "windows-1252"},
      {titled + "<meta charset=koi8-r", "windows-1252"},
      {titled + "<meta charset=x-user-defined>", "windows-1252"},
  };
  mime::CharsetDecoder decoder;
  for (const Row& row : rows) {
    Notes notes;
    const test::ExactCopy text(row.text + "\xC1");
    decoder.to_utf8(text.view(), "", TextKind::html, {notes});
    BOOST_TEST(decoder.used() == row.first, row.text.substr(0, 30) << row.text.size());
    const auto other = decoder.next_other();
    BOOST_TEST(other.has_value() == (*row.other != '\0'), row.text.substr(0, 30));
    if (other) BOOST_TEST(decoder.used() == row.other);
    // What is declared is not asked again.
    decoder.to_utf8(text.view(), "windows-1251", TextKind::html, {notes});
    BOOST_TEST(decoder.used() == "windows-1251");
    BOOST_TEST(!decoder.has_other());
  }
}

// HTML 13.2.3.2: "<" and no letter, "!", "/" or "?" behind it is text; what has one of these ends
// at the next ">".
BOOST_AUTO_TEST_CASE(finds_a_meta_behind_what_is_no_tag) {
  const std::string meta = "<meta charset=koi8-r>";
  mime::CharsetDecoder decoder;
  // Far from the beginning by tokens, and near it by the bytes.
  for (const std::string& before :
       {std::string(), "<title>" + std::string(2000, 'x') + "</title>"}) {
    const auto used = [&](const std::string& rest) {
      const test::ExactCopy text("\xC1" + before + rest);
      Notes notes;
      decoder.to_utf8(text.view(), "", TextKind::html, {notes});
      return std::string(decoder.used());
    };
    for (const char* text : {"<", "< ", "<1 ", "<=", "<<"})
      BOOST_TEST(used(text + meta) == "koi8-r", text);
    for (const char* mark : {"<!x ", "<?x ", "</1 ", "</ ", "<!"}) {
      BOOST_TEST(used(mark + meta) == "windows-1252", mark);
      BOOST_TEST(used(mark + (">" + meta)) == "koi8-r", mark);
    }
    // It ends within a tag.
    for (const char* cut :
         {"<", "<!", "</", "<?", "<m", "<meta", "<meta ", "<meta charset", "<meta charset ",
          "<meta charset=", "<meta charset= ", "<meta charset=koi8-r", "<meta charset=koi8-r ",
          "<meta charset='koi8-r", "<meta charset='koi8-r'", "<meta charset=koi8-r/", "<a b=c "})
      BOOST_TEST(used(cut) == "windows-1252", cut);
  }
}

BOOST_AUTO_TEST_CASE(a_late_meta_counts_for_ascii_with_shifts) {
  mime::CharsetDecoder decoder;
  Notes notes;
  const std::string text =
      "<title>" + std::string(2000, 'x') + "</title><meta charset=iso-2022-jp><a h\x1B(Bref=x>";
  BOOST_TEST(decoder.to_utf8(text, "", TextKind::html, {notes}).ends_with("<a href=x>"));
  BOOST_TEST(decoder.used() == "iso-2022-jp");
}

BOOST_AUTO_TEST_CASE(looks_for_a_charset_in_linear_time) {
  // Each would take minutes if it were looked for anew from every place.
  for (const char* piece :
       {"<!-- --!>", "<!--", "<title>", "<title></title", "<a '", "<meta charset=\"", "<?", "</",
        "<meta charset=x>", "charset", "\x1B"}) {
    std::string text;
    while (text.size() < 4000000) text += piece;
    text += "\xC1";
    mime::CharsetDecoder decoder;
    Notes notes;
    decoder.to_utf8(text, "", TextKind::html, {notes});
    BOOST_TEST(decoder.used() == "windows-1252", piece);
  }
}

BOOST_AUTO_TEST_CASE(knows_where_in_the_bytes_a_text_comes_from) {
  struct Row {
    const char* declared;
    std::string bytes;
    std::vector<std::size_t> places, wanted;
    bool other = false;
  };
  const Row rows[] = {
      {"utf-8", "caf\xC3\xA9!", {0, 3, 5, 6}, {0, 3, 5, 6}},
      {"utf-8",
       "\xEF\xBB\xBF"
       "ab",
       {0, 1, 2},
       {3, 4, 5}},
      {"utf-8",
       "a\xFF"
       "b",
       {0, 1, 4, 5},
       {0, 1, 2, 3}},
      {"iso-8859-1",
       "\xE9"
       "a",
       {0, 2, 3},
       {0, 1, 2}},
      {"shift_jis",
       "a\x93\xFA"
       "b\x81<",
       {0, 1, 4, 5, 8, 9},
       {0, 1, 3, 4, 5, 6}},
      {"iso-2022-jp", "a\x1B$BF|\x1B(Bb", {0, 1, 4, 5}, {0, 4, 9, 10}},
      {"utf-16le",
       std::string("\xFF\xFE"
                   "a\0\x3D\xD8\0\xDE",
                   8),
       {0, 1, 5},
       {2, 4, 8}},
      {"utf-7", "a+AOk-b", {0, 1, 3, 4}, {0, 2, 6, 7}, true},
      {"hz-gb-2312", "~{VP~}a", {0, 3, 4}, {2, 6, 7}, true},
  };
  mime::CharsetDecoder decoder;
  for (const Row& row : rows) {
    Notes notes;
    decoder.to_utf8(row.bytes, row.declared, TextKind::plain, {notes});
    if (row.other) BOOST_TEST(decoder.next_other().has_value());
    std::vector<std::size_t> places = row.places;
    decoder.to_places_in_bytes(places);
    BOOST_TEST(places == row.wanted, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(knows_labels_as_the_standard_writes_them) {
  BOOST_TEST(mime::find_charset("ISO_8859-1:1987")->name == "windows-1252");
  BOOST_TEST(mime::find_charset(" UTF8\r\n")->name == "utf-8");
  for (const char* none : {"", " ", "utf", "utf 8", "utf_8", "\"utf-8\"", "utf-8;", "utf-7",
                           "cp437", "utf-32", "ibm037", "utf-8\v", "\xC2\xA0utf-8"})
    BOOST_TEST(mime::find_charset(none) == nullptr, none);
  BOOST_TEST(mime::find_charset(std::string(1000, 'a')) == nullptr);
}

BOOST_AUTO_TEST_CASE(knows_more_labels_for_other_readings) {
  BOOST_TEST(mime::find_charset_loosely("utf_8")->name == "utf-8");
  BOOST_TEST(mime::find_charset_loosely("ISO 8859 2")->name == "iso-8859-2");
  BOOST_TEST(mime::find_charset_loosely("CN-GB")->name == "gbk");
  for (const char* none : {"", "-", "utf", "ibm037"})
    BOOST_TEST(mime::find_charset_loosely(none) == nullptr, none);
  for (const char* known :
       {"utf-7", "cp65000", "x-unicode-2-0-utf-7", "hz", "iso-2022-cn", "ibm037", "cp437", "utf-32",
        "UCS-4LE", "scsu", "bocu-1", "euc-tw", "utf8mb4"})
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

// With the square of their number this would not end.
BOOST_AUTO_TEST_CASE(takes_shifts_that_are_none_one_after_the_other) {
  const std::string tildes(3'000'000, '~');
  for (const std::string_view declared : {"hz", "hz-gb-2312"}) {
    mime::CharsetDecoder decoder;
    Notes notes;
    decoder.to_utf8(tildes, declared, TextKind::plain, {notes});
    std::size_t others = 0;
    for (; const auto other = decoder.next_other(); ++others)
      BOOST_TEST(other->size() <= 3 * tildes.size());
    BOOST_TEST(others > 0U);
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
