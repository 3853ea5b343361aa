// SPDX-License-Identifier: MIT
#include "walk/table_formulas.h"

#include <algorithm>
#include <cstddef>

#include "text/ascii.h"

namespace basewalk {
namespace {

// Of Excel, LibreOffice and Google; what a text in them leads to is found as a text.
constexpr std::string_view kFunctions[] = {"HYPERLINK",  "IMAGE",      "WEBSERVICE", "IMPORTDATA",
                                           "IMPORTFEED", "IMPORTHTML", "IMPORTXML",  "IMPORTRANGE"};

constexpr bool is_of_name(char c) { return ascii::is_alnum(c) || c == '_' || c == '.'; }

std::string_view behind_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

// Is the first argument one text, or nothing?  Within a cell that has quotes each quote is written
// twice.
bool is_one_text(std::string_view arguments) {
  std::string_view rest = behind_blanks(arguments);
  const std::string_view quote = rest.starts_with("\"\"") ? "\"\"" : "\"";
  if (rest.starts_with(quote)) {
    const std::size_t end = rest.find('"', quote.size());
    if (end == rest.npos || !rest.substr(end).starts_with(quote)) return false;
    rest = behind_blanks(rest.substr(end + quote.size()));
  }
  return rest.starts_with(',') || rest.starts_with(';') || rest.starts_with(')');
}

}  // namespace

bool makes_links(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('(', at)) != text.npos; ++at) {
    const std::string_view before = ascii::trim_right(text.substr(0, at));
    std::size_t begin = before.size();
    while (begin > 0 && before.size() - begin < 16 && is_of_name(before[begin - 1])) --begin;
    if (ascii::iis_one_of(kFunctions, before.substr(begin)) && !is_one_text(text.substr(at + 1)))
      return true;
  }
  return false;
}

}  // namespace basewalk
