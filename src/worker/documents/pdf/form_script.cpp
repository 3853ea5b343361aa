// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/form_script.h"

#include <cstddef>

#include "text/ascii.h"

namespace basewalk::worker::pdf {
namespace {

constexpr std::string_view kNames[] = {"AFDate_Format",
                                       "AFDate_FormatEx",
                                       "AFDate_Keystroke",
                                       "AFDate_KeystrokeEx",
                                       "AFNumber_Format",
                                       "AFNumber_Keystroke",
                                       "AFPercent_Format",
                                       "AFPercent_Keystroke",
                                       "AFRange_Validate",
                                       "AFSimple_Calculate",
                                       "AFSpecial_Format",
                                       "AFSpecial_Keystroke",
                                       "AFTime_Format",
                                       "AFTime_FormatEx",
                                       "AFTime_Keystroke",
                                       "AFTime_KeystrokeEx",
                                       "AFSpecial_KeystrokeEx",
                                       "Array",
                                       "new",
                                       "true",
                                       "false"};

constexpr bool is_of_name(char c) { return ascii::is_alnum(c) || c == '_'; }

// Behind a string without escapes that ends on its line; nowhere for another one.
std::size_t behind_string(std::string_view script, std::size_t at) {
  const std::size_t end = script.find_first_of(script[at] == '"' ? "\"\\\n\r" : "'\\\n\r", at + 1);
  return end == script.npos || script[end] != script[at] ? script.npos : end + 1;
}

}  // namespace

// Without brackets and dots behind a name nothing but these functions can be reached, and without
// an assignment none of them is another one.
bool is_form_script(std::string_view script) {
  constexpr std::string_view kBetween = "(),;+-";
  for (std::size_t at = 0; at < script.size();) {
    const char c = script[at];
    if (c == '"' || c == '\'') {
      at = behind_string(script, at);
      if (at == script.npos) return false;
    } else if (ascii::is_digit(c)) {
      while (at < script.size() && (ascii::is_digit(script[at]) || script[at] == '.')) ++at;
      if (at < script.size() && is_of_name(script[at])) return false;
    } else if (is_of_name(c)) {
      const std::size_t begin = at;
      while (at < script.size() && is_of_name(script[at])) ++at;
      if (!ascii::is_one_of(kNames, script.substr(begin, at - begin))) return false;
    } else if (ascii::is_space(c) || kBetween.find(c) != kBetween.npos) {
      ++at;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace basewalk::worker::pdf
