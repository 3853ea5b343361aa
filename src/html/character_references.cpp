// SPDX-License-Identifier: MIT
//
// Named references are found in a sorted table by narrowing a range, one character at a time; the
// longest name that was complete on the way counts.
#include "html/character_references.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "text/ascii.h"
#include "text/binary/windows_1252.h"
#include "text/find.h"
#include "text/utf8.h"

namespace basewalk::html {

using text::find_any;
using text::Offsets;

namespace {

struct Written {
  std::string_view name;  // without the ampersand, with the semicolon where it has one
  std::string_view text;
};

constexpr Written kWritten[] = {
#include "html/data/entities.inc"
};

// All names and texts, one behind the other: places in it are no pointers, 4,462 of which would be
// adjusted at each start of the program.
constexpr std::size_t kTextBytes = [] {
  std::size_t bytes = 0;
  for (const Written& row : kWritten) bytes += row.name.size() + row.text.size();
  return bytes;
}();
static_assert(kTextBytes <= 0xFFFF);
constexpr auto kText = [] {
  std::array<char, kTextBytes> all{};
  char* to = all.data();
  for (const Written& row : kWritten)
    to = std::copy(row.text.begin(), row.text.end(),
                   std::copy(row.name.begin(), row.name.end(), to));
  return all;
}();

struct Named {
  std::uint16_t begin = 0;  // in kText, of the name; the text is behind it
  std::uint8_t name_size = 0;
  std::uint8_t text_size = 0;

  constexpr char letter(std::size_t at) const { return kText[begin + at]; }
  std::string_view text() const { return {&kText[std::size_t{begin} + name_size], text_size}; }
};

constexpr auto kNamed = [] {
  std::array<Named, std::size(kWritten)> all{};
  std::size_t begin = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Written& row = kWritten[i];
    all[i] = {static_cast<std::uint16_t>(begin), static_cast<std::uint8_t>(row.name.size()),
              static_cast<std::uint8_t>(row.text.size())};
    begin += row.name.size() + row.text.size();
  }
  return all;
}();

// Where the names with a given first letter begin; the last entry is the end.
constexpr auto kFirst = [] {
  std::array<std::uint16_t, 129> first{};
  std::size_t row = 0;
  for (std::size_t c = 0; c <= 128; ++c) {
    while (row < kNamed.size() && static_cast<unsigned char>(kNamed[row].letter(0)) < c) ++row;
    first[c] = static_cast<std::uint16_t>(row);
  }
  return first;
}();

// The longest name that `text` begins with; null where there is none.
const Named* longest_name(std::string_view text) {
  if (text.empty() || static_cast<unsigned char>(text[0]) >= 128) return nullptr;
  const Named* low = kNamed.data() + kFirst[static_cast<unsigned char>(text[0])];
  const Named* high = kNamed.data() + kFirst[static_cast<unsigned char>(text[0]) + 1U];
  const Named* longest = nullptr;
  for (std::size_t length = 1; low != high; ++length) {
    // All of [low, high) begin with text[0, length); the one that is no longer comes first.
    if (low->name_size == length) longest = low++;
    if (length == text.size()) break;
    const char c = text[length];
    low = std::partition_point(low, high, [&](const Named& n) { return n.letter(length) < c; });
    high = std::partition_point(low, high, [&](const Named& n) { return n.letter(length) == c; });
  }
  return longest;
}

// WHATWG HTML 13.2.5.80
char32_t meant_by(std::uint32_t number) {
  if (number == 0 || !utf8::is_scalar(number)) return utf8::kReplacement;
  return number <= 0xFF ? text::windows_1252(static_cast<unsigned char>(number)) : number;
}

// Decodes a numeric reference that begins with "&#" at `at`: the place behind it, or `at` where
// there are no digits (13.2.5.75 to 79).
std::size_t decode_numeric(std::string_view text, std::size_t at, std::string& out) {
  std::size_t pos = at + 2;
  const bool hex = pos < text.size() && (text[pos] | 0x20) == 'x';
  if (hex) ++pos;
  const std::size_t digits = pos;
  std::uint32_t number = 0;
  for (; pos < text.size(); ++pos) {
    const char c = text[pos];
    if (hex ? !ascii::is_hex(c) : !ascii::is_digit(c)) break;
    if (number <= 0x10FFFF) number = number * (hex ? 16 : 10) + ascii::hex_value(c);
  }
  if (pos == digits) return at;
  if (pos < text.size() && text[pos] == ';') ++pos;
  utf8::append(meant_by(number), out);
  return pos;
}

// 13.2.5.73
std::size_t decode_named(std::string_view text, std::size_t at, bool in_attribute,
                         std::string& out) {
  const Named* named = longest_name(text.substr(at + 1));
  if (named == nullptr) return at;
  const std::size_t end = at + 1 + named->name_size;
  // "?a=b&copy=1" in an attribute means what it says.
  if (in_attribute && named->letter(named->name_size - 1U) != ';' && end < text.size() &&
      (text[end] == '=' || ascii::is_alnum(text[end])))
    return at;
  out += named->text();
  return end;
}

}  // namespace

void decode_html(std::string_view written, References references, Nul nul, std::string& out,
                 Offsets* offsets) {
  const std::size_t start = out.size();
  std::size_t pos = 0;
  while (true) {
    const std::size_t next = find_any<'&', '\r', '\0'>(written, pos);
    out += written.substr(pos, next - pos);
    if (next == written.size()) return;
    pos = next + 1;
    switch (written[next]) {
      case '&':
        if (references != References::keep && pos < written.size()) {
          pos =
              written[pos] == '#'
                  ? decode_numeric(written, next, out)
                  : decode_named(written, next, references == References::decode_in_attribute, out);
          if (pos != next) break;
        }
        out += '&';
        pos = next + 1;
        continue;
      case '\r':  // 13.2.3.5: CR LF and CR are LF
        out += '\n';
        if (pos < written.size() && written[pos] == '\n') ++pos;
        break;
      default:
        if (nul == Nul::keep) out += '\0';
        if (nul == Nul::replace) out += utf8::kReplacementText;
    }
    if (offsets != nullptr) offsets->step(out.size() - start, pos);
  }
}

}  // namespace basewalk::html
