// SPDX-License-Identifier: MIT
//
// The lines of a plan.  Fields stand between tabs; in names and sentences a tab, a line feed, a
// carriage return and a backslash are written \t, \n, \r and \\, and every other byte as it is.
//
//     basewalk-plan  VERSION
//     BEGIN  BYTES  NAME-NUMBER  WHAT  KIND  SOURCE  [MEMBER  [CODE  SENTENCE]]
//     end    FILES  BYTES  ID
//
// BEGIN is where the bytes are in the line of all bytes.  WHAT is `name` or `folder` (who named
// the file), or `name-git` or `folder-git`.  MEMBER is what alone is wanted of an archive.
// CODE is why there is nothing to read.
//
// Before this: tree.h has found a file.  After it: plan_reader.h finds it again.
#ifndef BASEWALK_SRC_ARCHIVE_FIND_PLAN_LINE_H_
#define BASEWALK_SRC_ARCHIVE_FIND_PLAN_LINE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "archive/find/finder.h"

namespace basewalk::archive {

inline constexpr std::string_view kPlanHeader = "basewalk-plan\t1\n";
/// Without the version.
inline constexpr std::string_view kPlanName = "basewalk-plan\t";

/// The line of a file that has its place, with its line end.
std::string plan_line(const Found& found);
/// What a line says, which is given without its line end; none where it is no such line.
std::optional<Found> read_plan_line(std::string_view line);

struct PlanEnd {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::string id;
};
std::string plan_end_line(const PlanEnd& end);
std::optional<PlanEnd> read_plan_end(std::string_view line);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_FIND_PLAN_LINE_H_
