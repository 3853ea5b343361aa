// SPDX-License-Identifier: MIT
#include "worker/documents/drawn/colour.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/hex.h"
#include "text/utf8.h"

namespace basewalk::worker::drawn {
namespace {

std::uint8_t byte_of(std::string_view digits) {
  unsigned value = 0;
  for (const char c : digits) value = value * 16 + static_cast<unsigned>(ascii::hex_value(c));
  return static_cast<std::uint8_t>(value);
}

}  // namespace

std::optional<Colour> legacy_colour(std::string_view value) {
  value = ascii::trim(value);
  if (value.empty() || ascii::iequals(value, "transparent")) return std::nullopt;
  const auto is_digit = [](char c) { return ascii::is_hex(c); };
  if (value.size() == 4 && value[0] == '#' &&
      std::all_of(value.begin() + 1, value.end(), is_digit)) {
    const auto twice = [&](std::size_t i) { return byte_of(std::string(2, value[i])); };
    return Colour{twice(1), twice(2), twice(3)};
  }
  std::string digits;
  while (!value.empty() && digits.size() < 128) {
    const utf8::Sequence next = utf8::first(value);
    digits += next.length == 1 ? value[0] : '0';
    if (next.code_point > 0xFFFF) digits += '0';
    value.remove_prefix(next.length);
  }
  digits.resize(std::min<std::size_t>(digits.size(), 128));
  if (digits.starts_with('#')) digits.erase(0, 1);
  for (char& c : digits)
    if (!is_digit(c)) c = '0';
  while (digits.empty() || digits.size() % 3 != 0) digits += '0';
  const std::size_t third = digits.size() / 3;
  std::array<std::string_view, 3> parts;
  for (std::size_t i = 0; i < 3; ++i) parts[i] = std::string_view(digits).substr(i * third, third);
  for (std::string_view& part : parts)
    part.remove_prefix(part.size() - std::min<std::size_t>(part.size(), 8));
  while (parts[0].size() > 2 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
           return part.starts_with('0');
         }))
    for (std::string_view& part : parts) part.remove_prefix(1);
  return Colour{byte_of(parts[0].substr(0, 2)), byte_of(parts[1].substr(0, 2)),
                byte_of(parts[2].substr(0, 2))};
}

std::string written(const Colour& colour) {
  std::string out = "#";
  for (const std::uint8_t byte : {colour.red, colour.green, colour.blue})
    text::append_hex(out, byte);
  return out;
}

}  // namespace basewalk::worker::drawn
