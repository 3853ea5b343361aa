// SPDX-License-Identifier: MIT
#include "text/visible.h"

#include "text/hex.h"
#include "text/utf8.h"

namespace basewalk::text {
namespace {

constexpr bool is_plain(char c) { return c >= 0x20 && c < 0x7F; }

// They change the order that text is shown in (UAX 9 2), or end a line where there are no bytes of
// a line end (UAX 14, BK).
constexpr bool moves_text(char32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

void append_byte(std::string& out, unsigned char byte) {
  out += "\\x";
  append_hex(out, byte, kUpperHex);
}

void append_code_point(std::string& out, char32_t c, std::string_view bytes) {
  if (c == '\t') {
    out += "\\t";
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
    append_byte(out, static_cast<unsigned char>(c));
  } else if (moves_text(c)) {
    out += "\\u{";
    append_hex(out, static_cast<unsigned char>(c >> 8), kUpperHex);
    append_hex(out, static_cast<unsigned char>(c), kUpperHex);
    out += '}';
  } else {
    out += bytes;
  }
}

}  // namespace

void append_visible(std::string& out, std::string_view text) {
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() && is_plain(text[plain])) ++plain;
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    const utf8::Sequence next = utf8::first(text);
    if (next.valid) {
      append_code_point(out, next.code_point, text.substr(0, next.length));
      text.remove_prefix(next.length);
      continue;
    }
    // What is no UTF-8 stays as it is, where no terminal takes it for a control character.
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0xA0)
      append_byte(out, byte);
    else
      out += text.front();
    text.remove_prefix(1);
  }
}

std::string visible(std::string_view text) {
  std::string out;
  append_visible(out, text);
  return out;
}

}  // namespace basewalk::text
