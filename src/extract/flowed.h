// SPDX-License-Identifier: MIT
//
// What a program joins before it looks for links: lines of format=flowed; delsp=yes, and what a
// form feed divides, which Thunderbird takes out of a link.
#ifndef BASEWALK_EXTRACT_FLOWED_H_
#define BASEWALK_EXTRACT_FLOWED_H_

#include <string>
#include <string_view>

#include "text/offsets.h"

namespace basewalk::extract {

/// A text without its soft line breaks: a blank at the end of a line, the line break, and what
/// quote marks and stuffing the next line of the same quote depth has (RFC 3676 4.1 to 4.5).  They
/// may stand anywhere in a URL, its scheme included.  Or without form feeds between characters of
/// words.  False where there is none of what is asked for.
struct Joins {
  bool lines = false, form_feeds = false;
};
bool join_flowed(std::string_view text, Joins what, std::string& out, text::Offsets& offsets);

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_FLOWED_H_
