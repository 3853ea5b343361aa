// SPDX-License-Identifier: MIT
#include "html/values.h"

#include "text/ascii.h"

namespace basewalk::html {

std::string_view refresh_url(std::string_view content) {
  std::size_t pos = 0;
  const auto skip = [&] {
    while (pos < content.size() && ascii::is_space(content[pos])) ++pos;
  };
  const auto is_letter = [&](char lower) {
    return pos < content.size() && ascii::to_lower(content[pos]) == lower;
  };
  // Steps 2 to 9: the time.
  skip();
  const std::size_t time = pos;
  while (pos < content.size() && ascii::is_digit(content[pos])) ++pos;
  if (pos == time && !is_letter('.')) return {};
  while (pos < content.size() && (ascii::is_digit(content[pos]) || content[pos] == '.')) ++pos;
  if (pos < content.size() && content[pos] != ';' && content[pos] != ',' &&
      !ascii::is_space(content[pos]))
    return {};
  skip();
  if (is_letter(';') || is_letter(',')) ++pos;
  skip();

  // Step 11: "url=", then quotes.  Where "url" is only begun, the text from there on is the URL.
  const std::size_t begin = pos;
  if (is_letter('u')) {
    for (const char letter : {'u', 'r', 'l'}) {
      if (!is_letter(letter)) return ascii::trim(content.substr(begin));
      ++pos;
    }
    skip();
    if (!is_letter('=')) return ascii::trim(content.substr(begin));
    ++pos;
    skip();
  }
  if (is_letter('"') || is_letter('\'')) {
    const char quote = content[pos++];
    content = content.substr(0, content.find(quote, pos));
  }
  return ascii::trim(content.substr(pos));
}

}  // namespace basewalk::html
