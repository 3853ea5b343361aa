// SPDX-License-Identifier: MIT
//
// The second reading of a ZIP.  libarchive goes by the header before a member (its name, how it is
// packed, how long it is) and takes from the directory what kind of file it is; 7-Zip, Windows,
// Word and Python go by the directory, and Windows knows no links.  Where these differ what the
// others see is written anew, so that both places say the same, and read as an archive of its own.
//
// Before this: layout.h has found the headers.  After it: rest.h tells the archive as a part.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_ZIP_BY_DIRECTORY_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_ZIP_BY_DIRECTORY_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "worker/document.h"
#include "worker/documents/zip/layout.h"

namespace basewalk::worker::zip {

// Of a member whose name ends with a slash, or that is a folder by its mode.
inline constexpr std::string_view kFolderWithBytes =
    "has a folder that holds bytes; some programs show it as a file";

struct ByDirectory {
  /// Empty where both readings are one.
  std::string archive;
  /// What the two say of a member: the first sentence there is; empty where all that differs is a
  /// folder or a link that a file is to others.
  std::string difference;
  /// Has the archive not all that it should have, for want of room?
  bool is_cut = false;
};

/// What is written anew: the members that differ, or the whole document where one does.
enum class Anew : unsigned char { members, all };

/// `layout` is that of `bytes`, of which `most` members are looked at.  What is written is no
/// longer than twice the bytes.  A link that may be one (no longer than a path, without a line end)
/// is left to who reads its target, unless `all` is asked for.
ByDirectory by_directory(std::string_view bytes, const Layout& layout, Anew anew,
                         std::uint64_t most);

/// Tells the difference, and the archive as a part; `left` as in rest.h.
void tell_by_directory(const Document& document, const Layout& layout, Anew anew,
                       std::uint64_t& left, DocumentSink& sink);

}  // namespace basewalk::worker::zip

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_ZIP_BY_DIRECTORY_H_
