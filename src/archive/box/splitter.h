// SPDX-License-Identifier: MIT
//
// Where in a mailbox its messages are, found in a window that grows.
//
// A mailbox is a row of pieces: messages, and what its format puts around them (separators, tables,
// commands).  The window begins with a piece; a splitter says what it is and where the next
// begins, and the caller takes it from the window.  A question that the window cannot answer yet is
// answered with none; asked again with a longer window, the search goes on where it stopped, so
// that the cost stays linear however small the steps are.
#ifndef BASEWALK_SRC_ARCHIVE_BOX_SPLITTER_H_
#define BASEWALK_SRC_ARCHIVE_BOX_SPLITTER_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "basewalk/archive/source.h"

namespace basewalk::archive {

/// What stands at the beginning of the window.
struct Piece {
  bool is_message = false;
  std::size_t size = 0;  ///< of the message, which begins with the window
  std::size_t end = 0;   ///< where the next piece begins
  /// A sentence about bytes that should be a message and are not to be read as one; else empty.
  std::string_view problem = {};
  Trouble trouble = Trouble::damaged;  ///< where there is a problem
  /// None, but these bytes are part of what the last problem is about.
  bool is_of_last_problem = false;
};

class Splitter {
 public:
  Splitter() = default;
  Splitter(const Splitter&) = delete;
  Splitter& operator=(const Splitter&) = delete;
  virtual ~Splitter() = default;

  /// The piece that the window begins with; none where it takes more bytes to know.  The caller
  /// takes it before it asks again.  `final`: no bytes follow the window; then there always is one
  /// while there are bytes.  The window's bytes are the caller's, and may be moved: what is given
  /// of a message need not lie together in the mailbox.
  virtual std::optional<Piece> next(char* window, std::size_t size, bool final) = 0;

  /// So many bytes at the window's beginning belong to the message there and are not looked at
  /// again (of the window all, where it is more) ...
  virtual std::size_t done_with() const = 0;
  /// ... and have been taken from it.
  virtual void drop(std::size_t bytes) = 0;

  /// A sentence about how the mailbox ended before it should; else empty.
  virtual std::string_view lack() const { return {}; }
};

/// What a stream of mail is.
enum class Form : unsigned char {
  message,  // one
  mbox,
  mmdf,
  babyl,
  rnews,
  bsmtp,
  mbx,
  dbox,
  emlx
};

/// "message", "mbox", "mmdf" ...
std::string_view name(Form form);

/// What kind of mailbox begins so (with 4096 bytes, or all where it is shorter).
Form form_of(std::string_view head);

/// Bytes before the first message of an mbox: a byte order mark, blank lines and zeros.  kNowhere
/// where it is none.
std::size_t mbox_begin(std::string_view head);

/// What splits it; null for one message.
std::unique_ptr<Splitter> make_splitter(Form form);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_BOX_SPLITTER_H_
