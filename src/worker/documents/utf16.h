// SPDX-License-Identifier: MIT
//
// UTF-16 and numbers as the formats of Windows have them.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_UTF16_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_UTF16_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/utf8.h"

namespace basewalk::worker {

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

/// Bytes from a file of Windows, read in order; behind the end nothing is read.
class LittleEndian {
 public:
  explicit LittleEndian(std::string_view bytes, std::size_t at = 0)
      : bytes_(bytes), at_(at < bytes.size() ? at : bytes.size()) {}

  template <typename Number>
  bool take(Number& number) {
    if (bytes_.size() - at_ < sizeof number) return false;
    std::uint64_t value = 0;
    for (std::size_t i = sizeof number; i > 0; --i)
      value = (value << 8) | static_cast<unsigned char>(bytes_[at_ + i - 1]);
    number = static_cast<Number>(value);
    at_ += sizeof number;
    return true;
  }
  /// A size is what a file says, which may be more than a std::size_t holds.
  bool take(std::string_view& bytes, std::uint64_t size) {
    if (bytes_.size() - at_ < size) return false;
    bytes = bytes_.substr(at_, static_cast<std::size_t>(size));
    at_ += bytes.size();
    return true;
  }
  bool skip(std::uint64_t size) {
    std::string_view ignored;
    return take(ignored, size);
  }
  std::size_t at() const { return at_; }

 private:
  std::string_view bytes_;
  std::size_t at_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_UTF16_H_
