// SPDX-License-Identifier: MIT
//
// Which basewalk this is: that of these headers, and that of the library.
#ifndef BASEWALK_VERSION_H_
#define BASEWALK_VERSION_H_

#include <string_view>

/// Of the headers.  The library does not compile where CMakeLists.txt says another version.
#define BASEWALK_VERSION_MAJOR 0
#define BASEWALK_VERSION_MINOR 1
#define BASEWALK_VERSION_PATCH 0
#define BASEWALK_VERSION "0.1.0"

#pragma GCC visibility push(default)

namespace basewalk {

/// Of the library that the program runs with: "0.1.0".  Headers and library fit where major and
/// minor number are the same.
std::string_view version();

}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_VERSION_H_
