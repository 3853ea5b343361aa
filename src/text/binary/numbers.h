// SPDX-License-Identifier: MIT
//
// What formats of bytes are made of: numbers in either order, and pieces of which a file says where
// they are.  Byte by byte, so that the order of this machine's own bytes does not matter.
#ifndef BASEWALK_TEXT_BINARY_NUMBERS_H_
#define BASEWALK_TEXT_BINARY_NUMBERS_H_

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/number.h"

namespace basewalk::text {

/// `size` bytes from `at` on, or as many of them as there are: both are what a file says, which may
/// be more than a std::size_t holds.
constexpr std::string_view slice(std::string_view bytes, std::uint64_t at, std::uint64_t size) {
  return bytes.substr(std::min(capped(at), bytes.size()), capped(size));
}

/// The number of `size` bytes, at most eight, the lowest first; bytes that are not there are 0.
constexpr std::uint64_t little(std::string_view bytes, std::uint64_t at, std::size_t size) {
  const std::string_view number = slice(bytes, at, size);
  std::uint64_t value = 0;
  for (std::size_t i = number.size(); i > 0; --i)
    value = value << 8 | static_cast<unsigned char>(number[i - 1]);
  return value;
}

/// The same of at most four bytes, which a std::size_t holds on every machine.
constexpr std::size_t little_size(std::string_view bytes, std::uint64_t at, std::size_t size) {
  assert(size <= 4);
  return static_cast<std::size_t>(little(bytes, at, size));
}

/// The number of `size` bytes, at most eight, the highest first; bytes that are not there are 0.
constexpr std::uint64_t big(std::string_view bytes, std::uint64_t at, std::size_t size) {
  const std::string_view number = slice(bytes, at, size);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value = value << 8 | (i < number.size() ? static_cast<unsigned char>(number[i]) : 0U);
  return value;
}

/// Bytes read in order, numbers with the lowest byte first; behind the end nothing is read.
class LittleEndian {
 public:
  explicit LittleEndian(std::string_view bytes, std::size_t at = 0)
      : bytes_(bytes), at_(at < bytes.size() ? at : bytes.size()) {}

  template <typename Number>
  bool take(Number& number) {
    if (bytes_.size() - at_ < sizeof number) return false;
    number = static_cast<Number>(little(bytes_, at_, sizeof number));
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

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_BINARY_NUMBERS_H_
