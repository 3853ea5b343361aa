// SPDX-License-Identifier: MIT
//
// Which bytes of a ZIP its directory speaks for, and where members begin that it does not name: of
// two archives behind one another, of one that is cut off and holds another one, behind an end that
// is none.  One program opens these, another those.
//
// After this: libarchive reads what a directory names; by_directory.h has what it does not get of
// that, and each of the other pieces is read as an archive of its own.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_ZIP_LAYOUT_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_ZIP_LAYOUT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "worker/document.h"

namespace basewalk::worker::zip {

struct Layout {
  /// Has it a directory (APPNOTE 4.3.12 to 4.3.16)?  Where not its members follow one another.
  bool has_directory = false;
  /// What to read by it, or member by member: from where the offsets of the directory count, or the
  /// first member begins, to where that or the directory ends.
  std::string_view archive;
  /// Each begins with a member that is not in that, and is an archive of its own; in order.
  std::vector<std::string_view> others;
  /// What its end has as a comment.
  std::string_view comment;
  /// What stands before, between and behind all these, but for blanks and zeros, in order: no
  /// program that opens archives shows it.
  std::vector<std::string_view> rest;
  /// What stands in `archive` and is no byte, name or number of a member: extra fields, comments of
  /// members, what is between these; in order.
  std::vector<std::string_view> between;
  /// Where the header of each member of `archive` stands, and its entry in the directory; in the
  /// order of that.
  struct Headers {
    std::size_t local = 0;
    std::optional<std::size_t> central{};
  };
  std::vector<Headers> headers;
};

// Of the others more are not opened.
inline constexpr std::size_t kMostPieces = 16;

/// Linear in the bytes, some of which are unpacked to see where a member ends.  Of the others at
/// most one more than kMostPieces.
Layout layout_of(std::string_view bytes);

/// Layout::archive alone.
std::string_view archive_of(std::string_view bytes);

/// Tells the comment, and what is between and may have a URL, as texts, the others and the rest as
/// parts, which may count `left` bytes together.
void tell_around(const Layout& layout, std::uint64_t& left, DocumentSink& sink);

}  // namespace basewalk::worker::zip

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_ZIP_LAYOUT_H_
