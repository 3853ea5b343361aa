// SPDX-License-Identifier: MIT
//
// The folder that many results go to, each at the path of its source, with a report beside them:
// of `mhtml unpack`, `inline` (many.h) and `pack` (pack_many.h).
#ifndef BASEWALK_CLI_VERBS_MHTML_OUTPUT_FOLDER_H_
#define BASEWALK_CLI_VERBS_MHTML_OUTPUT_FOLDER_H_

#include <string>
#include <string_view>
#include <vector>

namespace basewalk::cli {

/// The report's name in the folder.
inline constexpr std::string_view kReportName = "report.jsonl";

/// Symbolic links followed.
bool is_folder(const std::string& name);

/// The folder that all sources lie in, or are, with a slash behind it; empty where there is none.
std::string common_folder(const std::vector<std::string>& sources);

/// Where the result of a source belongs below the folder: safe on every system, and never the
/// report's own name.
std::string place_below(std::string_view source, std::string_view common);

/// Makes the folder that `output` (as typed) names, unless it is there: its name with a slash.
/// Empty, with a message and `status` set, where that cannot be done, or where an earlier run has
/// left its report there and is not to be gone on with.
std::string open_output_folder(const std::string& output, bool goes_on, int& status);

/// What stands at a place below the output folder (its name with a slash).  Whatever lies in the
/// folder, nothing outside of it is reached: no symbolic link is followed there.
struct Standing {
  bool is_there = false;  ///< what an earlier run has made, by its kind
  std::string why_not;    ///< a sentence where nothing can be made there, and nothing was
};
/// Makes the folders that the place is in.
Standing come_to_place(const std::string& folder, const std::string& place, bool makes_folder);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_MHTML_OUTPUT_FOLDER_H_
