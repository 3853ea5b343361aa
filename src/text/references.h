// SPDX-License-Identifier: MIT
//
// Text within HTML and XML.
#ifndef BASEWALK_TEXT_REFERENCES_H_
#define BASEWALK_TEXT_REFERENCES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "text/ascii.h"
#include "text/utf8.h"

namespace basewalk::text {

/// The character reference of one that HTML and XML take for markup somewhere; nothing for others.
constexpr std::string_view reference_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

/// Appends text so that it is nothing but text, between tags and in a value within quotes.
inline void append_escaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    const std::string_view reference = reference_of(c);
    if (reference.empty())
      out += c;
    else
      out += reference;
  }
}

/// The name of a reference that begins at `at`, without "&" and ";"; empty where there is none.  It
/// is as long as it likes (XML 1.0 4.1: any number of zeros), and holds nothing that ends it: so
/// all that are looked for in a text together cost no more than the text.
inline std::string_view name_at(std::string_view text, std::size_t at) {
  const std::size_t end = text.find_first_of(";&<>\"'\t\n\r ", at + 1);
  return end == text.npos || text[end] != ';' ? std::string_view()
                                              : text.substr(at + 1, end - at - 1);
}

/// Appends what a name of XML's own stands for (4.6); false where it is none.
inline bool append_predefined(std::string_view name, std::string& out) {
  constexpr std::pair<std::string_view, char> kPredefined[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [known, character] : kPredefined) {
    if (known != name) continue;
    out += character;
    return true;
  }
  return false;
}

/// Appends the character of "#38" or "#x26" (4.1); false where it is none.
inline bool append_numeric(std::string_view name, std::string& out) {
  if (name.size() < 2 || name[0] != '#') return false;
  const bool hex = name[1] == 'x';
  name.remove_prefix(hex ? 2 : 1);
  std::uint32_t number = 0;
  for (const char c : name) {
    if (hex ? !ascii::is_hex(c) : !ascii::is_digit(c)) return false;
    number = std::min<std::uint32_t>(number * (hex ? 16 : 10) + ascii::hex_value(c), 0x110000);
  }
  if (name.empty() || number == 0 || !utf8::is_scalar(number)) return false;
  utf8::append(number, out);
  return true;
}

/// With what the references of XML stand for that need no declaration; others stay as they are.
inline std::string without_references(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view name = text[at] == '&' ? name_at(text, at) : std::string_view();
    if (!name.empty() && (append_numeric(name, out) || append_predefined(name, out)))
      at += name.size() + 2;
    else
      out += text[at++];
  }
  return out;
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_REFERENCES_H_
