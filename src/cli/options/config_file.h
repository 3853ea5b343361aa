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

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace basewalk::cli {

/// The options of `app` as a file gives them: one after the other, and at the end all at once. Each
/// is named by its place in messages.
class OptionsOfFile {
 public:
  explicit OptionsOfFile(CLI::App& app) : app_(app) {}

  /// A flag may have no value.  A value is added to those that the file has given before; what it
  /// says of a flag takes their place.  False, with a message, where it makes no sense.
  bool give(CLI::Option& option, const std::string& name, std::optional<std::string> value,
            const std::string& place);
  /// False, with a message, where a value makes no sense.
  bool apply();

 private:
  struct Given {
    CLI::Option* option;
    std::vector<std::string> places;  // of each value
  };
  Given& given(CLI::Option& option);

  CLI::App& app_;
  std::vector<Given> given_;  // in the order of the file, as complaints are
};

/// Gives the options of `app`, which has been parsed, the values in the file; an option that was
/// typed keeps its own.  An option that is `configurable(false)` cannot stand there.  False, with a
/// message that names the line, where a line makes no sense or the file cannot be read.
bool apply_config_file(CLI::App& app, const std::string& file);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_CONFIG_FILE_H_
