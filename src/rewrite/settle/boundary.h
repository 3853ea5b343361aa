// SPDX-License-Identifier: MIT
//
// A multipart with a boundary that stands nowhere else.
#ifndef BASEWALK_REWRITE_SETTLE_BOUNDARY_H_
#define BASEWALK_REWRITE_SETTLE_BOUNDARY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {

/// The beginning of boundaries that no line of the message has.  Quoted-printable and base64 never
/// have it either (RFC 2045 6.7).  Cost: a hash of the message and a search in it.
std::string new_boundary(std::string_view message);

/// Appends the splices that put `boundary` into the delimiters between the children of a multipart,
/// sorted; false where one of them is not to be found.
bool append_delimiters(const Message& message, std::uint32_t part, std::string_view boundary,
                       std::vector<Splice>& splices);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SETTLE_BOUNDARY_H_
