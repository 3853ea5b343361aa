// SPDX-License-Identifier: MIT
//
// From a command line to a verb that runs.
#include "cli/command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <vector>

#include "basewalk/version.h"
#include "cli/options/help_formatter.h"
#include "cli/terminal.h"
#include "text/files/output.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

constexpr const Command* kCommands[] = {
    &kLinks,  &kTree,  &kResolve, &kUrl, &kMhtml, &kRewrite,
#if BASEWALK_HAS_MILTER
    &kMilter,
#endif
    &kPlan,   &kMerge, &kVerify,
#if BASEWALK_HAS_WATCH
    &kWatch,
#endif
};

const Command* command_named(std::string_view word, std::span<const Command* const> commands) {
  const auto it = std::ranges::find(commands, word, &Command::name);
  return it == commands.end() ? nullptr : *it;
}

// The first word, unless it is an option, has to be a verb, and below some verbs the next one, too.
// False, with a message, where it is not.
bool names_a_verb(std::span<char*> words, std::span<const Command* const> commands,
                  const std::string& above) {
  const std::string_view word = words.empty() ? "" : words.front();
  if (word.starts_with('-')) return true;
  if (const Command* command = command_named(word, commands))
    return command->verbs.empty() ||
           names_a_verb(words.subspan(1), command->verbs, above + " " + std::string(word));
  std::string known;
  for (const Command* command : commands)
    known += (known.empty() ? "" : ", ") + std::string(command->name);
  complain((word.empty() ? "name a verb" : "there is no verb '" + std::string(word) + "'") +
           "; there are " + known + "; see " + above + " --help");
  return false;
}

// As a shell takes it back.
std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// A value that is empty is a variable without one more often than it is meant, and would count as
// no option at all.  What stands by itself may be empty: a reference is.
void refuse_empty_values(CLI::App& verb) {
  const CLI::Validator is_something(
      [](std::string& value) {
        return value.empty() ? std::string("is empty; give a value, or leave it out")
                             : std::string();
      },
      "");
  for (CLI::Option* option : verb.get_options())
    if (option->nonpositional() && option->get_expected_max() > 0) option->check(is_something);
  for (CLI::App* below : verb.get_subcommands({})) refuse_empty_values(*below);
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("Where do the links of a mail really lead?", "basewalk");
  app.set_version_flag("--version", "basewalk " + std::string(version()));
  app.formatter(std::make_shared<HelpFormatter>());
  app.require_subcommand(1);
  app.footer(
      "basewalk VERB --help says more.  Exit status: 0 done, 1 something had no answer, 2 usage;\n"
      "of rewrite: 0 done, 75 nothing was written, try again.");
  int status = kDone;
  std::vector<std::unique_ptr<Verb>> verbs;
  for (const Command* command : kCommands) {
    CLI::App* words = app.add_subcommand(std::string(command->name), std::string(command->summary));
    verbs.push_back(command->make());
    verbs.back()->set_up(*words);
    refuse_empty_values(*words);
    words->callback([&status, verb = verbs.back().get()] { status = verb->run(); });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return complain(std::string(error.what()) + "; see basewalk --help", kUsage);
  }
  return status;
}

}  // namespace

void complain(std::string_view text) { write_to_stderr("basewalk: " + text::visible(text) + "\n"); }

int complain(std::string_view text, int status) {
  complain(text);
  return status;
}

int end_output(text::Output& output, int status) {
  if (output.commit() || output.reader_gone()) return status;
  return complain(output.failure(), std::max<int>(status, kIncomplete));
}

namespace {
std::string typed;
}
const std::string& command_line() { return typed; }

int run_command(int argc, char** argv) {
  const std::span all(argv, static_cast<std::size_t>(argc));
  typed.clear();
  for (const char* word : all) typed += (typed.empty() ? "" : " ") + shell_word(word);
  const std::span words = all.subspan(std::min<std::size_t>(1, all.size()));
  if (!names_a_verb(words, kCommands, "basewalk")) return kUsage;
  std::signal(SIGPIPE, SIG_IGN);  // a reader that has gone is an error of write()
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file longer than `ulimit -f` allows
  const Command* command = command_named(words.front(), kCommands);
  if (command == nullptr || !command->is_filter) return parse_and_run(argc, argv);
  int status = kTryAgain;
  try {
    status = parse_and_run(argc, argv);
  } catch (const std::exception&) {  // no memory even for the options
    write_to_stderr("basewalk: could not begin\n");
  }
  return status == kUsage && ::isatty(STDIN_FILENO) == 0 ? kTryAgain : status;
}

}  // namespace basewalk::cli
