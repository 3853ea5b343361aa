// SPDX-License-Identifier: MIT
//
// Bytes on their way out: standard output, or a file that somebody else has opened.
//
// Nothing here speaks to the user: what went wrong is kept, and whoever commits asks for it.
#ifndef BASEWALK_TEXT_FILES_OUTPUT_H_
#define BASEWALK_TEXT_FILES_OUTPUT_H_

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>

#include "basewalk/sink.h"

namespace basewalk::text {

/// A buffered output.  After the first failure it takes nothing more.
class Output final : public Sink {
 public:
  /// Standard output.
  Output();
  /// An open file, which is named in failures.
  Output(int descriptor, std::string name) : name_(std::move(name)), descriptor_(descriptor) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Append here, then call flush_if_full().
  std::string& buffer() { return buffer_; }
  void flush_if_full() {
    if (buffer_.size() >= full_) flush();
  }
  void flush() {
    write_through(buffer_);
    buffer_.clear();
  }
  /// Small pieces are collected, a long one is not copied.
  bool write(std::string_view bytes) override;
  /// Behind what was collected, at once.
  bool write_now(std::string_view bytes);

  bool failed() const { return failed_; }
  /// What failed first, as a sentence that names the output; empty where nothing did.
  const std::string& failure() const { return failure_; }
  /// It failed because the reader of a pipe has gone: who only looks at the beginning does that.
  bool reader_gone() const { return reader_gone_; }
  /// It failed elsewhere; `number` is an errno.
  void fail(int number);
  /// The same, for another reason.
  void fail(std::string_view why);

  /// How much should be collected before it is written: on a terminal every record is shown at
  /// once.
  std::size_t full() const { return full_; }

  /// Writes what is left.  False where not all was written: see failure().
  bool commit() {
    flush();
    return !failed_;
  }

 private:
  static constexpr std::size_t kFull = 1 << 18, kLong = 32 * 1024;

  std::string shown() const { return name_.empty() ? "standard output" : name_; }
  void write_through(std::string_view bytes);

  std::string buffer_;
  std::string name_;
  std::string failure_;
  int descriptor_ = 1;
  std::size_t full_ = kFull;
  std::atomic<bool> failed_ = false;  // other threads ask, too
  std::atomic<bool> reader_gone_ = false;
};

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_OUTPUT_H_
