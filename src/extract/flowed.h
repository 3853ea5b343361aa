// SPDX-License-Identifier: MIT
//
// Lines that a program joins before it looks for links: format=flowed; delsp=yes.
#ifndef BASEWALK_EXTRACT_FLOWED_H_
#define BASEWALK_EXTRACT_FLOWED_H_

#include <string>
#include <string_view>

#include "text/offsets.h"

namespace basewalk::extract {

/// A text without its soft line breaks: a blank at the end of a line, the line break, and what
/// quote marks and stuffing the next line of the same quote depth has (RFC 3676 4.1 to 4.5).  They
/// may stand anywhere in a URL, its scheme included.  False where there is none.
bool join_flowed_lines(std::string_view text, std::string& out, text::Offsets& offsets);

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_FLOWED_H_
