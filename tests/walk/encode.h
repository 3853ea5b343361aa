// SPDX-License-Identifier: MIT
//
// Transfer encodings, written plainly.
#ifndef BASEWALK_TESTS_WALK_ENCODE_H_
#define BASEWALK_TESTS_WALK_ENCODE_H_

#include <string>
#include <string_view>

namespace basewalk::test {

/// RFC 2045 6.8, in lines of 76 characters.
inline std::string to_base64(std::string_view bytes, std::string_view line_end) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) -> unsigned {
      return i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0;
    };
    const unsigned group = byte(0) << 16 | byte(1) << 8 | byte(2);
    const std::size_t left = bytes.size() - i;
    out += kDigits[group >> 18 & 63];
    out += kDigits[group >> 12 & 63];
    out += left > 1 ? kDigits[group >> 6 & 63] : '=';
    out += left > 2 ? kDigits[group & 63] : '=';
    if (i % 57 == 54) out += line_end;
  }
  return out;
}

/// RFC 2045 6.7: lines stay lines, long ones are broken softly.
inline std::string to_quoted_printable(std::string_view bytes, std::string_view line_end) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  std::size_t column = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (bytes.substr(i).starts_with(line_end)) {
      out += line_end;
      i += line_end.size() - 1;
      column = 0;
      continue;
    }
    if (column >= 70) {
      out += '=';
      out += line_end;
      column = 0;
    }
    if (c > ' ' && c < 127 && c != '=') {
      out += c;
      ++column;
    } else {
      const auto u = static_cast<unsigned char>(c);
      out += '=';
      out += kDigits[u >> 4];
      out += kDigits[u & 15];
      column += 3;
    }
  }
  return out;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_WALK_ENCODE_H_
