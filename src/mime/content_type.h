// SPDX-License-Identifier: MIT
//
// What Content-Type and Content-Transfer-Encoding say about structure, read with as little work as
// the value allows.
#ifndef BASEWALK_MIME_CONTENT_TYPE_H_
#define BASEWALK_MIME_CONTENT_TYPE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// Does a message/partial of that Content-Type begin with a header of its own (RFC 2046 5.2.2.1)?
bool is_first_fragment(const ParameterizedValue& content_type);

/// Does "boundary" stand anywhere in it?
bool names_boundary(std::string_view field_value);

struct OtherBoundaries {
  std::vector<std::string> values;  ///< at most 16, of at most 998 bytes each; mostly none
  bool is_cut = false;              ///< there are more
};
/// What other readers take for the boundary, where `chosen` is what read_boundary() and the body
/// gave: further ones, joined sections, decoded words, what a search for "boundary=" finds.  An
/// empty one where an empty one, or none, was chosen.
OtherBoundaries other_boundaries(std::string_view field_value, std::string_view chosen);

struct OtherCharsets {
  std::vector<std::string> labels;  ///< at most 8; mostly none
  bool is_cut = false;              ///< there may be more
};
/// What other readers may take for the charset, where `declared` is the parameter's value: each
/// known label that stands behind a "charset", whatever stands around it, within it or between its
/// pieces.  Of a known one that is written once nobody is in doubt.
OtherCharsets other_charsets(std::string_view field_value, std::string_view declared);

struct EncodingName {
  Encoding encoding = Encoding::identity;
  bool misspelt = false;  ///< not one of RFC 2045's names, or more than a name
};
/// Is a value, behind blanks, the name of an encoding and nothing else, not even a blank?
bool is_bare_encoding(std::string_view field_value);

/// The encoding whose name stands somewhere in a value that names none; unknown where there is
/// none.
Encoding encoding_within(std::string_view field_value);

/// The encoding that a Content-Transfer-Encoding names.
EncodingName read_encoding(std::string_view field_value);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_CONTENT_TYPE_H_
