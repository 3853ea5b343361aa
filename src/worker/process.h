// SPDX-License-Identifier: MIT
//
// One worker process: started, granted CPU time, stopped, and its end explained.
//
// It has three descriptors: 0 is the file that it reads, 1 the pipe that it writes to, 2 leads
// nowhere.  It is in a process group of its own, so that an interruption from the keyboard is the
// caller's business, and not a worker that died.
//
// Before this: worker.cpp or server.cpp says what to start.  After it: program/run.cpp runs there.
#ifndef BASEWALK_SRC_WORKER_PROCESS_H_
#define BASEWALK_SRC_WORKER_PROCESS_H_

#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <vector>

#include "text/files/descriptor.h"

namespace basewalk::worker {

/// How a process ended.
struct Exit {
  int signal = 0;  ///< that killed it, or 0
  int status = 0;  ///< that it gave itself
  bool is_known = false;
};

/// The program that confines itself is made for this system (and can be started: what an emulator
/// runs starts nothing).
#if defined(__linux__) && !defined(BASEWALK_EMULATED)
constexpr bool kCanConfine = true;
#else
constexpr bool kCanConfine = false;
#endif

class Process {
 public:
  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() { (void)stop(); }

  /// Starts the program with the arguments behind its name.  An errno, or 0.
  int start(const std::string& program, const std::vector<std::string>& arguments, int input);
  bool is_running() const { return id_ > 0; }
  /// It runs, and for this process: what is forked has a copy of this, and neither asks nor ends
  /// what works for its parent.
  bool is_ours() const { return is_running() && owner_ == ::getpid(); }
  /// What it writes.
  int output() const { return pipe_.number(); }
  /// It may have used so many seconds of CPU time since it was started.
  void grant_cpu(std::uint64_t seconds) const;
  /// Seconds of CPU time that it has used, rounded up.
  std::uint64_t cpu_used() const;
  /// It sleeps: for something to read, or until what it writes is taken.  False where that is not
  /// known.
  bool is_asleep() const;
  /// Kills it and what it has started, if it has not ended, and waits for its end.  Leaves alone
  /// what is not ours.
  Exit stop();

 private:
  pid_t id_ = -1, owner_ = -1;
  text::Descriptor pipe_;
};

/// A pipe, both ends of which are closed where another program is started.  An errno, or 0.
int make_pipe(int (&ends)[2]);

/// Where the program is: named by BASEWALK_WORKER, beside the program that runs (as built, and as
/// installed), beside the library or the module that this is in, or where this library was made to
/// be installed.  Empty where it is in none of these.
std::string worker_program();

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROCESS_H_
