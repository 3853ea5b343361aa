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

#include "text/find.h"
#include "text/offsets.h"

namespace basewalk::html {

enum class References : std::uint8_t { keep, decode, decode_in_attribute };
enum class Nul : std::uint8_t { keep, replace, drop };

/// Is a text already what it means?
inline bool is_literal(std::string_view text) {
  return text::find_any<'&', '\r', '\0'>(text, 0) == text.size();
}

/// Appends to `out` what a text means.  `offsets` (if given) leads back, from positions in what was
/// appended to positions in `written`.
void decode_html(std::string_view written, References references, Nul nul, std::string& out,
                 text::Offsets* offsets = nullptr);

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_CHARACTER_REFERENCES_H_
