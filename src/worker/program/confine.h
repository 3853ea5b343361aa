// SPDX-License-Identifier: MIT
//
// Takes from the process all that it does not need to read descriptor 0 and to write descriptor 1.
//
// Before this: run.cpp has been started and has opened nothing.  After it: the first hostile byte.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_CONFINE_H_
#define BASEWALK_SRC_WORKER_PROGRAM_CONFINE_H_

#include <cstdint>
#include <string>

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

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_CONFINE_H_
