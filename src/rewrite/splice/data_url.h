// SPDX-License-Identifier: MIT
//
// An image as a URL of its own (RFC 2397).
#ifndef BASEWALK_REWRITE_SPLICE_DATA_URL_H_
#define BASEWALK_REWRITE_SPLICE_DATA_URL_H_

#include <string>
#include <string_view>

namespace basewalk::rewrite {

/// Appends `data:image/png;base64,...`.  A media type with characters that are none of a name's
/// gives way to application/octet-stream.
void append_data_url(std::string_view media_type, std::string_view bytes, std::string& out);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_DATA_URL_H_
