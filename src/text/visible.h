// SPDX-License-Identifier: MIT
//
// Text that an attacker may have written, shown to people.
#ifndef BASEWALK_TEXT_VISIBLE_H_
#define BASEWALK_TEXT_VISIBLE_H_

#include <string>
#include <string_view>

namespace basewalk::text {

/// Appends a text with control characters written as \t, \n, \r or \xHH (bidirectional controls as
/// \u{...}), so that one line stays one line and no text can drive the terminal.  So are bytes
/// 0x80-0x9F that are no part of UTF-8: elsewhere they are control characters, too.
void append_visible(std::string& out, std::string_view text);
std::string visible(std::string_view text);

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_VISIBLE_H_
