// SPDX-License-Identifier: MIT
//
// Hexadecimal digits, and the escapes that are made of them: %41, =41.
#ifndef BASEWALK_TEXT_HEX_H_
#define BASEWALK_TEXT_HEX_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "text/ascii.h"

namespace basewalk::text {

inline constexpr std::string_view kUpperHex = "0123456789ABCDEF";
inline constexpr std::string_view kLowerHex = "0123456789abcdef";

/// Appends a byte as two digits.
inline void append_hex(std::string& out, unsigned char byte, std::string_view digits = kLowerHex) {
  out += digits[byte >> 4];
  out += digits[byte & 15];
}

/// The byte that two digits at `at` stand for; nothing where there are no two.
constexpr std::optional<unsigned char> hex_byte(std::string_view text, std::size_t at) {
  if (at + 2 > text.size() || !ascii::is_hex(text[at]) || !ascii::is_hex(text[at + 1])) return {};
  return static_cast<unsigned char>(ascii::hex_value(text[at]) * 16 +
                                    ascii::hex_value(text[at + 1]));
}

/// Appends the escape of a byte: a sign and two digits in upper case (RFC 3986 2.1).
inline void append_escape(std::string& out, char c, char sign = '%') {
  out += sign;
  append_hex(out, static_cast<unsigned char>(c), kUpperHex);
}

/// Appends a text with its escapes decoded; a sign that no two digits follow stays.
inline void append_unescaped(std::string& out, std::string_view text, char sign = '%') {
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::optional<unsigned char> byte;
    if (text[i] == sign) byte = hex_byte(text, i + 1);
    out += byte ? static_cast<char>(*byte) : text[i];
    if (byte) i += 2;
  }
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_HEX_H_
