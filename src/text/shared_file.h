// SPDX-License-Identifier: MIT
//
// A file to which many processes append lines.
#ifndef BASEWALK_TEXT_SHARED_FILE_H_
#define BASEWALK_TEXT_SHARED_FILE_H_

#include <string>
#include <string_view>

namespace basewalk::cli {

class ReportFile {
 public:
  ReportFile() = default;
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;
  ~ReportFile();

  /// Opens or makes it, for its owner alone: what is appended comes from mail.  False, with a
  /// message, where that cannot be done, and where standard output is the same file.
  bool open(const std::string& name);
  /// In one piece, whatever others append meanwhile.  False, with a message, where not all could be
  /// written; of a regular file the part that was is then taken away again.
  bool append(std::string_view line);

 private:
  bool fail(int number) const;

  std::string name_;
  int descriptor_ = -1;
};

}  // namespace basewalk::cli

#endif  // BASEWALK_TEXT_SHARED_FILE_H_
