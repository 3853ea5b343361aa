// SPDX-License-Identifier: MIT
//
// What bytes and names of glyphs stand for in fonts that do not say it (ISO 32000-2 9.6.5, annex
// D), as far as URLs and the words around them need it.
//
// Before this: font.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_GLYPH_NAMES_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_GLYPH_NAMES_H_

#include <string>
#include <string_view>

namespace basewalk::worker::pdf {

/// The characters of a glyph, in UTF-8; empty where its name is not known.
std::string text_of_glyph(std::string_view name);

/// The code point of a byte in WinAnsiEncoding or, else, MacRomanEncoding or StandardEncoding; 0
/// where there is none that matters.
char32_t win_ansi(unsigned char byte);
char32_t mac_roman(unsigned char byte);
char32_t standard(unsigned char byte);

/// The width of a character in Helvetica or Courier, in thousandths of the size.
int helvetica_width(char32_t c);

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_GLYPH_NAMES_H_
