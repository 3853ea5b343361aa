// SPDX-License-Identifier: MIT
//
// ASCII characters and case, without the locale.
#ifndef BASEWALK_TEXT_ASCII_H_
#define BASEWALK_TEXT_ASCII_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace basewalk::ascii {

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_alpha(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
constexpr bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
/// The value of a hex digit; c must be one.
constexpr unsigned hex_value(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((c | 0x20) - 'a' + 10);
}
/// Blank or tab.
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
/// White space of HTML and of URLs in text: blank, tab, LF, CR, FF.
constexpr bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r' || c == '\f'; }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; }

constexpr bool iequals(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  return true;
}

/// Is a word one of a list?
template <std::size_t count>
constexpr bool is_one_of(const std::string_view (&words)[count], std::string_view word) {
  for (const std::string_view each : words)
    if (each == word) return true;
  return false;
}
/// Upper and lower case are the same.
template <std::size_t count>
constexpr bool iis_one_of(const std::string_view (&words)[count], std::string_view word) {
  for (const std::string_view each : words)
    if (iequals(each, word)) return true;
  return false;
}

constexpr bool istarts_with(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && iequals(text.substr(0, prefix.size()), prefix);
}

constexpr std::string_view trim_left(std::string_view s) {
  while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
  return s;
}
constexpr std::string_view trim_right(std::string_view s) {
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}
constexpr std::string_view trim(std::string_view s) { return trim_left(trim_right(s)); }

inline std::string lowered(std::string_view s) {
  std::string out(s);
  for (char& c : out) c = to_lower(c);
  return out;
}

}  // namespace basewalk::ascii

#endif  // BASEWALK_TEXT_ASCII_H_
