// SPDX-License-Identifier: MIT
//
// What bytes that no text has say of themselves.  Comes before kind.h, which asks it first.
#ifndef BASEWALK_BUNDLE_PAGE_MAGIC_H_
#define BASEWALK_BUNDLE_PAGE_MAGIC_H_

#include <cstddef>
#include <string_view>

namespace basewalk::bundle {

/// What browsers look at (MIME Sniffing 5), and enough of a body for the functions here.
inline constexpr std::size_t kFirstBytes = 1445;

/// The media type of a picture, font, film, sound or PDF by its first bytes (WHATWG MIME Sniffing
/// 6, and what browsers show besides); empty where they are none of these.
std::string_view binary_type_of(std::string_view first_bytes);

/// Do they hold bytes that no text has (MIME Sniffing 7.2)?  Not of UTF-16.
bool is_binary(std::string_view first_bytes);

/// Does the text begin as an image of SVG does, behind declarations and comments?
bool is_svg(std::string_view first_bytes);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_MAGIC_H_
