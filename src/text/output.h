// SPDX-License-Identifier: MIT
//
// Where bytes go: standard output, or a file that somebody else has opened.
#ifndef BASEWALK_TEXT_OUTPUT_H_
#define BASEWALK_TEXT_OUTPUT_H_

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>

namespace basewalk::cli {

/// A buffered output.  After the first failure it says so once and takes nothing more.
class Output {
 public:
  /// Standard output.
  Output();
  /// An open file, which is named in messages.
  Output(int descriptor, std::string name) : name_(std::move(name)), descriptor_(descriptor) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Append here, then call flush_if_full().
  std::string& buffer() { return buffer_; }
  void flush_if_full() {
    if (buffer_.size() >= full_) flush();
  }
  void flush() {
    write(buffer_);
    buffer_.clear();
  }
  /// Past the buffer.
  void write(std::string_view bytes);
  bool failed() const { return failed_; }
  /// Says why, unless it has failed before; `number` is an errno.
  void fail(int number);

  /// How much should be collected before it is written: on a terminal every record is shown at
  /// once.
  std::size_t full() const { return full_; }

  /// Writes what is left.  False, with a message, where not all was written.
  bool commit() {
    flush();
    return !failed_;
  }

 private:
  static constexpr std::size_t kFull = 1 << 18;

  std::string buffer_;
  std::string name_;
  int descriptor_ = 1;
  std::size_t full_ = kFull;
  std::atomic<bool> failed_ = false;
};

}  // namespace basewalk::cli

#endif  // BASEWALK_TEXT_OUTPUT_H_
