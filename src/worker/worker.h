// SPDX-License-Identifier: MIT
//
// Takes a file apart in a process that cannot hurt: what it is told of the members comes out here,
// checked, and where that process dies another one goes on behind the member.
//
//     worker::Reading reading({"7z", descriptor, size});
//     for (worker::Told told = reading.next(); told.kind != worker::Told::Kind::done;
//          told = reading.next()) ...
//
// The process may read the one file and write to one pipe; a filter of system calls (seccomp)
// refuses everything else.  It has so much memory, and so much CPU time: some seconds, and some
// more for each MiB of the file and of what it gives.  So what spins is ended by its own time,
// however slow or busy the machine is, and nothing waits for a clock.  The pipe holds it back where
// nobody asks for more.
//
// Before this: archive/packed/confined.cpp asks.  After it: process.cpp starts the program,
// frame.cpp reads what it writes.
#ifndef BASEWALK_SRC_WORKER_WORKER_H_
#define BASEWALK_SRC_WORKER_WORKER_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "worker/frame.h"
#include "worker/job.h"
#include "worker/process.h"
#include "worker/reason.h"

namespace basewalk::worker {

struct Task {
  std::string job;
  int descriptor = -1;  ///< of a regular file; stays the caller's, and open
  std::uint64_t size = 0;
  Grant grant = {};
  std::string program = worker_program();
};

/// What is told of a file, one thing after the other; good until the next is asked for.
struct Told {
  enum class Kind : unsigned char { member, bytes, end, failure, done };
  Kind kind = Kind::done;
  std::string_view text;              ///< the name, the bytes, or the sentence
  std::uint64_t place = 0;            ///< of a member: where it is found, at most the file's size
  std::optional<std::uint64_t> size;  ///< of a member, as it says
  Trouble trouble = Trouble::damaged;
  std::optional<Extent> extent;  ///< of a failure: in the member or, outside of any, in the file
  bool worth_a_retry = false;
};

/// One file that is taken apart.  Not for two threads at a time; several may have one each.
class Reading {
 public:
  explicit Reading(Task task) : task_(std::move(task)) {}

  /// Members in order: each is a member, its bytes and failures, and its end.  What is told
  /// elsewhere is of the file.  Behind the end always `done`.
  Told next();

 private:
  // A sentence that is told later.
  struct Later {
    Told told;
    std::string text;
  };

  bool start();
  bool take(const Frame& frame);
  bool take_member(std::string_view payload);
  bool take_failure(std::string_view payload);
  void give(Told told, std::string_view text);
  void tell(std::string sentence, Trouble trouble, bool worth_a_retry = false);
  void cannot_start(const std::string& why, bool worth_a_retry);
  void died(FrameReader::Got how);
  void leave();
  void go_on_behind();
  void grant();

  Task task_;
  Process process_;
  std::optional<FrameReader> frames_;
  bool is_ready_ = false, is_in_member_ = false, is_finished_ = false;
  std::uint64_t next_ = 0;          // index of the member that is to come, or that it is in
  std::uint64_t given_ = 0;         // bytes of all members
  std::uint64_t granted_ = 0;       // given_ when CPU time was granted last
  std::uint64_t member_given_ = 0;  // bytes of the one that it is in
  std::optional<std::uint64_t> member_size_;
  int restarts_ = 0;
  int failures_ = 0, member_failures_ = 0;
  std::optional<Told> now_;
  std::deque<Later> later_;
  std::string text_;  // of what was told last
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_WORKER_H_
