// SPDX-License-Identifier: MIT
//
// Bytes as they are written in standards' vectors.
#ifndef BASEWALK_TESTS_SUPPORT_HEX_H_
#define BASEWALK_TESTS_SUPPORT_HEX_H_

#include <string>
#include <string_view>

#include "text/hex.h"

namespace basewalk::test {

/// Two small digits a byte.
inline std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text::append_hex(text, static_cast<unsigned char>(c));
  return text;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_HEX_H_
