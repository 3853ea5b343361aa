// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/page/glyph_names.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "text/ascii.h"
#include "text/binary/windows_1252.h"
#include "text/hex.h"
#include "text/utf8.h"

namespace basewalk::worker::pdf {
namespace {

struct Glyph {
  std::string_view name;
  char32_t c;
};

// In order of names.
constexpr Glyph kGlyphs[] = {
    {"Adieresis", 0xC4},
    {"Odieresis", 0xD6},
    {"Udieresis", 0xDC},
    {"adieresis", 0xE4},
    {"ampersand", '&'},
    {"apostrophe", '\''},
    {"asciicircum", '^'},
    {"asciitilde", '~'},
    {"asterisk", '*'},
    {"at", '@'},
    {"backslash", '\\'},
    {"bar", '|'},
    {"braceleft", '{'},
    {"braceright", '}'},
    {"bracketleft", '['},
    {"bracketright", ']'},
    {"bullet", 0x2022},
    {"colon", ':'},
    {"comma", ','},
    {"dollar", '$'},
    {"eacute", 0xE9},
    {"egrave", 0xE8},
    {"eight", '8'},
    {"ellipsis", 0x2026},
    {"emdash", 0x2014},
    {"endash", 0x2013},
    {"equal", '='},
    {"exclam", '!'},
    {"five", '5'},
    {"four", '4'},
    {"germandbls", 0xDF},
    {"grave", '`'},
    {"greater", '>'},
    {"guillemotleft", 0xAB},
    {"guillemotright", 0xBB},
    {"hyphen", '-'},
    {"less", '<'},
    {"minus", 0x2212},
    {"nbspace", 0xA0},
    {"nine", '9'},
    {"numbersign", '#'},
    {"odieresis", 0xF6},
    {"one", '1'},
    {"parenleft", '('},
    {"parenright", ')'},
    {"percent", '%'},
    {"period", '.'},
    {"plus", '+'},
    {"question", '?'},
    {"quotedbl", '"'},
    {"quotedblleft", 0x201C},
    {"quotedblright", 0x201D},
    {"quoteleft", 0x2018},
    {"quoteright", 0x2019},
    {"quotesingle", '\''},
    {"semicolon", ';'},
    {"seven", '7'},
    {"sfthyphen", 0xAD},
    {"six", '6'},
    {"slash", '/'},
    {"space", ' '},
    {"three", '3'},
    {"two", '2'},
    {"udieresis", 0xFC},
    {"underscore", '_'},
    {"zero", '0'},
};

// Above ASCII; in Unicode's order of Mac OS Roman.
constexpr std::array<char16_t, 128> kMacRoman = {
    0xC4,   0xC5,   0xC7,   0xC9,   0xD1,   0xD6,  0xDC,   0xE1,   0xE0,   0xE2,   0xE4,   0xE3,
    0xE5,   0xE7,   0xE9,   0xE8,   0xEA,   0xEB,  0xED,   0xEC,   0xEE,   0xEF,   0xF1,   0xF3,
    0xF2,   0xF4,   0xF6,   0xF5,   0xFA,   0xF9,  0xFB,   0xFC,   0x2020, 0xB0,   0xA2,   0xA3,
    0xA7,   0x2022, 0xB6,   0xDF,   0xAE,   0xA9,  0x2122, 0xB4,   0xA8,   0x2260, 0xC6,   0xD8,
    0x221E, 0xB1,   0x2264, 0x2265, 0xA5,   0xB5,  0x2202, 0x2211, 0x220F, 0x3C0,  0x222B, 0xAA,
    0xBA,   0x3A9,  0xE6,   0xF8,   0xBF,   0xA1,  0xAC,   0x221A, 0x192,  0x2248, 0x2206, 0xAB,
    0xBB,   0x2026, 0xA0,   0xC0,   0xC3,   0xD5,  0x152,  0x153,  0x2013, 0x2014, 0x201C, 0x201D,
    0x2018, 0x2019, 0xF7,   0x25CA, 0xFF,   0x178, 0x2044, 0x20AC, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x2021, 0xB7,   0x201A, 0x201E, 0x2030, 0xC2,  0xCA,   0xC1,   0xCB,   0xC8,   0xCD,   0xCE,
    0xCF,   0xCC,   0xD3,   0xD4,   0xF8FF, 0xD2,  0xDA,   0xDB,   0xD9,   0x131,  0x2C6,  0x2DC,
    0xAF,   0x2D8,  0x2D9,  0x2DA,  0xB8,   0x2DD, 0x2DB,  0x2C7};

// D.2, from 0xA0 on; 0 is nothing.
constexpr std::array<char16_t, 96> kStandard = {
    0,      0xA1,   0xA2,   0xA3,   0x2044, 0xA5,   0x192,  0xA7,   0xA4, 0x27,  0x201C, 0xAB,
    0x2039, 0x203A, 0xFB01, 0xFB02, 0,      0x2013, 0x2020, 0x2021, 0xB7, 0,     0xB6,   0x2022,
    0x201A, 0x201E, 0x201D, 0xBB,   0x2026, 0x2030, 0,      0xBF,   0,    0x60,  0xB4,   0x2C6,
    0x2DC,  0xAF,   0x2D8,  0x2D9,  0xA8,   0,      0x2DA,  0xB8,   0,    0x2DD, 0x2DB,  0x2C7,
    0x2014, 0,      0,      0,      0,      0,      0,      0,      0,    0,     0,      0,
    0,      0,      0,      0,      0,      0xC6,   0,      0xAA,   0,    0,     0,      0,
    0x141,  0xD8,   0x152,  0xBA,   0,      0,      0,      0,      0,    0xE6,  0,      0,
    0,      0x131,  0,      0,      0x142,  0xF8,   0x153,  0xDF,   0,    0,     0,      0};

// From the blank to the tilde.
constexpr std::array<short, 95> kHelvetica = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

// "uni00410042" is as many characters as it has groups of four digits, "u1F600" is one.
bool append_numbers(std::string_view name, std::string& out) {
  const bool is_uni = name.starts_with("uni") && name.size() > 3 && name.size() % 4 == 3;
  const bool is_u = name.size() >= 5 && name.size() <= 7 && name.starts_with('u');
  if (!is_uni && !is_u) return false;
  const std::size_t before = out.size();
  for (std::size_t at = is_uni ? 3 : 1; at < name.size();) {
    const std::size_t begin = at, digits = is_uni ? 4 : name.size() - 1;
    const char32_t c = text::read_hex(name, at, digits);
    if (at != begin + digits || c == 0) {
      out.resize(before);
      return false;
    }
    utf8::append_any(c, out);
  }
  return true;
}

// "G41", "g0041" and "c65", as pdf.js has them: fonts that were made of others call their glyphs
// so.
bool append_code(std::string_view name, std::string& out) {
  const bool is_hexadecimal =
      (name.size() == 3 && name[0] == 'G') || (name.size() == 5 && name[0] == 'g');
  const bool is_decimal =
      (name.size() == 3 || name.size() == 4) && (name[0] == 'c' || name[0] == 'C');
  if (!is_hexadecimal && !is_decimal) return false;
  char32_t c = 0;
  for (const char digit : name.substr(1)) {
    if (is_hexadecimal ? !ascii::is_hex(digit) : !ascii::is_digit(digit)) return false;
    c = c * (is_hexadecimal ? 16 : 10) + ascii::hex_value(digit);
  }
  if (c == 0) return false;
  utf8::append_any(c, out);
  return true;
}

void append_component(std::string_view name, std::string& out) {
  // Ligatures are their letters.
  if ((name.size() == 1 && ascii::is_alpha(name[0])) || name == "fi" || name == "fl" ||
      name == "ff" || name == "ffi" || name == "ffl") {
    out += name;
    return;
  }
  if (append_numbers(name, out) || append_code(name, out)) return;
  const auto* found = std::lower_bound(
      std::begin(kGlyphs), std::end(kGlyphs), name,
      [](const Glyph& glyph, std::string_view wanted) { return glyph.name < wanted; });
  if (found != std::end(kGlyphs) && found->name == name) utf8::append(found->c, out);
}

}  // namespace

std::string text_of_glyph(std::string_view name) {
  // "a.alt" is an "a", and "f_i" two letters (Adobe Glyph List Specification 2).
  if (const std::size_t dot = name.find('.'); dot != name.npos && dot > 0)
    name = name.substr(0, dot);
  std::string text;
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find('_', begin), name.size());
    append_component(name.substr(begin, end - begin), text);
    begin = end + 1;
  }
  return text;
}

char32_t win_ansi(unsigned char byte) { return text::windows_1252(byte); }

char32_t mac_roman(unsigned char byte) { return byte < 0x80 ? byte : kMacRoman[byte - 0x80]; }

char32_t standard(unsigned char byte) {
  if (byte == 0x27) return 0x2019;
  if (byte == 0x60) return 0x2018;
  if (byte < 0x80) return byte;
  return byte >= 0xA0 ? kStandard[byte - 0xA0] : 0;
}

int helvetica_width(char32_t c) { return c >= 0x20 && c < 0x7F ? kHelvetica[c - 0x20] : 556; }

}  // namespace basewalk::worker::pdf
