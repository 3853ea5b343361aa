// SPDX-License-Identifier: MIT
//
// The report of a rewritten message: one JSON object, kind "rewrite" (docs/output.md).
#ifndef BASEWALK_OUTPUT_REWRITE_REPORT_H_
#define BASEWALK_OUTPUT_REWRITE_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::output {

/// Where in its source a message stands: in a file of its own at the top.
struct InSource {
  std::uint64_t number = 1;  ///< from 1
  std::uint64_t offset = 0;
};

/// What a filter in the mail path tells beside it.
struct OnItsWay {
  std::string_view time;  ///< RFC 3339; empty: null
  std::string_view rule;  ///< of the policy; empty: null
  /// Marks that go although the message gets none of its own, beside those that `rewritten` has.
  std::span<const rewrite::ForgedMark> forged{};
  std::optional<std::size_t> size{};  ///< of a message whose header alone is there: too large
};

/// One line with its line end, complete and valid JSON whatever the message holds, so that lines of
/// many runs can be appended to one file.  `source` is what the caller calls the message: a queue
/// id, or "-".  Cost: that of rewrite::signatures(), which are not looked at where the message is
/// not there, and what the report itself takes.
std::string rewrite_report(const rewrite::Rewritten& rewritten, std::string_view source,
                           InSource where = {}, const OnItsWay& way = {});

/// Appends its JSON Schema, behind those of other kinds.
void append_rewrite_schema(std::string& out);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_REWRITE_REPORT_H_
