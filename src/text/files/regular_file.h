// SPDX-License-Identifier: MIT
//
// A regular file, and nothing else that a name may stand for: what somebody else put there is
// neither waited for nor set off by being opened.  It is read, not mapped: a file that is cut off
// under it is an error, and no signal.
#ifndef BASEWALK_TEXT_FILES_REGULAR_FILE_H_
#define BASEWALK_TEXT_FILES_REGULAR_FILE_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/result.h"
#include "basewalk/sink.h"
#include "text/files/descriptor.h"

namespace basewalk::text {

/// "a FIFO", "a socket", "a device", "a folder"; empty of a regular file.
std::string_view kind_of_file(mode_t mode);

/// What tells a file from the one that it was.
struct FileState {
  std::uint64_t device = 0, number = 0, size = 0;
  std::int64_t seconds = 0, nanoseconds = 0;  ///< when its bytes were changed
  bool operator==(const FileState&) const = default;
};

class RegularFile {
 public:
  /// Opens a file; a symbolic link at the end of `path` is refused.  Error codes: "missing",
  /// "folder", "kind" (a FIFO, a device, a socket), "unreadable"; the detail is a sentence without
  /// the name.
  static Result<RegularFile> open(const std::string& path);

  RegularFile(RegularFile&& other) noexcept : file_(other.file_.release()), state_(other.state_) {}

  /// As it was when it was opened.
  const FileState& state() const { return state_; }
  /// Its first bytes, `most` of them or all.  Error code: "unreadable".
  Result<std::string> first(std::size_t most) const;
  /// Hands all of it on, piece by piece; false where the sink wanted no more.  Error codes:
  /// "unreadable", "changed" (it is not what it was when it was opened).
  Result<bool> copy_to(Sink& sink) const;
  /// All of it; the same errors.
  Result<std::string> all() const;

 private:
  RegularFile(int descriptor, const FileState& state) : file_(descriptor), state_(state) {}

  Descriptor file_;
  FileState state_;
};

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_REGULAR_FILE_H_
