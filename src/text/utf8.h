// SPDX-License-Identifier: MIT
//
// UTF-8, byte sequence by byte sequence.
#ifndef BASEWALK_TEXT_UTF8_H_
#define BASEWALK_TEXT_UTF8_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace basewalk::utf8 {

/// Is it a byte that no sequence begins with, but that goes on with one?
constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// At most `most` bytes of a text, which do not end within a sequence.  Where it is no UTF-8, up to
/// four bytes fewer.
constexpr std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && most - end < 4 && is_continuation(text[end])) --end;
  return text.substr(0, end);
}

/// One code point, or a piece that is none.
struct Sequence {
  char32_t code_point = 0xFFFD;
  std::size_t length = 1;  ///< of a piece that is none: where a decoder gives up on it
  bool valid = false;
};

/// The sequence that `text`, which is not empty, begins with (Encoding Standard, UTF-8 decoder).
inline Sequence first(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  std::size_t length = 0;
  unsigned lower = 0x80;  // bounds of the second byte
  unsigned upper = 0xBF;
  char32_t code_point = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
    code_point = lead & 0x1F;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) lower = 0xA0;
    if (lead == 0xED) upper = 0x9F;
    code_point = lead & 0x0F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) lower = 0x90;
    if (lead == 0xF4) upper = 0x8F;
    code_point = lead & 0x07;
  } else {
    return {};
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size() || byte(i) < lower || byte(i) > upper) return {0xFFFD, i, false};
    lower = 0x80;
    upper = 0xBF;
    code_point = code_point << 6 | (byte(i) & 0x3FU);
  }
  return {code_point, length, true};
}

/// Appends a code point, which must be one.
inline void append(char32_t c, std::string& out) {
  if (c < 0x80) {
    out += static_cast<char>(c);
    return;
  }
  if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      out += static_cast<char>(0xE0 | c >> 12);
    } else {
      out += static_cast<char>(0xF0 | c >> 18);
      out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    }
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
  }
  out += static_cast<char>(0x80 | (c & 0x3F));
}

}  // namespace basewalk::utf8

#endif  // BASEWALK_TEXT_UTF8_H_
