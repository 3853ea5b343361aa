// SPDX-License-Identifier: MIT
//
// Hexadecimal digits, and the escapes that are made of them: %41 in URLs, =41 in mail.
#ifndef BASEWALK_TEXT_HEX_H_
#define BASEWALK_TEXT_HEX_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/ascii.h"

namespace basewalk::text {

inline constexpr std::string_view kUpperHex = "0123456789ABCDEF";
inline constexpr std::string_view kLowerHex = "0123456789abcdef";

/// What each byte is worth as a digit; above 15 what is none.
inline constexpr auto kHexValues = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const char c = static_cast<char>(i);
    values[i] = static_cast<std::uint8_t>(ascii::is_hex(c) ? ascii::hex_value(c) : 0xFF);
  }
  return values;
}();

/// Appends a byte as two digits.
inline void append_hex(std::string& out, unsigned char byte, std::string_view digits = kLowerHex) {
  out += digits[byte >> 4];
  out += digits[byte & 15];
}

/// Appends a number without leading zeros.
inline void append_hex_number(std::string& out, std::uint32_t number,
                              std::string_view digits = kLowerHex) {
  int shift = 28;
  while (shift > 0 && number >> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) out += digits[number >> shift & 15];
}

/// The byte that two digits at `at` stand for; nothing where there are no two.
constexpr std::optional<unsigned char> hex_byte(std::string_view text, std::size_t at) {
  if (at > text.size() || text.size() - at < 2) return {};
  const unsigned high = kHexValues[static_cast<unsigned char>(text[at])];
  const unsigned low = kHexValues[static_cast<unsigned char>(text[at + 1])];
  if ((high | low) > 15) return {};
  return static_cast<unsigned char>(high * 16 + low);
}

/// Reads up to `most` digits, eight at most, from `at` on, which moves behind them.
constexpr std::uint32_t read_hex(std::string_view text, std::size_t& at, std::size_t most) {
  std::uint32_t number = 0;
  for (; most > 0 && at < text.size() && ascii::is_hex(text[at]); --most, ++at)
    number = number * 16 + ascii::hex_value(text[at]);
  return number;
}

/// The byte that an escape at `at`, which is in the text, stands for; nothing where none begins.
constexpr std::optional<unsigned char> escaped_byte(std::string_view text, std::size_t at,
                                                    char sign = '%') {
  if (text[at] != sign) return {};
  return hex_byte(text, at + 1);
}

/// Appends the escape of a byte: a sign and two digits in upper case (RFC 3986 2.1).
inline void append_escape(std::string& out, char c, char sign = '%') {
  out += sign;
  append_hex(out, static_cast<unsigned char>(c), kUpperHex);
}

/// Appends a text with the escape of each byte that is not `plain(byte)`, which is asked once of
/// each, in order.
template <class Plain>
void append_escaped(std::string& out, std::string_view text, const Plain& plain) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (plain(text[at])) continue;
    out.append(text, begin, at - begin);
    append_escape(out, text[at]);
    begin = at + 1;
  }
  out.append(text, begin);
}

/// Appends a text with its escapes decoded; a sign that no two digits follow stays.
inline void append_unescaped(std::string& out, std::string_view text, char sign = '%') {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find(sign, at), text.size());
    out += text.substr(at, next - at);
    if (next == text.size()) return;
    const std::optional<unsigned char> byte = hex_byte(text, next + 1);
    out += byte ? static_cast<char>(*byte) : sign;
    at = next + (byte ? 3 : 1);
  }
}

/// The same, of its own.
inline std::string unescaped(std::string_view text, char sign = '%') {
  std::string out;
  append_unescaped(out, text, sign);
  return out;
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_HEX_H_
