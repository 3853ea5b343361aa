// SPDX-License-Identifier: MIT
//
// A file that is read at once because it is small: a key, a configuration.
#ifndef BASEWALK_TEXT_FILES_SMALL_FILE_H_
#define BASEWALK_TEXT_FILES_SMALL_FILE_H_

#include <cstddef>
#include <string>

#include "basewalk/result.h"

namespace basewalk::text {

struct SmallFile {
  std::string bytes;
  bool others_can_read = false;  ///< those who are neither its owner nor of its group
};

/// Reads a regular file of at most `most` bytes.  Waits for nobody: a FIFO is refused.
Result<SmallFile> read_small_file(const std::string& name, std::size_t most);

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_SMALL_FILE_H_
