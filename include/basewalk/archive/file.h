// SPDX-License-Identifier: MIT
//
// The bytes of a file or of standard input.
#ifndef BASEWALK_ARCHIVE_FILE_H_
#define BASEWALK_ARCHIVE_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "basewalk/result.h"

#pragma GCC visibility push(default)

namespace basewalk::archive {

/// A file's bytes: mapped where it is a regular file, read whole where it is a pipe, standard
/// input, or cannot be mapped.  The bytes live as long as it does; where it is moved, ask for them
/// again.
class FileBytes {
 public:
  /// Opens a file; "-" is standard input.  Error codes: "missing", "folder", "unreadable"; the
  /// detail is a sentence without the name.  Of what is read whole no more is taken than `most`
  /// bytes and a little, which bytes().size() tells: a pipe may have no end.
  static Result<FileBytes> open(const std::string& name,
                                std::size_t most = static_cast<std::size_t>(-1));

  FileBytes(FileBytes&& other) noexcept;
  FileBytes& operator=(FileBytes&& other) noexcept;
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes();

  std::string_view bytes() const {
    return map_ != nullptr ? std::string_view(map_, map_size_) : std::string_view(read_);
  }

 private:
  FileBytes() = default;
  static Result<FileBytes> read_all(int descriptor, std::size_t most);

  const char* map_ = nullptr;
  std::size_t map_size_ = 0;
  std::string read_;
};

}  // namespace basewalk::archive

#pragma GCC visibility pop

#endif  // BASEWALK_ARCHIVE_FILE_H_
