// SPDX-License-Identifier: MIT
//
// Calls of the system that fail on demand: failing_calls.cpp, linked into a program with what wraps
// the calls (tests/failure/calls), stands before libc.
//
//     for (FailingCall call(EIO); call.next();) {
//       call.in([&] { problem = write_whole_file(name, "new"); });
//       // call.name() has failed: what is there now?
//     }
#ifndef BASEWALK_TESTS_SUPPORT_FAILING_CALLS_H_
#define BASEWALK_TESTS_SUPPORT_FAILING_CALLS_H_

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

namespace basewalk::test {

/// One call after the other of what is run in it; those of other threads count as well.
class FailingCall {
 public:
  enum class Later : unsigned char { goes_well, fails };
  /// Each fails with that errno; with 0, what reads or writes does one byte.  `later`: the calls of
  /// that name behind it.
  explicit FailingCall(int error, Later later = Later::goes_well) : error_(error), later_(later) {}

  /// The next one is to fail; false once there were fewer.
  bool next();
  /// Runs it, with that one failing.
  void in(const std::function<void()>& what);
  /// Of the one that has failed: "open" to read, "make" to write, "fsync" and the like; empty
  /// where all went well, as the last time.
  const std::string& name() const { return name_; }
  bool has_failed(std::initializer_list<std::string_view> names) const;

 private:
  int error_;
  Later later_;
  std::uint32_t number_ = 0;
  bool is_first_ = true;
  std::string name_;
};

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_FAILING_CALLS_H_
