// SPDX-License-Identifier: MIT
//
// Files that options name to be written: none of them is one that is read, or another one.
#ifndef BASEWALK_CLI_OPTIONS_WRITTEN_FILES_H_
#define BASEWALK_CLI_OPTIONS_WRITTEN_FILES_H_

#include <string>
#include <string_view>
#include <vector>

#include "cli/options/shared_options.h"

namespace basewalk::cli {

/// False, with a message, where `option` names one of the files that are read.
bool leaves_sources(const std::string& option, const std::string& file,
                    const std::vector<std::string>& sources);
/// The same of what the options read: lists and plans, too, and what stands in them.
bool leaves_sources(const std::string& option, const std::string& file,
                    const SharedOptions& options);

/// An option, and the file that it names; none where that is empty.
struct NamedFile {
  std::string_view option;
  std::string file;
};

/// False, with a message, where both mean one file, or one a name that the other has while it is
/// written.
bool is_apart(const NamedFile& one, const NamedFile& other);

/// False, with a message, where one of those that are written is one that is read, or another one
/// that is written.
bool are_apart(const std::vector<NamedFile>& written, const std::vector<std::string>& read);

/// False, with a message, where the file lies in the folder of -o, among what is made there.
bool is_outside(const NamedFile& file, const std::string& folder);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_WRITTEN_FILES_H_
