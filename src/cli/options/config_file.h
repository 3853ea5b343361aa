// SPDX-License-Identifier: MIT
//
// Options of a verb in a file, one a line:
//
//     # for the gateway
//     mark
//     absolute = no
//     wrap = https://guard.example/?u={url}
//     only = host=.example.com
//
// The value is everything behind the first `=`, without the white space around it; nothing in it is
// special.  CLI11 reads files for the program as a whole only, and splits what looks like a list.
#ifndef BASEWALK_CLI_OPTIONS_CONFIG_FILE_H_
#define BASEWALK_CLI_OPTIONS_CONFIG_FILE_H_

#include <string>

namespace CLI {
class App;
}

namespace basewalk::cli {

/// Gives the options of `app`, which has been parsed, the values in the file; an option that was
/// typed keeps its own.  An option that is `configurable(false)` cannot stand there.  False, with a
/// message that names the line, where a line makes no sense or the file cannot be read.
bool apply_config_file(CLI::App& app, const std::string& file);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_CONFIG_FILE_H_
