// SPDX-License-Identifier: MIT
//
// Where results go: standard output, or a file that appears whole or not at all.
#ifndef BASEWALK_CLI_OUTPUT_H_
#define BASEWALK_CLI_OUTPUT_H_

#include <string>
#include <string_view>

namespace basewalk::cli {

/// A buffered output.  After the first failure it says so once and takes nothing more.
class Output {
 public:
  Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  /// A file that was not committed is removed.
  ~Output();

  /// Writes to a file of that name instead of standard output: to a temporary name beside it,
  /// renamed by commit().  False, with a message, where that cannot be made.
  bool open(const std::string& name);

  /// Append here, then call flush_if_full().
  std::string& buffer() { return buffer_; }
  void flush_if_full() {
    if (buffer_.size() >= full_) flush();
  }
  void flush();
  bool failed() const { return failed_; }

  /// Writes what is left; the file gets its name.  False, with a message, where not all was
  /// written.
  bool commit();

 private:
  static constexpr std::size_t kFull = 1 << 18;

  void fail(int number);

  std::string buffer_;
  std::string name_, temporary_;
  int descriptor_ = 1;
  std::size_t full_ = kFull;  // on a terminal every record is shown at once
  bool failed_ = false;
};

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OUTPUT_H_
