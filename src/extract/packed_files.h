// SPDX-License-Identifier: MIT
//
// Files that stand in a calendar or a card as base64: what is attached (RFC 5545 3.8.1.1), a
// picture, a key (RFC 2426 2.4.1).
//
// Before this: calendar.cpp has searched those that are texts.  After it: walk/within_text.cpp
// opens the others.
#ifndef BASEWALK_EXTRACT_PACKED_FILES_H_
#define BASEWALK_EXTRACT_PACKED_FILES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::extract {

struct PackedFile {
  std::string type, name;  ///< as written; may be empty
  std::string bytes;
};

/// Those in `text`, at most `most`, in order.  Linear in the text.
std::vector<PackedFile> packed_files(std::string_view text, std::size_t most);

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_PACKED_FILES_H_
