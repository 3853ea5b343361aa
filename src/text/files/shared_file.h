// SPDX-License-Identifier: MIT
//
// A file to which many processes append lines.
#ifndef BASEWALK_TEXT_FILES_SHARED_FILE_H_
#define BASEWALK_TEXT_FILES_SHARED_FILE_H_

#include <sys/stat.h>

#include <string>
#include <string_view>

namespace basewalk::text {

class SharedFile {
 public:
  SharedFile() = default;
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile();

  /// Opens or makes it, for its owner alone: what is appended comes from mail.  False where that
  /// cannot be done, and where standard output is the same file: see failure().
  bool open(const std::string& name);
  /// In one piece, whatever others append meanwhile; on a line of its own, whatever is there.  A
  /// file that was removed is made anew; one that has another name now goes on under that.  False
  /// where not all could be written: see failure(); of a regular file the part that was is then
  /// taken away again.
  bool append(std::string_view line);
  /// What failed, as a sentence that does not name the file; empty where nothing did.
  const std::string& failure() const { return failure_; }

 private:
  bool fail(int number);

  bool ends_within_line(const struct stat& file) const;

  std::string name_, failure_;
  bool has_looked_ = false;  // whether its last line is whole
  int descriptor_ = -1;
};

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_SHARED_FILE_H_
