// SPDX-License-Identifier: MIT
//
// IPv4 addresses in all the forms that inet_aton() knew, and IPv6 addresses
// (URL Standard 3.5).
#include <array>
#include <cstdint>
#include <optional>

#include "text/ascii.h"
#include "text/hex.h"
#include "url/whatwg.h"

namespace basewalk::url::whatwg {
namespace {

void append_decimal(unsigned value, std::string& out) {
  char digits[10];
  std::size_t n = sizeof digits;
  do {
    digits[--n] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  out.append(digits + n, sizeof digits - n);
}

// What is too large for any address.
constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 32;

// The IPv4 number parser: nothing where the text is no number.
std::optional<std::uint64_t> ipv4_number(std::string_view text) {
  if (text.empty()) return {};
  unsigned radix = 10;
  if (text.size() >= 2 && text[0] == '0' && (text[1] | 0x20) == 'x') {
    text.remove_prefix(2);
    radix = 16;
  } else if (text.size() >= 2 && text[0] == '0') {
    text.remove_prefix(1);
    radix = 8;
  }
  std::uint64_t value = 0;  // "0x" alone is 0
  for (char c : text) {
    if (!ascii::is_hex(c) || ascii::hex_value(c) >= radix) return {};
    value = value * radix + ascii::hex_value(c);
    if (value > kTooLarge) value = kTooLarge;
  }
  return value;
}

std::string_view last_part(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::size_t dot = domain.rfind('.');
  return dot == std::string_view::npos ? domain : domain.substr(dot + 1);
}

}  // namespace

bool ends_in_number(std::string_view domain) {
  const std::string_view last = last_part(domain);
  if (last.empty() || !ascii::is_digit(last[0])) return false;
  bool digits = true;
  for (char c : last) digits = digits && ascii::is_digit(c);
  return digits || ipv4_number(last).has_value();
}

Problem replace_by_ipv4(std::size_t host, std::string& out) {
  std::string_view domain = std::string_view(out).substr(host);
  if (domain.ends_with('.')) domain.remove_suffix(1);
  std::array<std::uint64_t, 4> parts{};
  std::size_t count = 0;
  std::size_t begin = 0;
  std::size_t large = domain.size();  // where a part above 255 begins that is not the last
  for (bool more = true; more; ++count) {
    if (count == 4) return {Failure::ipv4_too_many_parts, begin};
    const std::string_view part = domain.substr(begin, find_or_end(domain.substr(begin), '.'));
    if (part.empty()) return {Failure::ipv4_empty_part, begin};
    const auto number = ipv4_number(part);
    if (!number) return {Failure::ipv4_non_numeric_part, begin};
    parts[count] = *number;
    more = begin + part.size() < domain.size();
    if (more && *number > 255 && large == domain.size()) large = begin;
    if (more) begin += part.size() + 1;
  }
  if (large != domain.size()) return {Failure::ipv4_out_of_range_part, large};
  const std::uint64_t last = parts[count - 1];
  if (last >= std::uint64_t{1} << (8 * (5 - count)))
    return {Failure::ipv4_out_of_range_part, begin};
  std::uint64_t address = last;
  for (std::size_t i = 0; i + 1 < count; ++i) address += parts[i] << (8 * (3 - i));
  out.resize(host);
  for (int shift = 24; shift >= 0; shift -= 8) {
    append_decimal(static_cast<unsigned>(address >> shift & 255), out);
    if (shift > 0) out += '.';
  }
  return {};
}

namespace {

using Pieces = std::array<unsigned, 8>;

// The IPv4 tail of an IPv6 address: four decimal numbers without leading zeros.
Problem read_ipv4_tail(std::string_view text, std::size_t at, Pieces& pieces, std::size_t& index) {
  if (index > 6) return {Failure::ipv4_in_ipv6_too_many_pieces, at};
  int seen = 0;
  while (at < text.size()) {
    if (seen > 0) {
      if (text[at] != '.' || seen == 4) return {Failure::ipv4_in_ipv6_invalid_code_point, at};
      ++at;
    }
    if (at == text.size() || !ascii::is_digit(text[at]))
      return {Failure::ipv4_in_ipv6_invalid_code_point, at};
    unsigned value = 0;
    const std::size_t begin = at;
    for (; at < text.size() && ascii::is_digit(text[at]); ++at) {
      if (at > begin && value == 0) return {Failure::ipv4_in_ipv6_invalid_code_point, at};
      value = value * 10 + static_cast<unsigned>(text[at] - '0');
      if (value > 255) return {Failure::ipv4_in_ipv6_out_of_range_part, begin};
    }
    pieces[index] = pieces[index] * 0x100 + value;
    ++seen;
    if (seen == 2 || seen == 4) ++index;
  }
  if (seen != 4) return {Failure::ipv4_in_ipv6_too_few_parts, at};
  return {};
}

Problem read_ipv6(std::string_view text, Pieces& pieces) {
  constexpr std::size_t kNone = 8;
  std::size_t index = 0;
  std::size_t compress = kNone + 1;
  const auto compressed = [&] { return compress <= kNone; };
  std::size_t at = 0;
  if (text.starts_with(':')) {
    if (!text.starts_with("::")) return {Failure::ipv6_invalid_compression, 0};
    at = 2;
    compress = ++index;
  }
  while (at < text.size()) {
    if (index == 8) return {Failure::ipv6_too_many_pieces, at};
    if (text[at] == ':') {
      if (compressed()) return {Failure::ipv6_multiple_compression, at};
      ++at;
      compress = ++index;
      continue;
    }
    const std::size_t begin = at;
    const std::uint32_t value = text::read_hex(text, at, 4);
    if (at < text.size() && text[at] == '.') {
      if (at == begin) return {Failure::ipv4_in_ipv6_invalid_code_point, at};
      if (const Problem problem = read_ipv4_tail(text, begin, pieces, index)) return problem;
      break;
    }
    if (at < text.size()) {
      if (text[at] != ':') return {Failure::ipv6_invalid_code_point, at};
      if (++at == text.size()) return {Failure::ipv6_invalid_code_point, at};
    }
    pieces[index++] = value;
  }
  if (compressed()) {
    std::size_t swaps = index - compress;
    for (index = 7; index != 0 && swaps > 0; --index, --swaps)
      std::swap(pieces[index], pieces[compress + swaps - 1]);
  } else if (index != 8) {
    return {Failure::ipv6_too_few_pieces, text.size()};
  }
  return {};
}

}  // namespace

Problem append_ipv6(std::string_view text, std::string& out) {
  Pieces pieces{};
  if (const Problem problem = read_ipv6(text, pieces)) return problem;

  // The first of the longest runs of two and more zeros becomes "::".
  std::size_t best = 8;
  std::size_t best_length = 1;
  for (std::size_t i = 0; i < 8;) {
    std::size_t end = i;
    while (end < 8 && pieces[end] == 0) ++end;
    if (end - i > best_length) {
      best = i;
      best_length = end - i;
    }
    i = end + 1;
  }

  out += '[';
  for (std::size_t i = 0; i < 8;) {
    if (i == best) {
      out.append(i == 0 ? "::" : ":");
      i += best_length;
      continue;
    }
    text::append_hex_number(out, pieces[i]);
    if (++i < 8) out += ':';
  }
  out += ']';
  return {};
}

}  // namespace basewalk::url::whatwg
