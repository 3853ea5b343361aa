// SPDX-License-Identifier: MIT
//
// Fields of CSV (RFC 4180).
#ifndef BASEWALK_TEXT_CSV_H_
#define BASEWALK_TEXT_CSV_H_

#include <string>
#include <string_view>

namespace basewalk::text {

/// Appends a field, in quotes where it needs them (RFC 4180 2, rules 5 to 7); what is not UTF-8
/// becomes U+FFFD.
void append_csv(std::string& out, std::string_view text);

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_CSV_H_
