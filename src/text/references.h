// SPDX-License-Identifier: MIT
//
// Text within HTML and XML.
#ifndef BASEWALK_TEXT_REFERENCES_H_
#define BASEWALK_TEXT_REFERENCES_H_

#include <string>
#include <string_view>

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

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_REFERENCES_H_
