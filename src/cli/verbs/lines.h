// SPDX-License-Identifier: MIT
//
// Arguments, or the lines of standard input where there are none.
#ifndef BASEWALK_CLI_VERBS_LINES_H_
#define BASEWALK_CLI_VERBS_LINES_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::text {
class Output;
}

namespace basewalk::cli {

/// Calls `each` for every argument; without any, for every line of standard input (its line end, LF
/// or CRLF, taken off), until the output fails.  kUsage where standard input is a terminal,
/// kIncomplete where it cannot be read; both with a message.
int for_each_line(const std::vector<std::string>& arguments, text::Output& output,
                  const std::function<void(std::string_view)>& each);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_LINES_H_
