// SPDX-License-Identifier: MIT
//
// The pieces of check(): findings as they come in, and what is judged of bytes alone.
#ifndef BASEWALK_BUNDLE_CHECK_INNER_H_
#define BASEWALK_BUNDLE_CHECK_INNER_H_

#include <string_view>
#include <unordered_map>

#include "basewalk/bundle/check.h"

namespace basewalk::bundle {

/// Collects findings; of one code in one part only so many.
class Findings {
 public:
  Findings(const Message& message, std::size_t offset, std::size_t most, Report& report)
      : message_(message), offset_(offset), most_(most), report_(report) {}

  /// `offset` is one in the message.
  void add(FindingCode code, std::uint32_t part, std::size_t offset, std::string_view text = {});

 private:
  const Message& message_;
  const std::size_t offset_;
  const std::size_t most_;
  Report& report_;
  std::unordered_map<std::uint64_t, std::size_t> seen_;  // by part and code
};

/// How base64 looks to a decoder that skips nothing but line ends.
enum class Base64 : std::uint8_t { good, bad_padding, bad };
struct Base64Look {
  Base64 how = Base64::good;
  std::size_t offset = 0;  ///< of the first byte that is wrong
};
Base64Look look_at_base64(std::string_view body);

/// The first LF without a CR before it; npos where there is none.
std::size_t find_bare_lf(std::string_view text);

/// What can be seen of the lines and fields of the message: boundaries, encodings, line ends.
void check_bytes(const Message& message, const Bundle& bundle, Findings& findings);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_CHECK_INNER_H_
