// SPDX-License-Identifier: MIT
//
// A page and the pictures that came with it, as one document: what it puts side by side is one to
// whoever looks at it.
//
// Before this: the extractor has found the page's references.  After it: within_text.cpp has the
// document opened (worker/documents/drawn).
#ifndef BASEWALK_WALK_LEAF_PAGE_PICTURES_H_
#define BASEWALK_WALK_LEAF_PAGE_PICTURES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "basewalk/extract/extract.h"
#include "basewalk/mime/part.h"

namespace basewalk {

/// The parts of a message that may be pictures, by what its pages call them: their Content-ID (RFC
/// 2392), or their Content-Location as it is written.  Read once, when somebody asks.
class PictureNames {
 public:
  std::optional<std::uint32_t> find(const Message& message, std::string_view reference);

 private:
  void read(const Message& message);

  bool is_read_ = false;
  std::unordered_map<std::string, std::uint32_t> parts_;
};

/// As worker/shown_page.h has it; none where the page shows pictures less than `fewest` times. They
/// are in data: URLs, or parts of the message, of which `names` are.  Charges for what is decoded.
std::optional<std::string> page_with_pictures(const Message& message, PictureNames& names,
                                              std::string_view page,
                                              std::span<const extract::Find> finds,
                                              std::size_t fewest);

}  // namespace basewalk

#endif  // BASEWALK_WALK_LEAF_PAGE_PICTURES_H_
