// SPDX-License-Identifier: MIT
//
// What the content of a page is made of (ISO 32000-1 7.2, 7.3, 8.9.7), and what glyphs are called.
#include "worker/documents/pdf/page/lexer.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>

#include "support/files.h"
#include "worker/documents/pdf/page/glyph_names.h"

using namespace basewalk;
using namespace basewalk::worker::pdf;
using namespace std::string_literals;

namespace {

// Each token in words, with a blank between them.
std::string tokens_of(const std::string& stream) {
  const test::ExactCopy copy(stream);
  Lexer lexer(copy.view());
  std::string all;
  for (;;) {
    std::string string;
    const Token token = lexer.next(string);
    if (token.kind == TokenKind::end) return all;
    if (!all.empty()) all += ' ';
    if (token.kind == TokenKind::number) {
      const auto thousandths =
          static_cast<long>(token.number * 1000 + (token.number < 0 ? -0.5 : 0.5));
      all += std::to_string(thousandths) + "m";
    }
    if (token.kind == TokenKind::name) all.append("/").append(token.text);
    if (token.kind == TokenKind::string) all.append("{").append(string).append("}");
    if (token.kind == TokenKind::bracket || token.kind == TokenKind::word) all.append(token.text);
  }
}

struct Row {
  std::string stream, tokens;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.stream; }

const Row kRows[] = {
    {"", ""},
    {" \t\r\n\f\0"s, ""},
    {"% (comment)", ""},
    {"1 % (comment)\r2", "1000m 2000m"},
    {"12 -3 +4 .5 -.25 1.", "12000m -3000m 4000m 500m -250m 1000m"},
    // What writers make of numbers.
    {"--5 12-3 1+2 1.2.3 - .", "-5000m 12000m 1+2 1.2.3 - 0m"},
    {"/Name/Other /#41 /", "/Name /Other /#41 /"},
    {"BT/F1 Tf[(a)]TJ*", "BT /F1 Tf [ {a} ] TJ*"},
    {"<</A 1>>", "<< /A 1000m >>"},
    {"<</A <</B <41>>>>>", "<< /A << /B {A} >> >>"},
    {"<</A (>%)>> BDC", "<< /A {>%} >> BDC"},
    {"> {1}", "> { 1000m }"},
    {"(a(b)c)d", "{a(b)c} d"},
    {"(\\n\\r\\t\\b\\f\\(\\)\\\\\\q)", "{\n\r\t\b\f()\\q}"},
    {"(\\101\\7\\1234\\377\\400)", "{A\7S4\xFF\0}"s},
    {"(a\\\nb\\\rc\\\r\nd)", "{abcd}"},
    {"(not closed", "{not closed}"},
    {"(backslash\\", "{backslash}"},
    {"(carriage return\\\r", "{carriage return}"},
    {"(digits\\1", "{digits\1}"},
    {"<48 69>", "{Hi}"},
    {"<486>", "{H`}"},
    {"<4G8>", "{H}"},
    {"<>", "{}"},
    {"<48", "{H}"},
};

struct Picture {
  std::string stream, picture, behind;
};
std::ostream& operator<<(std::ostream& out, const Picture& row) { return out << row.stream; }

const Picture kPictures[] = {
    {"ID abc EI Q", "abc ", "Q"},
    {"ID aEIb EIc\nEI", "aEIb EIc\n", ""},
    {"ID EI Q", "", "Q"},
    {"ID abcEI (x", "abcEI (x", ""},
    // Text behind it, and bytes that are none.
    {"ID abcEI Q BT 1 0 0 1 0 0 Tm", "abc", "Q"},
    {"ID abcEI Q BT 1 0 0 \xFF 0 0 Tm", "abcEI Q BT 1 0 0 \xFF 0 0 Tm", ""},
    {"ID", "", ""},
};

struct Name {
  const char *name, *text;
};
std::ostream& operator<<(std::ostream& out, const Name& row) { return out << row.name; }

constexpr Name kNames[] = {
    {"a", "a"},
    {"Z", "Z"},
    {"slash", "/"},
    {"underscore", "_"},
    {"a.alt", "a"},
    {"slash.x.y", "/"},
    {".notdef", ""},
    {"ffi", "ffi"},
    {"f_i", "fi"},
    {"f_f_i.liga", "ffi"},
    {"h_slash_uni0041", "h/A"},
    {"_", ""},
    {"a_", "a"},
    {"uni0041", "A"},
    {"uni00410042", "AB"},
    {"uni004", ""},
    {"uni004G", ""},
    {"uni0000", ""},
    {"uni00410000", ""},
    {"u0041", "A"},
    {"u1F600", "\xF0\x9F\x98\x80"},
    {"u041", ""},
    {"u0000041", ""},
    {"u004G", ""},
    {"nothing of that name", ""},
    {"~", ""},
    // As they are written where the names say no more.
    {"G41", "A"},
    {"g0041", "A"},
    {"c65", "A"},
    {"C065", "A"},
    {"G4", ""},
    {"G00", ""},
    {"c6x", ""},
    {"1", ""},
    {"", ""},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_pdf_lexer)

BOOST_DATA_TEST_CASE(content_is_tokens, kRows, row) {
  BOOST_TEST(tokens_of(row.stream) == row.tokens);
}

BOOST_DATA_TEST_CASE(a_picture_ends_with_a_word_of_its_own, kPictures, row) {
  const test::ExactCopy copy(row.stream);
  Lexer lexer(copy.view());
  std::string string;
  BOOST_TEST(lexer.next(string).text == "ID");
  BOOST_TEST(lexer.picture() == row.picture);
  BOOST_TEST(lexer.next(string).text == row.behind);
}

BOOST_DATA_TEST_CASE(glyphs_are_called, kNames, row) {
  BOOST_TEST(text_of_glyph(row.name) == row.text);
}

// ISO 32000-1 D.2, the codes at which the encodings differ.
BOOST_AUTO_TEST_CASE(encodings_differ) {
  for (unsigned char byte = ' '; byte < 0x7F; ++byte) {
    BOOST_TEST((mac_roman(byte) == byte));
    BOOST_TEST((standard(byte) == byte || byte == '\'' || byte == '`'));
  }
  BOOST_TEST((standard('\'') == 0x2019 && standard('`') == 0x2018));
  BOOST_TEST((standard(0xAE) == 0xFB01 && standard(0xAF) == 0xFB02 && standard(0xB1) == 0x2013));
  BOOST_TEST((standard(0xA4) == 0x2044 && standard(0xA9) == '\'' && standard(0xC1) == '`'));
  BOOST_TEST((standard(0xE8) == 0x141 && standard(0xFB) == 0xDF));
  BOOST_TEST((standard(0x80) == 0 && standard(0xA0) == 0 && standard(0xFF) == 0));
  BOOST_TEST((mac_roman(0x80) == 0xC4 && mac_roman(0xA5) == 0x2022 && mac_roman(0xFF) == 0x2C7));
  BOOST_TEST((mac_roman(0xDE) == 0xFB01 && mac_roman(0xDF) == 0xFB02 && mac_roman(0xDB) == 0x20AC));
  BOOST_TEST((win_ansi(0x80) == 0x20AC && win_ansi(0x92) == 0x2019 && win_ansi(0xE9) == 0xE9));
  BOOST_TEST(helvetica_width(' ') == 278);
  BOOST_TEST(helvetica_width('~') == 584);
  BOOST_TEST(helvetica_width(0x7F) == helvetica_width(0xE9));
}

BOOST_AUTO_TEST_SUITE_END()
