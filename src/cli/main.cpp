// SPDX-License-Identifier: MIT
//
// The table of verbs, nothing more.
#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>

#include "cli/command.h"
#include "cli/progress.h"

namespace basewalk::cli {

constexpr const Command* kCommands[] = {&kLinks, &kTree, &kResolve, &kUrl, &kMhtml, &kMerge};

void complain(std::string_view text) { write_to_stderr("basewalk: " + std::string(text) + "\n"); }

// The first word, unless it is an option, has to be a verb.  False, with a message, where it is
// not.
bool names_a_verb(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  if (word.starts_with('-')) return true;
  std::string known;
  for (const Command* command : kCommands) {
    if (word == command->name) return true;
    known += (known.empty() ? "" : ", ") + std::string(command->name);
  }
  complain((word.empty() ? "name a verb" : "there is no verb '" + std::string(word) + "'") +
           "; there are " + known + "; see basewalk --help");
  return false;
}

int main(int argc, char** argv) {
  if (!names_a_verb(argc, argv)) return kUsage;
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
