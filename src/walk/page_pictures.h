// SPDX-License-Identifier: MIT
//
// A page and the pictures that came with it, as one document: what it puts side by side is one to
// whoever looks at it.
//
// Before this: the extractor has found the page's references.  After it: within_text.cpp has the
// document opened (worker/documents/drawn).
#ifndef BASEWALK_SRC_WALK_PAGE_PICTURES_H_
#define BASEWALK_SRC_WALK_PAGE_PICTURES_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "basewalk/mime/part.h"

namespace basewalk {

/// As worker/shown_page.h has it; none where the page shows pictures less than `fewest` times. They
/// are in data: URLs, or parts of the message, named by their Content-ID (RFC 2392) or by their
/// Content-Location as it is written.  Charges for what is decoded.
std::optional<std::string> page_with_pictures(const Message& message, std::string_view page,
                                              std::span<const extract::Find> finds,
                                              std::size_t fewest);

}  // namespace basewalk

#endif  // BASEWALK_SRC_WALK_PAGE_PICTURES_H_
