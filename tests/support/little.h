// SPDX-License-Identifier: MIT
//
// Numbers as most formats have them.
#ifndef BASEWALK_TESTS_SUPPORT_LITTLE_H_
#define BASEWALK_TESTS_SUPPORT_LITTLE_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace basewalk::test {

/// The lowest `size` bytes of a number, the lowest first; of what has more than eight the others
/// are 0.
inline std::string little(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i, value >>= 8) bytes += static_cast<char>(value);
  return bytes;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_LITTLE_H_
