// SPDX-License-Identifier: MIT
//
// What stands between a program and the system, preloaded: every call that opens, reads, writes,
// names, maps or starts something is counted, can be made to fail or to come short, and can be
// written down for what a loss of power leaves (record.h).
//
// All processes of one run share a file of counts, CALLS_STATE.  The tool counts by itself, and so
// do the workers that it starts (CALLS_ROLE=worker).  The calls of libc itself are not seen, nor
// what is written to standard error: something has to tell what went wrong.
#ifndef BASEWALK_TESTS_FAILURE_CALLS_CALLS_H_
#define BASEWALK_TESTS_FAILURE_CALLS_CALLS_H_

#include <atomic>
#include <cstdint>

namespace calls {

inline constexpr std::uint32_t kMost = 20000;  // calls of a role that are described

/// What was called, and of what: "write", 'f' for a regular file, and its name as far as it is
/// known.
struct Entry {
  char call[20];
  char kind;
  char path[43];
};

/// The file that processes share; calls.py reads it.
struct State {
  std::atomic<std::uint32_t> count[2];  // of the tool, of its workers
  std::atomic<std::uint32_t> hit;       // how often a call was made to fail
  std::uint32_t unused;
  Entry entries[2][kMost];
};

/// How a call ends instead: with an errno, or having done `most` bytes of what was asked.
struct Fate {
  int error = 0;
  std::uint64_t most = ~std::uint64_t{0};
};

/// Counts a call; of `path`, where it has one, or of a descriptor.
Fate fate_of(const char* call, int descriptor, const char* path, std::uint64_t bytes = 0);
/// What a descriptor was opened as.
void remember(int descriptor, const char* path);
/// The function of that name behind this library.
void* behind(const char* name);

}  // namespace calls

#endif  // BASEWALK_TESTS_FAILURE_CALLS_CALLS_H_
