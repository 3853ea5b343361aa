// SPDX-License-Identifier: MIT
//
// A temporary file without a name: it is gone when it is closed, however the program ends.
#ifndef BASEWALK_TEXT_FILES_UNNAMED_FILE_H_
#define BASEWALK_TEXT_FILES_UNNAMED_FILE_H_

#include <string>

namespace basewalk::text {

/// $TMPDIR, or "/tmp".
std::string temporary_folder();

/// A descriptor, to read and write, closed in what is executed; -1 with an errno.
int unnamed_file();

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_UNNAMED_FILE_H_
