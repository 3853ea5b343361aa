// SPDX-License-Identifier: MIT
//
// What is a name of a header field, and not just a line that has a colon.
#ifndef BASEWALK_SRC_MIME_LINE_FIELD_NAME_H_
#define BASEWALK_SRC_MIME_LINE_FIELD_NAME_H_

#include <algorithm>
#include <string_view>

namespace basewalk::mime {

/// RFC 5322 3.6.8: ftext.
constexpr bool is_of_field_name(char c) { return c > ' ' && c <= '~' && c != ':'; }

inline bool is_field_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_of_field_name);
}

}  // namespace basewalk::mime

#endif  // BASEWALK_SRC_MIME_LINE_FIELD_NAME_H_
