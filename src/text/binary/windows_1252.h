// SPDX-License-Identifier: MIT
//
// windows-1252 as the web has it (Encoding Standard): each byte is a character.
#ifndef BASEWALK_TEXT_BINARY_WINDOWS_1252_H_
#define BASEWALK_TEXT_BINARY_WINDOWS_1252_H_

#include <cstdint>

namespace basewalk::text {

/// The code point of a byte.
constexpr char32_t windows_1252(unsigned char byte) {
  constexpr std::uint16_t kHigh[32] = {
      0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};
  return byte >= 0x80 && byte < 0xA0 ? kHigh[byte - 0x80] : byte;
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_BINARY_WINDOWS_1252_H_
