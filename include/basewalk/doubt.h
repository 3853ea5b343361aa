// SPDX-License-Identifier: MIT
//
// The names of doubts: where readers in use take the same bytes in different ways.
//
// The first reading of a message is what most mail programs do.  What another one has besides is
// told with the name of the doubt (docs/semantics.md, "Readings").
#ifndef BASEWALK_DOUBT_H_
#define BASEWALK_DOUBT_H_

#include <cstdint>
#include <string_view>

#pragma GCC visibility push(default)

namespace basewalk {

/// Of the structure first, of bodies behind it; what came later is last.
enum class Doubt : std::uint8_t {
  header_end,       ///< does a line that is no field end a header?
  line_ends,        ///< does a bare CR end a line?
  type_duplicate,   ///< which of several Content-Type counts?
  boundary_value,   ///< what is the value of the boundary parameter?
  boundary_prefix,  ///< is a line that begins like a delimiter one?
  behind_close,     ///< do parts go on behind a closing delimiter?
  transfer,         ///< what does an odd transfer encoding, or an odd escape, mean?
  base64,           ///< which characters are digits, and where do they end?
  charset,          ///< which characters are these bytes?
  scripting,        ///< is <noscript> markup?
  base_choice,      ///< which base of a header, or <base href>, counts?
  media_type,       ///< is it what its type, its name or its first bytes say?
  part_joined,      ///< are neighbouring texts one document?
  message_end,      ///< does a message of an mbox go as far as its Content-Length says?
};
/// "header-end".
std::string_view name(Doubt doubt);
/// One sentence: what other readers do.
std::string_view meaning(Doubt doubt);

}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_DOUBT_H_
