// SPDX-License-Identifier: MIT
//
// What is told of a program in a document or, by walk/walk.cpp, in a text of a mail: URLs in its
// strings are found, those that it puts together are not.
#ifndef BASEWALK_SRC_WORKER_PROGRAMS_H_
#define BASEWALK_SRC_WORKER_PROGRAMS_H_

#include <string_view>

namespace basewalk::worker {

inline constexpr std::string_view kScript = "holds a script, which is searched and not run";
inline constexpr std::string_view kCommand = "holds a command, which is searched and not run";
inline constexpr std::string_view kConnection =
    "holds a connection to a database, which is searched and not opened";
inline constexpr std::string_view kAddIn = "holds an add-in from elsewhere, which is not run";
inline constexpr std::string_view kQueries =
    "holds queries of Power Query, which are searched and not run";
inline constexpr std::string_view kMacros = "holds macros, which are searched and not run";

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAMS_H_
