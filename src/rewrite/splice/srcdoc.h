// SPDX-License-Identifier: MIT
//
// Links of a document that stands in an attribute: <iframe srcdoc>.
#ifndef BASEWALK_REWRITE_SPLICE_SRCDOC_H_
#define BASEWALK_REWRITE_SPLICE_SRCDOC_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/extract/extract.h"
#include "rewrite/splice/replacement.h"
#include "rewrite/splice/written_in.h"

namespace basewalk::rewrite {

inline constexpr std::uint32_t kNoScope = 0xffffffff;

/// For each scope of a text the srcdoc attribute that it lies in and that can be written again;
/// kNoScope where there is none.
std::vector<std::uint32_t> srcdocs_of(const extract::Finds& finds);

/// A find within a srcdoc, and what should stand in its place.
struct InnerWish {
  std::size_t find = 0;  ///< index into Finds::finds
  std::string to;
  bool done = false;  ///< set where it was met
};

/// The replacement of the attribute's value that meets the wishes, which are sorted by find; false
/// where none can be.
bool replace_in_srcdoc(const extract::Finds& finds, const std::vector<std::uint32_t>& srcdocs,
                       std::uint32_t scope, std::string_view text, TextForm form,
                       std::vector<InnerWish>& wishes, Replacement& made);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_SRCDOC_H_
