// SPDX-License-Identifier: MIT
//
// Numbers in text, without the locale.
#ifndef BASEWALK_TEXT_NUMBER_H_
#define BASEWALK_TEXT_NUMBER_H_

#include <charconv>
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

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_NUMBER_H_
