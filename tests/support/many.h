// SPDX-License-Identifier: MIT
//
// How much is much: what shows that time is in proportion to the input needs a lot of it, and what
// looks at each access to memory, is not optimised, or runs on a machine that is emulated, a
// twentieth, which it takes as long for.
#ifndef BASEWALK_TESTS_SUPPORT_MANY_H_
#define BASEWALK_TESTS_SUPPORT_MANY_H_

#include <cstddef>

namespace basewalk::test {

constexpr std::size_t many(std::size_t count) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__) || \
    defined(BASEWALK_TESTS_EMULATED)
  return count / 20;
#else
  return count;
#endif
}

/// Of so many random inputs an emulator has time for a twentieth; where what came of them is
/// counted, that is asked for in proportion.
constexpr std::size_t rounds(std::size_t count) {
#if defined(BASEWALK_TESTS_EMULATED)
  return count / 20;
#else
  return count;
#endif
}

/// Of so many random inputs, where nothing is counted, what looks at memory has time for a third:
/// fuzzers give it others.
constexpr std::size_t inputs(std::size_t count) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return count / 3;
#else
  return rounds(count);
#endif
}

/// From one place to the next, where each byte of a file is damaged: what looks at memory has time
/// for a third of them, what is not optimised (preset coverage) or is emulated for some.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kNextPlace = 3;
#elif defined(__OPTIMIZE__) && !defined(BASEWALK_TESTS_EMULATED)
constexpr std::size_t kNextPlace = 1;
#else
constexpr std::size_t kNextPlace = 11;
#endif

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_MANY_H_
