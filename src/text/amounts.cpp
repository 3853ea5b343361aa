// SPDX-License-Identifier: MIT
#include "text/amounts.h"

#include <cstddef>

namespace basewalk::text {

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " B";
  constexpr std::string_view kUnits[] = {"kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  std::uint64_t tenths = bytes / 100;
  while (tenths >= 10000 && unit + 1 < std::size(kUnits)) tenths /= 1000, ++unit;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " " +
         std::string(kUnits[unit]);
}

std::string number_text(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string counted(std::uint64_t number, std::string_view what) {
  return std::to_string(number) + ' ' + std::string(what) + (number == 1 ? "" : "s");
}

}  // namespace basewalk::text
