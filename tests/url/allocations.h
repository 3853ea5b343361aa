// SPDX-License-Identifier: MIT
#ifndef BASEWALK_TESTS_URL_ALLOCATIONS_H_
#define BASEWALK_TESTS_URL_ALLOCATIONS_H_

#include <cstddef>

namespace basewalk::test {

/// How often operator new was called in this program.
std::size_t allocations();

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_URL_ALLOCATIONS_H_
