// SPDX-License-Identifier: MIT
//
// Text of HTML as it is meant: character references (WHATWG HTML 13.2.5.72 to 80), line ends
// (13.2.3.5) and NUL.
#ifndef BASEWALK_HTML_CHARACTER_REFERENCES_H_
#define BASEWALK_HTML_CHARACTER_REFERENCES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "extract/sink.h"
#include "text/find.h"

namespace basewalk::extract {

enum class References : std::uint8_t { keep, decode, decode_in_attribute };
enum class Nul : std::uint8_t { keep, replace, drop };

/// Is a text already what it means?
inline bool is_literal(std::string_view text) {
  return find_any<'&', '\r', '\0'>(text, 0) == text.size();
}

/// Appends to `out` what a text means.  `offsets` (if given) leads back, from positions in what was
/// appended to positions in `written`.
void decode_html(std::string_view written, References references, Nul nul, std::string& out,
                 Offsets* offsets = nullptr);

/// Appends a code point as UTF-8.
void append_utf8(std::uint32_t code_point, std::string& out);

}  // namespace basewalk::extract

#endif  // BASEWALK_HTML_CHARACTER_REFERENCES_H_
