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

/// Why it could not be done, and then nothing may be read; or empty.
std::string confine(const Bounds& bounds);

/// The same for many processes: the filter is made once, before the first of them is forked, since
/// that takes longer than to read most documents.
class Confinement {
 public:
  /// Why it could not be made, or empty.
  std::string make();
  /// As confine(), in the process that was forked.
  std::string apply(const Bounds& bounds) const;

 private:
  std::vector<char> program_;  // of the filter
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_CONFINE_H_
