// SPDX-License-Identifier: MIT
//
// What is a name of a header field, and not just a line that has a colon.
#ifndef BASEWALK_MIME_FIELD_NAME_H_
#define BASEWALK_MIME_FIELD_NAME_H_

#include <algorithm>
#include <string_view>

namespace basewalk::mime {

/// RFC 5322 3.6.8.
inline bool is_field_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(),
                                      [](char c) { return c > 32 && c < 127 && c != ':'; });
}

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_FIELD_NAME_H_
