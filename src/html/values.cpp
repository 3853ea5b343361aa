// SPDX-License-Identifier: MIT
#include "html/values.h"

#include "text/ascii.h"
#include "text/find.h"

namespace basewalk::html {

namespace {

// What browsers take off both ends of the time and of the URL: more than HTML calls white space.
// The bytes of each in UTF-8.
constexpr std::string_view kWide[] = {
    "\t",           "\n",           "\v",           "\f",           "\r",           " ",
    "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84",
    "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A",
    "\xE2\x80\xA8", "\xE2\x81\x9F", "\xE3\x80\x80"};

std::string_view trim_wide(std::string_view text) {
  const auto trimmed = [&] {
    for (const std::string_view each : kWide) {
      if (text.starts_with(each)) {
        text.remove_prefix(each.size());
        return true;
      }
      if (text.ends_with(each)) {
        text.remove_suffix(each.size());
        return true;
      }
    }
    return false;
  };
  while (trimmed()) {
  }
  return text;
}

}  // namespace

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
  const std::size_t begin_of_time = pos;
  while (pos < content.size() && content[pos] != ';' && content[pos] != ',' &&
         !ascii::is_space(content[pos]))
    ++pos;
  const std::string_view time = trim_wide(content.substr(begin_of_time, pos - begin_of_time));
  if (time.empty() || time.find_first_not_of("0123456789.") != std::string_view::npos) return {};
  skip();
  if (is_letter(';') || is_letter(',')) ++pos;
  skip();

  // Step 11: "url=", then quotes.  Where "url" is only begun, the text from there on is the URL.
  const std::size_t begin = pos;
  for (const char letter : {'u', 'r', 'l'}) {
    if (!is_letter(letter)) {
      pos = begin;
      break;
    }
    ++pos;
  }
  if (pos != begin) {
    skip();
    if (is_letter('=')) {
      ++pos;
      skip();
    } else {
      pos = begin;
    }
  }
  if (is_letter('"') || is_letter('\'')) {
    // HTML ends it at the first quote, Chromium at the last; one that is not closed at the end.
    const char quote = content[pos++];
    const std::size_t close = content.rfind(quote);
    if (close >= pos) content = content.substr(0, close);
  }
  return trim_wide(content.substr(pos));
}

bool hides(std::string_view style) {
  for (std::size_t at = 0; (at = text::find_any<'y', 'Y'>(style, at)) < style.size(); ++at) {
    if (at < 6 || !ascii::iequals(style.substr(at - 6, 7), "display")) continue;
    std::string_view rest = ascii::trim_left(style.substr(at + 1));
    if (!rest.starts_with(':')) continue;
    rest = ascii::trim_left(rest.substr(1));
    if (ascii::istarts_with(rest, "none")) return true;
  }
  return false;
}

}  // namespace basewalk::html
