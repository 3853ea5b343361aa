// SPDX-License-Identifier: MIT
//
// A header that is read in one way: every line a field or the fold of one, one Content-Type, one
// Content-Transfer-Encoding, and an empty line behind them.
#ifndef BASEWALK_REWRITE_SETTLE_HEADER_H_
#define BASEWALK_REWRITE_SETTLE_HEADER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {

/// What a line becomes that must not be read: "X-Basewalk-Removed: " stands before it.
inline constexpr std::string_view kRemoved = "X-Basewalk-Removed: ";

/// What is to be done to the header of one part.
struct HeaderPlan {
  bool lines = false;     ///< a line that is no field becomes an X-Basewalk-Removed
  bool bare_cr = false;   ///< a CR that ends no line becomes a blank
  bool one_type = false;  ///< the Content-Type that does not count becomes an X-Basewalk-Removed
  std::optional<std::string> type;      ///< the value of the one that counts
  std::optional<std::string> encoding;  ///< Content-Transfer-Encoding
};

/// Appends the splices of it, sorted; false where the part has no place for a field.
bool append_header(const Message& message, std::uint32_t part, const HeaderPlan& plan,
                   std::string_view line_end, std::vector<Splice>& splices);

/// A Content-Type as every reader has it: the part's type and those of its parameters that mean
/// something, with `charset` or `boundary` where one is given, never with its own boundary, and
/// with its own charset where neither is.
std::string content_type_of(const Message& message, const mime::Part& part,
                            std::string_view charset, std::string_view boundary,
                            std::string_view line_end);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SETTLE_HEADER_H_
