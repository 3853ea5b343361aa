// SPDX-License-Identifier: MIT
//
// Attribute values that hold references among other things.
#ifndef BASEWALK_HTML_VALUES_H_
#define BASEWALK_HTML_VALUES_H_

#include <cstddef>
#include <string_view>

namespace basewalk::html {

/// Calls `take(view)` for each word between white space (WHATWG HTML 2.3.7) and, where they
/// separate, commas.  `take` says whether to go on.
template <class Take>
bool for_each_word(std::string_view text, bool commas, const Take& take);

/// Calls `take(view)` for the URL of each image candidate string (WHATWG HTML, "parse a srcset
/// attribute").  Those with descriptors that a browser refuses are given, too.
template <class Take>
bool for_each_candidate(std::string_view text, const Take& take);

/// Where a `meta refresh` leads: a view into `content`, empty where it stays on its page (WHATWG
/// HTML, "shared declarative refresh steps").
std::string_view refresh_url(std::string_view content);

/// Is what has this style attribute not shown: display:none, however it is written?  The value as
/// it is meant.
bool hides(std::string_view style);

}  // namespace basewalk::html

#include "text/ascii.h"

namespace basewalk::html {

template <class Take>
bool for_each_word(std::string_view text, bool commas, const Take& take) {
  const auto ends = [&](char c) { return ascii::is_space(c) || (commas && c == ','); };
  std::size_t pos = 0;
  while (true) {
    while (pos < text.size() && ends(text[pos])) ++pos;
    if (pos == text.size()) return true;
    const std::size_t begin = pos;
    while (pos < text.size() && !ends(text[pos])) ++pos;
    if (!take(text.substr(begin, pos - begin))) return false;
  }
}

template <class Take>
bool for_each_candidate(std::string_view text, const Take& take) {
  std::size_t pos = 0;
  while (true) {
    // Steps 4 to 7.
    while (pos < text.size() && (ascii::is_space(text[pos]) || text[pos] == ',')) ++pos;
    if (pos == text.size()) return true;
    const std::size_t begin = pos;
    while (pos < text.size() && !ascii::is_space(text[pos])) ++pos;
    std::size_t end = pos;
    while (text[end - 1] == ',') --end;
    if (!take(text.substr(begin, end - begin))) return false;
    if (end != pos) continue;
    // Step 8, the descriptors: a comma in parentheses does not end them.
    bool in_parentheses = false;
    for (; pos < text.size() && (in_parentheses || text[pos] != ','); ++pos) {
      if (text[pos] == '(') in_parentheses = true;
      if (text[pos] == ')') in_parentheses = false;
    }
  }
}

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_VALUES_H_
