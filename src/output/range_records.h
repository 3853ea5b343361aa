// SPDX-License-Identifier: MIT
//
// Stretches of a source, and what became of them: the records of `verify`.
#ifndef BASEWALK_OUTPUT_RANGE_RECORDS_H_
#define BASEWALK_OUTPUT_RANGE_RECORDS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/archive/source.h"

namespace basewalk::output {

enum class RangeState : std::uint8_t {
  read,
  skipped,   ///< passed over, and told why
  doubtful,  ///< read, and not what it was
  failed     ///< not read
};
std::string_view name(RangeState state);

/// What became of bytes that have this trouble.
RangeState state_of(archive::Trouble trouble);

struct Range {
  std::string_view source;
  RangeState state = RangeState::read;
  /// As archive::Extent counts; none where it is not known which.
  std::optional<std::uint64_t> begin, bytes;
  std::optional<std::string_view> kind;  ///< of the source, where its end is known
  std::optional<std::uint64_t> messages;
  std::optional<archive::Trouble> trouble;
  std::string_view text;
};

void append_range_as_json(const Range& range, std::string& out);
/// state TAB begin TAB bytes TAB source TAB what it is, or why
void append_range_as_text(const Range& range, std::string& out);

void append_range_schema(std::string& out);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_RANGE_RECORDS_H_
