// SPDX-License-Identifier: MIT
#include "worker/documents/may_have_url.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "text/ascii.h"
#include "text/find.h"

namespace basewalk::worker {

namespace {

bool is_space(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Brackets have no more between them.
constexpr std::size_t kBracketMost = 12;

// Behind a scheme of two letters, or what stands for them; a blank may follow where slashes do.
bool is_colon_of_scheme(std::string_view text, std::size_t at) {
  const std::string_view after = text.substr(at + 1);
  if (after.starts_with('/') || after.starts_with('\\') || after.starts_with(" //")) return true;
  if (at < 2 || is_space(text[at - 1]) || is_space(text[at - 2])) {
    // "h t t p:", "[ :"
    const std::size_t begin = at - std::min(at, kBracketMost);
    const std::string_view before = text.substr(begin, at - begin);
    if (!before.ends_with(" p") && !before.ends_with(" P") && !before.ends_with(" s") &&
        !before.ends_with(" S") && before.find_last_of("[({") == before.npos)
      return false;
  }
  const std::string_view behind = text.substr(at + 1, kBracketMost);
  return !behind.empty() && (!is_space(behind[0]) || behind.starts_with(" //") ||
                             behind.find_first_of("])}") != behind.npos);
}

// "[.]", "( dot )", "[."
bool is_dot_in_brackets(std::string_view behind) {
  behind = behind.substr(0, kBracketMost);
  while (!behind.empty() && ascii::is_blank(behind[0])) behind.remove_prefix(1);
  return behind.starts_with('.') || ascii::istarts_with(behind, "dot") ||
         ascii::istarts_with(behind, "d0t");
}

}  // namespace

bool may_have_url(std::string_view bytes) {
  if (bytes.find("://") != bytes.npos || bytes.find("\\\\") != bytes.npos) return true;
  const std::string lower = ascii::lowered(bytes);
  return lower.find("www.") != lower.npos || lower.find("mailto:") != lower.npos;
}

bool is_worth_searching(std::string_view text) {
  for (std::size_t at = text.find_first_of(":\\.wW[({"); at < text.size();
       at = text.find_first_of(":\\.wW[({", at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    switch (text[at]) {
      case ':':
        if (is_colon_of_scheme(text, at)) return true;
        break;
      case '\\':
        if (next == '\\') return true;
        break;
      case '.':
        if (at > 0 && ascii::to_lower(text[at - 1]) == 'p') return true;
        if (next == ']' || next == ')' || next == '}') return true;
        break;
      case 'w':
      case 'W':
        if (ascii::to_lower(next) == 'w') return true;
        break;
      default:
        if (is_dot_in_brackets(text.substr(at + 1))) return true;
    }
  }
  return false;
}

bool has_scheme(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && text::is_scheme_char(text[at])) ++at;
  return at > 1 && at < text.size() && text[at] == ':' && ascii::is_alpha(text[0]);
}

}  // namespace basewalk::worker
