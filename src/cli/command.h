// SPDX-License-Identifier: MIT
//
// A verb of the tool: one file each, one row each in main.cpp.
#ifndef BASEWALK_CLI_COMMAND_H_
#define BASEWALK_CLI_COMMAND_H_

#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace basewalk::cli {

/// Exit statuses (sysexits.h has those of filters).
enum Exit : int {
  kDone = 0,
  kIncomplete = 1,  ///< done, but a source could not be read or something had no answer
  kUsage = 2,
  kTryAgain = 75,  ///< EX_TEMPFAIL: the same may succeed later
};

struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line
  /// Adds the verb's options to `app` and returns what runs it.  What is returned is owned by
  /// nobody: it lives as long as the program.
  using Run = int (*)();
  Run (*set_up)(CLI::App& app);
  /// Of a verb that is a word before others.
  std::span<const Command* const> verbs = {};
  /// A command line that makes no sense must not let a mail system give a message up: kUsage
  /// becomes kTryAgain where standard input is no terminal.
  bool is_filter = false;
};

extern const Command kLinks;
extern const Command kTree;
extern const Command kResolve;
extern const Command kUrl;
extern const Command kMerge;
extern const Command kMhtml;
extern const Command kRewrite;
extern const Command kMilter;

/// Says "basewalk: ..." on standard error, one line whatever the text is: names of files, and of
/// what lies in archives, may be an attacker's.
void complain(std::string_view text);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_COMMAND_H_
