// SPDX-License-Identifier: MIT
//
// Percent-encoding (URL Standard 1.3).
#include "text/hex.h"
#include "text/utf8.h"
#include "url/whatwg.h"

namespace basewalk::url::whatwg {
void append_encoded(std::string_view text, const ByteSet& set, std::string& out) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t plain = i;
    while (i < text.size() && !set(text[i])) ++i;
    out.append(text.substr(plain, i - plain));
    if (i == text.size()) return;
    if (static_cast<signed char>(text[i]) >= 0) {
      text::append_escape(out, text[i++]);
      continue;
    }
    const utf8::Sequence sequence = utf8::first(text.substr(i));
    if (sequence.valid) {
      for (char c : text.substr(i, sequence.length)) text::append_escape(out, c);
    } else {
      out.append("%EF%BF%BD");  // U+FFFD
    }
    i += sequence.length;
  }
}

}  // namespace basewalk::url::whatwg
