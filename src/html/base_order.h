// SPDX-License-Identifier: MIT
//
// Which <base href> of a document comes first: in its tree, where what is fostered or moved stands
// before what was written earlier (WHATWG HTML 4.2.3, 13.2.6).
//
// Read only where a document has several, or has lost some with a body: the text is read once more,
// with a node of some bytes for each element.
#ifndef BASEWALK_HTML_BASE_ORDER_H_
#define BASEWALK_HTML_BASE_ORDER_H_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "html/reader.h"

namespace basewalk::html {

inline constexpr std::size_t kNoBaseTag = static_cast<std::size_t>(-1);

/// For each of `places` (offsets where start tags begin, ascending) the tag of the base that was in
/// force when that tag was read, itself excepted, and behind them, last, that of the whole
/// document: offsets where start tags begin, or kNoBaseTag.  `bases` are the tags that name one,
/// ascending. Time is linear in the text, but for a factor of its depth, which is bounded.
std::vector<std::size_t> bases_in_force(std::string_view text, const Tree::Settings& settings,
                                        std::span<const std::size_t> bases,
                                        std::span<const std::size_t> places);

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_BASE_ORDER_H_
