// SPDX-License-Identifier: MIT
//
// UTF-16 in bytes.
#ifndef BASEWALK_TEXT_BINARY_UTF16_H_
#define BASEWALK_TEXT_BINARY_UTF16_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "text/utf8.h"

namespace basewalk::text {

enum class Endian : unsigned char { little, big };

/// What is no character becomes U+FFFD; an odd byte at the end is left out.
inline std::string utf8_of_utf16(std::string_view bytes, Endian endian = Endian::little) {
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(endian == Endian::little ? first | (second << 8)
                                                          : second | (first << 8));
  };
  std::string out;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    const char32_t high = unit(at);
    if (utf8::is_high_surrogate(high) && at + 3 < bytes.size() &&
        utf8::is_low_surrogate(unit(at + 2))) {
      utf8::append(utf8::joined(high, unit(at + 2)), out);
      at += 2;
    } else {
      utf8::append_any(high, out);
    }
  }
  return out;
}

/// The lower byte of each unit first; what is no UTF-8 becomes U+FFFD.
inline std::string utf16_of_utf8(std::string_view text) {
  std::string out;
  const auto unit = [&](char32_t c) {
    out += static_cast<char>(static_cast<unsigned char>(c));
    out += static_cast<char>(static_cast<unsigned char>(c >> 8));
  };
  while (!text.empty()) {
    const utf8::Sequence next = utf8::first(text);
    text.remove_prefix(next.length);
    if (next.code_point < 0x10000) {
      unit(next.code_point);
      continue;
    }
    unit(0xD7C0 + (next.code_point >> 10));
    unit(0xDC00 + (next.code_point & 0x3FF));
  }
  return out;
}

/// UTF-16 as it comes in pieces, the lower byte of each unit first.
class Utf16Reader {
 public:
  void append(std::string_view bytes, std::string& out) {
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      if (!half_) {
        half_ = byte;
        continue;
      }
      put(static_cast<char32_t>(*half_ | static_cast<unsigned>(byte) << 8), out);
      half_.reset();
    }
  }
  /// What was left over at the end.
  void finish(std::string& out) {
    if (half_) put(utf8::kReplacement, out);
    if (high_ != 0) utf8::append_any(std::exchange(high_, 0), out);
    half_.reset();
  }

 private:
  void put(char32_t unit, std::string& out) {
    if (high_ != 0) {
      const char32_t high = std::exchange(high_, 0);
      if (utf8::is_low_surrogate(unit)) return utf8::append(utf8::joined(high, unit), out);
      utf8::append_any(high, out);
    }
    if (utf8::is_high_surrogate(unit))
      high_ = unit;
    else
      utf8::append_any(unit, out);
  }

  std::optional<unsigned char> half_;
  char32_t high_ = 0;
};

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_BINARY_UTF16_H_
