// SPDX-License-Identifier: MIT
//
// UTF-8, byte sequence by byte sequence.
#ifndef BASEWALK_TEXT_UTF8_H_
#define BASEWALK_TEXT_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
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

/// The length of the longest prefix that is ASCII.
inline std::size_t ascii_prefix(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::size_t i = 0;
  for (; i + 32 <= text.size(); i += 32) {
    std::uint64_t words[4];
    std::memcpy(words, text.data() + i, 32);
    if (((words[0] | words[1] | words[2] | words[3]) & kHighBits) != 0) break;
  }
  while (i < text.size() && static_cast<unsigned char>(text[i]) < 0x80) ++i;
  return i;
}

inline bool is_ascii(std::string_view text) { return ascii_prefix(text) == text.size(); }

constexpr bool is_high_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDBFF; }
constexpr bool is_low_surrogate(char32_t c) { return c >= 0xDC00 && c <= 0xDFFF; }
constexpr bool is_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }
/// The code point of two surrogates of UTF-16.
constexpr char32_t joined(char32_t high, char32_t low) {
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/// What stands for anything that is no character.
inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr std::string_view kReplacementText = "\xEF\xBF\xBD";

/// Is it a code point that UTF-8 can write: no surrogate, and none past the last?
constexpr bool is_scalar(char32_t c) { return c <= 0x10FFFF && !is_surrogate(c); }

/// One code point, or a piece that is none.
struct Sequence {
  char32_t code_point = kReplacement;
  std::size_t length = 1;  ///< of a piece that is none: where a decoder gives up on it
  bool valid = false;
};

/// The sequence that `text`, which is not empty, begins with (RFC 3629 4; Encoding Standard, UTF-8
/// decoder).
inline Sequence first(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  if (lead < 0xC2 || lead > 0xF4 || text.size() == 1) return {};
  // The second byte's range keeps out overlong forms, surrogates, and what is past U+10FFFF.
  const unsigned lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < lowest || byte(1) > highest) return {};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t code_point = (lead & (0x7Fu >> length)) << 6 | (byte(1) & 0x3F);
  for (std::size_t i = 2; i < length; ++i) {
    if (i == text.size() || !is_continuation(text[i])) return {kReplacement, i, false};
    code_point = code_point << 6 | (byte(i) & 0x3F);
  }
  return {code_point, length, true};
}

/// The length of the longest prefix that is UTF-8.
inline std::size_t valid_prefix(std::string_view text) {
  std::size_t i = 0;
  while (true) {
    i += ascii_prefix(text.substr(i));
    // Other scripts come in runs.
    for (; i < text.size() && static_cast<unsigned char>(text[i]) >= 0x80;) {
      const Sequence next = first(text.substr(i));
      if (!next.valid) return i;
      i += next.length;
    }
    if (i == text.size()) return i;
  }
}

inline bool is_valid(std::string_view text) { return valid_prefix(text) == text.size(); }

/// How many bytes a code point, which must be one, has.
constexpr std::size_t size_of(char32_t c) {
  return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
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

/// Appends any number: what is no code point of a character becomes U+FFFD.
inline void append_any(char32_t c, std::string& out) {
  append(is_scalar(c) ? c : kReplacement, out);
}

}  // namespace basewalk::utf8

#endif  // BASEWALK_TEXT_UTF8_H_
