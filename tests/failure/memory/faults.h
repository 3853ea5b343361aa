// SPDX-License-Identifier: MIT
//
// Allocations that fail on demand.  faults.cpp stands before malloc and what is like it, and so
// before operator new, too, which asks malloc; where sanitizers have a malloc of their own it
// stands before operator new alone.
//
// Between begin() and end() allocations are numbered from 1, in the order in which threads ask.
#ifndef BASEWALK_TESTS_FAILURE_MEMORY_FAULTS_H_
#define BASEWALK_TESTS_FAILURE_MEMORY_FAULTS_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace basewalk::failure {

/// Which allocations fail: number `first`, and with `all_after` each one behind it.
struct Faults {
  std::uint64_t first = 0;  ///< 0: none
  bool all_after = false;
  /// Where this one is asked for is remembered (trace()).
  std::uint64_t traced = 0;
};

/// How many were asked for, and how many of them failed.
struct Counts {
  std::uint64_t asked = 0, failed = 0;
};

/// An allocation that lives although it was made between begin() and end().
struct Left {
  std::uint64_t number = 0;
  std::uint32_t begun = 0;  ///< by which call of begin(), counted in a process
  std::size_t size = 0;
};

/// Does malloc() fail, too, or operator new alone?
bool reaches_malloc();

/// With `keeps_left` what was left before is counted among what will be left.
void begin(const Faults& faults, bool keeps_left = false);
Counts end();
/// What was made between the two and has not been given back by now: how many, and some of them, as
/// far as there is room.
std::size_t left(std::span<Left> first);
/// The frames of the allocation that was traced; good until the next begin().
std::span<void* const> trace();

}  // namespace basewalk::failure

#endif  // BASEWALK_TESTS_FAILURE_MEMORY_FAULTS_H_
