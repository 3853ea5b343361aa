// SPDX-License-Identifier: MIT
#ifndef BASEWALK_TESTS_URL_GENERATED_H_
#define BASEWALK_TESTS_URL_GENERATED_H_

#include <string>
#include <vector>

namespace basewalk::test {

/// Some thousands of references: every front with every path with every tail.  They are bases, too.
std::vector<std::string> generated_references();

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_URL_GENERATED_H_
