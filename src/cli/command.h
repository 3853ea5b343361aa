// SPDX-License-Identifier: MIT
//
// A verb of the tool: one file each in verbs/, one row each in main.cpp.
#ifndef BASEWALK_CLI_COMMAND_H_
#define BASEWALK_CLI_COMMAND_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}
namespace basewalk::text {
class Output;
}

namespace basewalk::cli {

/// Exit statuses (sysexits.h has those of filters).
enum Exit : int {
  kDone = 0,
  kIncomplete = 1,  ///< done, but a source could not be read or something had no answer
  kUsage = 2,
  kTryAgain = 75,  ///< EX_TEMPFAIL: the same may succeed later
};

/// A verb with the options of one command line: two of them share nothing.
class Verb {
 public:
  Verb() = default;
  Verb(const Verb&) = delete;
  Verb& operator=(const Verb&) = delete;
  virtual ~Verb() = default;

  /// Adds the options to `app`, which lives as long as the verb.
  virtual void set_up(CLI::App& app) = 0;
  /// What was typed is known.  The exit status.
  virtual int run() = 0;
};

struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line
  std::unique_ptr<Verb> (*make)();
  /// Of a verb that is a word before others.
  std::span<const Command* const> verbs = {};
  /// A command line that makes no sense must not let a mail system give a message up: kUsage
  /// becomes kTryAgain where standard input is no terminal.
  bool is_filter = false;
};

template <class V>
std::unique_ptr<Verb> make_verb() {
  return std::make_unique<V>();
}

extern const Command kLinks;
extern const Command kTree;
extern const Command kResolve;
extern const Command kUrl;
extern const Command kPlan, kVerify, kMerge;
extern const Command kMhtml;
extern const Command kRewrite;
extern const Command kMilter, kProxy, kGuard;
extern const Command kPolicy;
extern const Command kReport;
extern const Command kWatch;
extern const Command kHelp, kExplain, kCompletion;

/// The verbs, in the order of --help.
std::span<const Command* const> all_commands();

/// Reads a command line, the program's name first, and does what it says.
int run_command(int argc, char** argv);

/// Says "basewalk: ..." on standard error, one line whatever the text is: names of files, and of
/// what lies in archives, may be an attacker's.
void complain(std::string_view text);
/// Where complaints go from now on: of what runs where nobody reads standard error.
void complain_to(void (*log)(std::string_view text));
/// While it lives, what this thread complains of is kept instead: whoever knows the place says it.
class KeptComplaints {
 public:
  KeptComplaints();
  ~KeptComplaints();
  KeptComplaints(const KeptComplaints&) = delete;
  KeptComplaints& operator=(const KeptComplaints&) = delete;

  std::vector<std::string> texts;

 private:
  KeptComplaints* const above_;
};
/// The same, and the status: for what is said last.
int complain(std::string_view text, int status);
/// Writes what is left, and says it where that fails; whoever reads and has seen enough (`| head`)
/// is no failure.  The exit status, `status` where all is well.
int end_output(text::Output& output, int status);

/// Both are of the verb that this thread runs, and are asked nowhere else (a verb's own threads
/// have none); they live as long as it runs. The words behind the verb, as it was given them.
std::span<const std::string> verb_words();
/// The command line as a shell takes it.
const std::string& command_line();

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_COMMAND_H_
