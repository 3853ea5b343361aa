// SPDX-License-Identifier: MIT
//
// How text looks on a terminal: colours where there is one, line drawing where it can.
#ifndef BASEWALK_OUTPUT_STYLE_H_
#define BASEWALK_OUTPUT_STYLE_H_

#include <string>
#include <string_view>

namespace basewalk::output {

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

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_STYLE_H_
