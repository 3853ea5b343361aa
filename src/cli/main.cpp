// SPDX-License-Identifier: MIT
//
// The table of verbs, nothing more.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <iostream>
#include <span>

#include "cli/command.h"
#include "cli/progress.h"
#include "cli/style.h"

namespace basewalk::cli {

constexpr const Command* kCommands[] = {&kLinks, &kTree, &kResolve, &kUrl, &kMhtml, &kMerge};

void complain(std::string_view text) { write_to_stderr("basewalk: " + visible(text) + "\n"); }

// The first word, unless it is an option, has to be a verb, and below some verbs the next one, too.
// False, with a message, where it is not.
bool names_a_verb(std::span<char*> words, std::span<const Command* const> commands,
                  const std::string& above) {
  const std::string_view word = words.empty() ? "" : words.front();
  if (word.starts_with('-')) return true;
  std::string known;
  for (const Command* command : commands) {
    if (word == command->name)
      return command->verbs.empty() ||
             names_a_verb(words.subspan(1), command->verbs, above + " " + std::string(word));
    known += (known.empty() ? "" : ", ") + std::string(command->name);
  }
  complain((word.empty() ? "name a verb" : "there is no verb '" + std::string(word) + "'") +
           "; there are " + known + "; see " + above + " --help");
  return false;
}

int main(int argc, char** argv) {
  const std::span words(argv, static_cast<std::size_t>(argc));
  if (!names_a_verb(words.subspan(std::min<std::size_t>(1, words.size())), kCommands, "basewalk"))
    return kUsage;
  std::signal(SIGPIPE, SIG_IGN);  // a reader that has gone is an error of write()
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file longer than `ulimit -f` allows
  CLI::App app("Where do the links of a mail really lead?", "basewalk");
  app.set_version_flag("--version", "basewalk " BASEWALK_VERSION);
  app.require_subcommand(1);
  app.footer(
      "basewalk VERB --help says more.  Exit status: 0 done, 1 something had no answer, 2 usage.");
  int status = kDone;
  for (const Command* command : kCommands) {
    CLI::App* verb = app.add_subcommand(std::string(command->name), std::string(command->summary));
    verb->callback([&status, run = command->set_up(*verb)] { status = run(); });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    complain(std::string(error.what()) + "; see basewalk --help");
    return kUsage;
  }
  return status;
}

}  // namespace basewalk::cli

int main(int argc, char** argv) { return basewalk::cli::main(argc, argv); }
