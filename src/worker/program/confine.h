// SPDX-License-Identifier: MIT
//
// Takes from the process all that it does not need to read descriptor 0 and to write descriptor 1.
//
// Before this: run.cpp has been started and has opened nothing, or serve.cpp has forked.  After it:
// the first hostile byte.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_CONFINE_H_
#define BASEWALK_SRC_WORKER_PROGRAM_CONFINE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace basewalk::worker {

struct Bounds {
  std::uint64_t memory = 0;  ///< bytes of address space
  std::uint64_t cpu = 0;     ///< seconds; whoever started it may grant more
};

/// Sanitizers map terabytes, which no limit of memory would let them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

/// The same for many processes.  When a filter is loaded the kernel looks at each call that there
/// is, which takes longer than to read most documents.  So the server loads one that allows what it
/// does itself, which all that it forks have from it, and each of these a short one that takes that
/// away.  Both together are the filter of a single process.
class Confinement {
 public:
  /// In the server, before the first is forked: why it cannot be done, or empty.
  std::string begin();
  /// As confine(), in the process that was forked.
  std::string apply(const Bounds& bounds) const;

 private:
  std::vector<char> of_served_;  // its program
};

/// The programs of the filters as the kernel is given them (struct sock_filter, seccomp(2)).
using FilterProgram = std::vector<char>;
enum class FilterOf : unsigned char {
  one,        ///< a process that does one job
  answering,  ///< one that reads what it is asked, where the other may read at any place of a file
  any,        ///< one of many that a server forks: what both of these together are
  server,     ///< the server itself
  served,     ///< what a process that it forks has beside that
};
/// Confines this process, as one or as answering: why it could not be done, and then nothing may be
/// read; or empty.
std::string confine(const Bounds& bounds, FilterOf whom);

/// An errno, or 0.
int make_program(FilterOf whom, FilterProgram& program);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_CONFINE_H_
