// SPDX-License-Identifier: MIT
//
// What Content-Type and Content-Transfer-Encoding say about structure, read with as little work as
// the value allows.
#ifndef BASEWALK_MIME_CONTENT_TYPE_H_
#define BASEWALK_MIME_CONTENT_TYPE_H_

#include <cstdint>
#include <string_view>

#include "basewalk/mime/part.h"
#include "mime/parameters.h"

namespace basewalk::mime {

/// The type at the front of a value where it is written plainly ("text/html", lower or upper case,
/// then ";", blanks, or the end); empty where parse_parameterized() has to look.
std::string_view plain_media_type(std::string_view field_value);

/// Is it "type/subtype", both parts there?
bool is_media_type(std::string_view lower);

/// The boundary parameter of a Content-Type.  Trailing blanks are not part of it (RFC 2046 5.1.1).
RawValue read_boundary(std::string_view field_value);

struct EncodingName {
  Encoding encoding = Encoding::identity;
  bool misspelt = false;  ///< not one of RFC 2045's names, or more than a name
};
/// The encoding that a Content-Transfer-Encoding names.
EncodingName read_encoding(std::string_view field_value);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_CONTENT_TYPE_H_
