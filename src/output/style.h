// SPDX-License-Identifier: MIT
//
// How text looks on a terminal: colours where there is one, line drawing where it can.
#ifndef BASEWALK_OUTPUT_STYLE_H_
#define BASEWALK_OUTPUT_STYLE_H_

#include <string>
#include <string_view>

namespace basewalk::cli {

/// The escape sequences in use; all empty without colour.
struct Style {
  std::string_view bold, dim, part, type, base, from, plain;
  /// Line drawing by the locale's charset: UTF-8 or ASCII.
  std::string_view branch, last, bar, gap, arrow;
};

/// The style for standard output: colour on a terminal unless NO_COLOR is set or TERM is "dumb".
Style style_for_stdout();
/// The style for a file: no colour.
Style style_for_files();

/// Appends a text with control characters written as \t, \n, \r or \xHH (bidirectional controls as
/// \u{...}), so that one line stays one line and no text can drive the terminal.  So are bytes
/// 0x80-0x9F that are no part of UTF-8: elsewhere they are control characters, too.
void append_visible(std::string& out, std::string_view text);
std::string visible(std::string_view text);

}  // namespace basewalk::cli

#endif  // BASEWALK_OUTPUT_STYLE_H_
