// SPDX-License-Identifier: MIT
//
// A result that is made in one go: standard output, or a file that appears whole or not at all.
// What takes long enough to be taken up again is PartialFile's.
#ifndef BASEWALK_TEXT_WHOLE_FILE_H_
#define BASEWALK_TEXT_WHOLE_FILE_H_

#include <optional>
#include <string>

#include "text/output.h"

namespace basewalk::cli {

class WholeFile {
 public:
  WholeFile() = default;
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  /// What was not committed is removed.
  ~WholeFile();

  /// Opens a temporary file beside `name`; a device or pipe is written to as it is, "" and "-" are
  /// standard output.  False, with a message, where that cannot be done.
  bool open(const std::string& name);
  /// Once it is open.
  Output& output() { return *output_; }
  /// Writes what is left to the disk; the file gets its name.  False, with a message, where not all
  /// was written.
  bool commit();

 private:
  std::string name_, temporary_;
  int descriptor_ = -1;
  std::optional<Output> output_;
};

}  // namespace basewalk::cli

#endif  // BASEWALK_TEXT_WHOLE_FILE_H_
