// SPDX-License-Identifier: MIT
//
// Percent-encoding and -decoding (URL Standard 1.3).
#include "text/ascii.h"
#include "text/utf8.h"
#include "url/whatwg.h"

namespace basewalk::url::whatwg {
namespace {

void append_escape(char byte, std::string& out) {
  constexpr char kHex[] = "0123456789ABCDEF";
  const auto b = static_cast<unsigned char>(byte);
  const char escape[] = {'%', kHex[b >> 4], kHex[b & 15]};
  out.append(escape, sizeof escape);
}

}  // namespace

void append_encoded(std::string_view text, const ByteSet& set, std::string& out) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t plain = i;
    while (i < text.size() && !set(text[i])) ++i;
    out.append(text.substr(plain, i - plain));
    if (i == text.size()) return;
    if (static_cast<signed char>(text[i]) >= 0) {
      append_escape(text[i++], out);
      continue;
    }
    const utf8::Sequence sequence = utf8::first(text.substr(i));
    if (sequence.valid) {
      for (char c : text.substr(i, sequence.length)) append_escape(c, out);
    } else {
      out.append("%EF%BF%BD");
    }
    i += sequence.length;
  }
}

void append_decoded(std::string_view text, std::string& out) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] == '%' && text.size() - i > 2 && ascii::is_hex(text[i + 1]) &&
        ascii::is_hex(text[i + 2])) {
      out += static_cast<char>(ascii::hex_value(text[i + 1]) << 4 | ascii::hex_value(text[i + 2]));
      i += 3;
    } else {
      out += text[i++];
    }
  }
}

}  // namespace basewalk::url::whatwg
