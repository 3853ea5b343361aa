// SPDX-License-Identifier: MIT
#include "text/json.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace basewalk::cli {
namespace {

// What a byte needs in a JSON string (RFC 8259 7).
enum Class : std::uint8_t { kPlain, kEscaped, kHigh };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t c = 0; c < 0x20; ++c) classes[c] = kEscaped;
  for (std::size_t c = 0x80; c < 0x100; ++c) classes[c] = kHigh;
  classes['"'] = classes['\\'] = classes[0x7F] = kEscaped;
  return classes;
}
constexpr auto kClasses = make_classes();

void append_escaped(std::string& out, char c) {
  constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default: {
      const auto u = static_cast<unsigned char>(c);
      const char escape[] = {'\\', 'u', '0', '0', kHex[u >> 4], kHex[u & 15]};
      out.append(escape, sizeof escape);
    }
  }
}

// The length of the UTF-8 sequence at the beginning of `text` (RFC 3629 4), or 0.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto is_tail = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned lead = byte(0), second = byte(1);
  if (lead >= 0xC2 && lead <= 0xDF) return is_tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (lead == 0xE0 && second < 0xA0) return 0;
    if (lead == 0xED && second > 0x9F) return 0;
    return is_tail(1) && is_tail(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (lead == 0xF0 && second < 0x90) return 0;
    if (lead == 0xF4 && second > 0x8F) return 0;
    return is_tail(1) && is_tail(2) && is_tail(3) ? 4 : 0;
  }
  return 0;
}

// Sixteen bytes at once, by the vector extension that GCC and Clang share.
using Block = unsigned char __attribute__((vector_size(16)));

bool is_plain_block(const char* at) {
  Block block;
  std::memcpy(&block, at, sizeof block);
  const auto odd = (block < 0x20) | (block >= 0x7F) | (block == '"') | (block == '\\');
  std::uint64_t halves[2];
  static_assert(sizeof halves == sizeof odd);
  std::memcpy(halves, &odd, sizeof odd);
  return (halves[0] | halves[1]) == 0;
}

}  // namespace

void append_json(std::string& out, std::string_view text) {
  out += '"';
  std::size_t begin = 0, i = 0;
  while (i < text.size()) {
    if (text.size() - i >= sizeof(Block) && is_plain_block(text.data() + i)) {
      i += sizeof(Block);
      // What is left is less than a block: the last one overlaps.
      const std::size_t left = text.size() - i;
      if (left > 0 && left < sizeof(Block) &&
          is_plain_block(text.data() + text.size() - sizeof(Block)))
        i = text.size();
      continue;
    }
    const auto c = static_cast<unsigned char>(text[i]);
    if (kClasses[c] == kPlain) {
      ++i;
      continue;
    }
    std::size_t length = 1;
    if (kClasses[c] == kHigh && (length = sequence_length(text.substr(i, 4))) != 0) {
      i += length;
      continue;
    }
    out.append(text, begin, i - begin);
    if (kClasses[c] == kHigh)
      out += "\xEF\xBF\xBD";
    else
      append_escaped(out, text[i]);
    begin = ++i;
  }
  out.append(text, begin, i - begin);
  out += '"';
}

void append_json_again(std::string& out, const std::optional<std::string_view>& text,
                       std::string_view known, std::size_t begin, std::size_t end) {
  if (text == known)
    out.append(out, begin, end - begin);
  else
    append_json_or_null(out, text);
}

void append_json_or_null(std::string& out, const std::optional<std::string_view>& text) {
  if (text)
    append_json(out, *text);
  else
    out += "null";
}

void append_number_or_null(std::string& out, const std::optional<std::uint64_t>& number) {
  if (number)
    append_number(out, *number);
  else
    out += "null";
}

void append_utf8(std::string& out, std::string_view text) {
  unsigned char any = 0;
  for (const char c : text) any |= static_cast<unsigned char>(c);
  if (any < 0x80) {
    out += text;
    return;
  }
  for (std::size_t i = 0; i < text.size();) {
    const bool high = (static_cast<unsigned char>(text[i]) & 0x80) != 0;
    const std::size_t length = high ? sequence_length(text.substr(i, 4)) : 1;
    if (length == 0)
      out += "\xEF\xBF\xBD";
    else
      out.append(text, i, length);
    i += length == 0 ? 1 : length;
  }
}

void append_number(std::string& out, std::uint64_t number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, static_cast<std::size_t>(end - digits));
}

}  // namespace basewalk::cli
