// SPDX-License-Identifier: MIT
//
// Programs of other people, before one is started.
#ifndef BASEWALK_TEXT_FOREIGN_PROGRAM_H_
#define BASEWALK_TEXT_FOREIGN_PROGRAM_H_

#include <string>
#include <string_view>

namespace basewalk::text {

/// A file that this process may run.
bool is_program(const std::string& path);

/// The file that a shell would run for a name: of PATH, but of folders alone that are named from
/// the root on; or itself, where it has a slash.  Empty where there is none.
std::string find_program(std::string_view name);

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FOREIGN_PROGRAM_H_
