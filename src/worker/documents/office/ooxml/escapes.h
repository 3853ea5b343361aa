// SPDX-License-Identifier: MIT
//
// Characters that SpreadsheetML writes by their numbers.
//
// Before this: a reader of OOXML has the text of an element.  After it: what a reader sees.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_ESCAPES_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_ESCAPES_H_

#include <string>
#include <string_view>
#include <utility>

#include "text/hex.h"
#include "text/utf8.h"

namespace basewalk::worker::office {

/// Of a text of the type ST_Xstring (ECMA-376 part 1, 22.9.2.19): "_x003A_" is a colon.  Linear.
inline std::string unescaped_text(std::string text) {
  constexpr std::string_view kMark = "_x";
  constexpr std::size_t kDigits = 4, kSize = 7;
  std::size_t at = text.find(kMark);
  if (at == text.npos) return text;
  std::string out;
  std::size_t from = 0;
  for (; at != text.npos; at = text.find(kMark, at)) {
    char32_t unit = 0;
    bool is_one = text.size() - at >= kSize && text[at + kSize - 1] == '_';
    for (std::size_t i = 0; is_one && i < kDigits; ++i) {
      const unsigned digit =
          text::kHexValues[static_cast<unsigned char>(text[at + kMark.size() + i])];
      is_one = digit <= 15;
      unit = unit << 4 | digit;
    }
    if (!is_one) {
      at += kMark.size();
      continue;
    }
    out.append(text, from, at - from);
    utf8::append_any(unit, out);
    at = from = at + kSize;
  }
  return out.append(text, from);
}

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_ESCAPES_H_
