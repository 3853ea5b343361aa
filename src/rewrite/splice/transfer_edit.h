// SPDX-License-Identifier: MIT
//
// Edits of decoded bytes as edits of the body that they were decoded from (RFC 2045 6.7, 6.8).
//
// All is linear in the body and in what is written.  `places` gets for each edit the offset in the
// body of the first byte that it concerns.
#ifndef BASEWALK_REWRITE_SPLICE_TRANSFER_EDIT_H_
#define BASEWALK_REWRITE_SPLICE_TRANSFER_EDIT_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "rewrite/splice/replacement.h"

namespace basewalk::rewrite {

/// Only the lines that an edit touches are written again, with soft breaks where they become longer
/// than 76 characters and than any line of the body.  What stands beside the edit on such a line
/// keeps its form.  False where an edit begins or ends within a line end.
bool edit_quoted_printable(std::string_view body, const Replacements& edits,
                           std::string_view line_end, Replacements& out,
                           std::vector<std::size_t>& places);

/// From the first line that an edit touches all is written again, in lines as long as the first;
/// all of the body where it is to be `whole`, as some damaged ones must.  `decoded` is what the
/// body was decoded to.
void edit_base64(std::string_view body, std::string_view decoded, const Replacements& edits,
                 std::string_view line_end, bool whole, Replacements& out,
                 std::vector<std::size_t>& places);

/// Where the digits of a body in base64 stand, from the first to the last and its padding, and how
/// many bytes they stand for: a footer behind them is none of them.  `decoded` is what the body was
/// decoded to.
struct Base64Extent {
  std::size_t begin = 0, end = 0;
  std::size_t decoded = 0;
};
Base64Extent extent_of_base64(std::string_view body, std::string_view decoded);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_TRANSFER_EDIT_H_
