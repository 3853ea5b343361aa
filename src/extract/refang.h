// SPDX-License-Identifier: MIT
//
// Links that were written so that nobody follows them: "hxxp://h[.]example".
#ifndef BASEWALK_EXTRACT_REFANG_H_
#define BASEWALK_EXTRACT_REFANG_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "extract/find_visitor.h"
#include "text/offsets.h"

namespace basewalk::extract {

/// A text with its links as they were before: schemes (hxxp, fxp, meow, "h t t p"), and what stands
/// in brackets for a piece of a URL ([.] (dot) {at} [:] [://] [/]).  `dots` are the places in `out`
/// of the dots that were put back, for a name with such a dot is a link without any scheme.
/// False where nothing was changed.
bool refang(std::string_view text, std::string& out, text::Offsets& offsets,
            std::vector<std::size_t>& dots);

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_REFANG_H_
