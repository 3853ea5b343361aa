// SPDX-License-Identifier: MIT
//
// Cases that need something which not every machine has.
//
// A case that cannot be tested is no case that passed: its program exits with kSkipped.  So that
// this is told of such cases alone, each carries a label that says what it needs,
//
//     BOOST_AUTO_TEST_CASE(every_real_message_is_walked, *boost::unit_test::label("shared"))
//
// and has a CTest entry of its own (basewalk_tests() in tests/CMakeLists.txt).
#ifndef BASEWALK_TESTS_SUPPORT_SKIP_H_
#define BASEWALK_TESTS_SUPPORT_SKIP_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

namespace basewalk::test {

/// Says that the case that runs cannot be tested on this machine, and why.  It returns then.
void skip(std::string_view why);
/// How many times that was said.
std::size_t skipped_cases();

/// What lies under a name in the folder of suites and real mail beside a developer's checkout
/// (BASEWALK_SHARED_DIR, of the build or of the environment).  Where it is absent: nothing, and the
/// case is skipped; its label is "shared".
std::optional<std::filesystem::path> shared(std::string_view name);

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_SKIP_H_
