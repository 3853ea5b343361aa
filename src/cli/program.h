// SPDX-License-Identifier: MIT
//
// The tool as CLI11 has it: all verbs with their options.  From here come parsing, --help, the
// manual and completions, so that none of them knows an option that another does not.
#ifndef BASEWALK_CLI_PROGRAM_H_
#define BASEWALK_CLI_PROGRAM_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace basewalk::cli {

class Program {
 public:
  /// `first` is the word behind the program's name: where it is a verb, the others have no options
  /// here: to make all of them takes longer than to read a message.
  explicit Program(std::string_view first = {});
  ~Program();

  const CLI::App& app() const { return *app_; }
  /// The verb that these words name, as "mhtml", "list"; null where they name none.
  const CLI::App* verb(std::span<const std::string> words) const;

  /// Options may stand before the verb that they belong to: puts the verb first.
  std::vector<std::string> verb_first(std::vector<std::string> words) const;
  /// Parses what was typed behind the program's name, and does what it says.  The exit status.
  int run(std::vector<std::string> words);

 private:
  std::unique_ptr<CLI::App> app_;
  std::vector<std::unique_ptr<Verb>> verbs_;
  int status_ = kDone;
};

/// What --help says of a verb, or of the tool.
std::string help_of(const CLI::App& verb);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_PROGRAM_H_
