// SPDX-License-Identifier: MIT
//
// Where messages begin and end in an mbox.
//
// One reader for the dialects of RFC 4155 and its relatives: mboxrd, mboxo, mboxcl and
// mboxcl2, with and without blank lines between messages, with LF or CRLF.
#ifndef BASEWALK_ARCHIVE_MBOX_H_
#define BASEWALK_ARCHIVE_MBOX_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "basewalk/mime/part.h"
#include "basewalk/temporary.h"

#pragma GCC visibility push(default)

namespace basewalk::archive {

/// Does the text begin, a byte order mark and blank lines aside, with a `From ` line that separates
/// messages?
bool is_mbox(std::string_view bytes);

/// Gives the messages of an mbox one after the other, each with its `From ` line and without the
/// blank line before the next.
///
/// A line separates where it begins with "From " and carries a date, as RFC 4155 wants it, or is
/// Mozilla's "From -" before a header field, or stands behind a blank line and before a header that
/// looks the more like that of a mail the more the line looks like a sentence (docs/archives.md).
/// A Content-Length (mboxcl) is believed only where it ends at such a line or at the end, within
/// 32 MiB.  Every byte of the text lies in just one message or in the blank line before the next,
/// but for a byte order mark and blank lines before the first.  Cost: linear.
///
/// SourceReader (source.h) gives the same messages without having all bytes at once.
class MboxReader {
 public:
  /// `bytes` must outlive it.
  explicit MboxReader(std::string_view bytes) : bytes_(bytes) {}
  template <TemporaryString Bytes>
  explicit MboxReader(Bytes&&) = delete;

  /// The next message, or nothing at the end.
  std::optional<mime::Span> next();

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace basewalk::archive

#pragma GCC visibility pop

#endif  // BASEWALK_ARCHIVE_MBOX_H_
