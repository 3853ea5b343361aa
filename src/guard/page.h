// SPDX-License-Identifier: MIT
//
// The pages that people see.  They hold no script and fetch nothing, and whatever comes from a link
// stands there as text.
#ifndef BASEWALK_GUARD_PAGE_H_
#define BASEWALK_GUARD_PAGE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "guard/options.h"
#include "guard/target.h"

namespace basewalk::guard {

enum class Page : std::uint8_t {
  link,        ///< where it leads, "go on" and "report"
  blocked,     ///< where it leads, and that it is not opened
  unopenable,  ///< where it leads, as text
  expired,     ///< where it led, as text
  reported,    ///< thanks, and "go on"
  no_link,     ///< forged, or no link of ours: nothing of it is told
  too_long,
  wrong_method,
};

/// What a page tells beside the target.
struct Beside {
  std::string_view expires;  ///< "20270131"; may be empty
  bool form_query = false, form_posted = false;
  bool warned = false;      ///< by the command that was asked
  bool unanswered = false;  ///< the command gave no answer
};

/// `target` is needed for the pages that tell where a link leads.
std::string page(Page which, const Target* target, const Beside& beside, Meaning meaning);

/// "sha256-...": of the style that all pages have in them, for their Content-Security-Policy.
const std::string& style_hash();

/// Appends text as HTML has it, with control characters made visible and U+FFFD for what is not
/// UTF-8.
void append_html(std::string& out, std::string_view text);

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_PAGE_H_
