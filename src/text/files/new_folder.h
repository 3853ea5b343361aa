// SPDX-License-Identifier: MIT
//
// A folder that appears whole or not at all: files go into one under another name beside it, which
// commit() renames.  Nothing is followed (O_NOFOLLOW) and nothing that was there is touched
// (O_EXCL).  What was not committed is removed.
#ifndef BASEWALK_TEXT_FILES_NEW_FOLDER_H_
#define BASEWALK_TEXT_FILES_NEW_FOLDER_H_

#include <sys/types.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/result.h"
#include "text/files/descriptor.h"

namespace basewalk::text {

class NewFolder {
 public:
  NewFolder() = default;
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder() { remove(); }

  /// Error codes: "exists", "missing" (the folder that it should be in), "unwritable".
  Result<bool> open(const std::string& path);
  /// The name that it has until commit(), beside the one that it gets then.
  const std::string& temporary() const { return temporary_; }
  /// A folder in it, one segment.  An errno, or 0.
  int add_folder(const std::string& name);
  /// A new file in it, or in a folder that was added: "data/a.js".  -1 with an errno where that
  /// cannot be made.  Threads may ask at the same time.
  int create(const std::string& name) const;
  /// The same, with all that is in it, piece by piece.  An errno, or 0.
  int add_file(const std::string& name, std::initializer_list<std::string_view> pieces) const;
  /// Everything is on disk, and the folder gets its name.  An errno, or 0.
  int commit();
  /// Removes what was not committed.
  void remove();

 private:
  int sync() const;

  Descriptor around_;  // the folder that it is in
  Descriptor folder_;
  std::string name_, temporary_;
  std::vector<std::string> folders_;
  mode_t mode_ = 0700;  // that the folder has in the end
};

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_NEW_FOLDER_H_
