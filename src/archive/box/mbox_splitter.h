// SPDX-License-Identifier: MIT
//
// Where one message of an mbox ends, found in a window that grows.
//
// The window begins with the message.  A question that the window cannot answer yet is answered
// with none; asked again with a longer window, the search goes on where it stopped, so that the
// cost stays linear however small the steps are.
#ifndef BASEWALK_SRC_ARCHIVE_BOX_MBOX_SPLITTER_H_
#define BASEWALK_SRC_ARCHIVE_BOX_MBOX_SPLITTER_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "mime/line/separator.h"

namespace basewalk::archive {

/// So far from the beginning of its message a Content-Length may point: what lies behind is read
/// and kept before the message ends, and a slice looks back so far for where messages begin.
inline constexpr std::size_t kLengthReach = std::size_t{32} << 20;

/// A body of so many bytes at most is looked for by a length that counts its CRLF as one byte each:
/// that takes reading it, whatever it turns out to be.
inline constexpr std::size_t kRecountReach = std::size_t{64} << 10;

/// Where a body ends that should end at `end`: there or behind up to three line ends, which some
/// writers count and some do not; mime::kNowhere where no separator stands there.  None where it
/// takes more bytes to know.
std::optional<std::size_t> true_end(std::string_view bytes, std::size_t end, bool final);

/// The size of the message that ends before the separator at `end`: the line end of a blank line
/// before that belongs to neither.
std::size_t without_blank_line(std::string_view bytes, std::size_t end);

class MboxSplitter {
 public:
  /// Where the next message begins in the window, or the window's size where none follows; none
  /// where it takes more bytes to know.  `final`: no bytes follow the window.
  std::optional<std::size_t> end(std::string_view window, bool final);

  /// Where the body should end by its Content-Length; mime::kNowhere where there is none to
  /// believe; none where it takes more bytes to know.
  std::optional<std::size_t> claimed_end(std::string_view window, bool final);

  /// Where it should end if the length was written before each LF became CRLF; mime::kNowhere where
  /// there is no such place, or the same one.  To be asked behind claimed_end.
  std::optional<std::size_t> recounted_end(std::string_view window, bool final) const;

  /// The window is about to begin with the next message.
  void begin_message() { *this = MboxSplitter(); }

  /// So many bytes at the window's beginning are not looked at again ...
  std::size_t done_with() const {
    return search_ > mime::kBytesBefore ? search_ - mime::kBytesBefore : 0;
  }
  /// ... and may be taken from it.
  void drop(std::size_t bytes) { search_ -= bytes; }

 private:
  enum class Length : unsigned char { unread, claimed, recounted, none };

  Length length_ = Length::unread;
  std::size_t line_ = 0;     // of the header, to be read next
  std::size_t scanned_ = 0;  // that line has no end before this
  std::size_t body_ = mime::kNowhere;
  std::size_t claimed_ = 0;
  bool crlf_ = false;       // the header ends with it
  std::size_t search_ = 0;  // where to look on for a separator, if the length is no help
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_BOX_MBOX_SPLITTER_H_
