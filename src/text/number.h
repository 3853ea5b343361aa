// SPDX-License-Identifier: MIT
//
// Numbers in text, without the locale, and numbers that are bounds.
#ifndef BASEWALK_TEXT_NUMBER_H_
#define BASEWALK_TEXT_NUMBER_H_

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace basewalk::text {

/// The number that a text begins with: "1.5x" is 1.5.  0 where it begins with none, or with one
/// that no double holds.
inline double leading_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// What a file says, as a bound of bytes in memory: the largest number where a std::size_t does not
/// hold it, which is more than any text has.
constexpr std::size_t capped(std::uint64_t number) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  return number > kMost ? kMost : static_cast<std::size_t>(number);
}

/// `factor * size`, or the largest number where that is none: 16 times a message of 256 MiB where a
/// number has 32 bits, or what a user takes for no limit.
constexpr std::size_t product(std::size_t factor, std::size_t size) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  return size != 0 && factor > kMost / size ? kMost : factor * size;
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_NUMBER_H_
