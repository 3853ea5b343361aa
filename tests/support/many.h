// SPDX-License-Identifier: MIT
//
// How much is much: what shows that time is in proportion to the input needs a lot of it, and what
// looks at each access to memory a twentieth, which it takes as long for; so does what emulates
// another machine.
#ifndef BASEWALK_TESTS_SUPPORT_MANY_H_
#define BASEWALK_TESTS_SUPPORT_MANY_H_

#include <cstddef>

namespace basewalk::test {

constexpr std::size_t many(std::size_t count) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    defined(BASEWALK_TESTS_EMULATED)
  return count / 20;
#else
  return count;
#endif
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_MANY_H_
