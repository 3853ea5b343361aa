// SPDX-License-Identifier: MIT
//
// The file of --report: a line of JSON about each message, appended before anything is done to it.
// Before: judge.h has what was found.
#ifndef BASEWALK_FILTER_REPORT_H_
#define BASEWALK_FILTER_REPORT_H_

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "text/files/shared_file.h"

namespace basewalk::filter {

/// Any thread may use it.
class Report {
 public:
  /// Opens the file, or opens it again under its name, which logrotate has given to another one.
  /// False, with a message, where that cannot be done; a file that was open goes on.  No name:
  /// there is no report.
  bool open(const std::string& path);
  bool is_open() const;
  /// One line, whole or not at all.  Half a sentence where it could not be written, else empty.
  std::string append(std::string_view line);

 private:
  mutable std::mutex mutex_;
  std::string path_;
  std::unique_ptr<text::SharedFile> file_;
};

}  // namespace basewalk::filter

#endif  // BASEWALK_FILTER_REPORT_H_
