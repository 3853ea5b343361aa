// SPDX-License-Identifier: MIT
//
// UTF-8 (RFC 3629): validation with a fast path for ASCII, and repair of what is not valid.
#include <algorithm>
#include <cstring>

#include "mime/charset.h"

namespace basewalk::mime {
namespace {

// WHATWG index windows-1252, 0x80 to 0x9F.
constexpr std::uint16_t kHigh[32] = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

constexpr std::uint64_t kHighBits = 0x8080808080808080;

// The first byte from `i` on that is not ASCII.
std::size_t skip_ascii(const char* p, std::size_t i, std::size_t size) {
  for (; i + 32 <= size; i += 32) {
    std::uint64_t words[4];
    std::memcpy(words, p + i, 32);
    if (((words[0] | words[1] | words[2] | words[3]) & kHighBits) != 0) break;
  }
  while (i < size && static_cast<unsigned char>(p[i]) < 0x80) ++i;
  return i;
}

// The length of the sequence at `i`; 0 where it is not valid.
std::size_t sequence(const unsigned char* p, std::size_t left) {
  const unsigned c = p[0];
  if (c < 0xC2 || c > 0xF4) return 0;
  const std::size_t length = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
  if (left < length) return 0;
  // The second byte's range keeps out overlong forms, surrogates, and what is past U+10FFFF.
  unsigned low = 0x80;
  unsigned high = 0xBF;
  if (c == 0xE0) low = 0xA0;
  if (c == 0xED) high = 0x9F;
  if (c == 0xF0) low = 0x90;
  if (c == 0xF4) high = 0x8F;
  if (p[1] < low || p[1] > high) return 0;
  for (std::size_t k = 2; k < length; ++k)
    if ((p[k] & 0xC0) != 0x80) return 0;
  return length;
}

std::size_t valid_end(std::string_view bytes, std::size_t i) {
  const auto* const p = reinterpret_cast<const unsigned char*>(bytes.data());
  for (;;) {
    i = skip_ascii(bytes.data(), i, bytes.size());
    // Other scripts come in runs.
    while (i < bytes.size() && p[i] >= 0x80) {
      const std::size_t length = sequence(p + i, bytes.size() - i);
      if (length == 0) return i;
      i += length;
    }
    if (i == bytes.size()) return i;
  }
}

}  // namespace

std::size_t ascii_prefix_of(std::string_view bytes) {
  return skip_ascii(bytes.data(), 0, bytes.size());
}

std::size_t valid_utf8_prefix(std::string_view bytes) { return valid_end(bytes, 0); }

bool is_utf8(std::string_view bytes) { return valid_utf8_prefix(bytes) == bytes.size(); }

void append_code_point(std::uint32_t c, std::string& out) {
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

void append_windows_1252(std::string_view bytes, std::string& out) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t end = skip_ascii(bytes.data(), i, bytes.size());
    out += bytes.substr(i, end - i);
    if (end == bytes.size()) return;
    i = end;
    const auto c = static_cast<unsigned char>(bytes[i]);
    append_code_point(c < 0xA0 ? kHigh[c - 0x80] : c, out);
  }
}

void append_repaired_utf8(std::string_view bytes, std::string& out) {
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t end = valid_end(bytes, i);
    out += bytes.substr(i, end - i);
    if (end == bytes.size()) return;
    append_windows_1252(bytes.substr(end, 1), out);
    i = end + 1;
  }
}

}  // namespace basewalk::mime
