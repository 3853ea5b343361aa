// SPDX-License-Identifier: MIT
//
// What the first bytes of a file say that it is, where they say that it is no text.  Comes before
// kind.h, which asks it first.
#ifndef BASEWALK_BUNDLE_PAGE_MAGIC_H_
#define BASEWALK_BUNDLE_PAGE_MAGIC_H_

#include <cstddef>
#include <string_view>

namespace basewalk::bundle {

/// How many bytes binary_type_of() wants to see: two frames of an MP3 (MIME Sniffing 5).
inline constexpr std::size_t kMagicBytes = 1445;

/// The media type of a picture, font, sound, film, archive or PDF by its first bytes; empty where
/// they are none that no text begins with.
std::string_view binary_type_of(std::string_view first_bytes);

/// Do they hold bytes that no text has (MIME Sniffing 7.2)?  Not of UTF-16.
bool is_binary(std::string_view first_bytes);

/// Does the text begin as an image of SVG does, behind declarations and comments?
bool is_svg(std::string_view first_bytes);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_MAGIC_H_
