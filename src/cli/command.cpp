// SPDX-License-Identifier: MIT
//
// From a command line to a verb that runs.
#include "cli/command.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <exception>
#include <new>
#include <vector>

#include "cli/beginning.h"
#include "cli/nearest.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "text/files/output.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

constexpr const Command* kCommands[] = {
    &kLinks,  &kTree,    &kResolve,    &kUrl, &kMhtml, &kRewrite,
#if BASEWALK_HAS_MILTER
    &kMilter,
#endif
    &kProxy,
#if BASEWALK_HAS_GUARD
    &kGuard,
#endif
#if BASEWALK_HAS_POLICY
    &kPolicy,
#endif
#if BASEWALK_HAS_REPORT
    &kReport,
#endif
    &kPlan,   &kMerge,   &kVerify,
#if BASEWALK_HAS_WATCH
    &kWatch,
#endif
    &kHelp,   &kExplain, &kCompletion,
};

const Command* command_named(std::string_view word, std::span<const Command* const> commands) {
  const auto it = std::ranges::find(commands, word, &Command::name);
  return it == commands.end() ? nullptr : *it;
}

// The first word, unless it is an option, has to be a verb, and below some verbs the next one, too.
// False, with a message, where it is not.
bool names_a_verb(std::span<const std::string> words, std::span<const Command* const> commands,
                  const std::string& above) {
  const std::string_view word = words.empty() ? std::string_view() : words.front();
  if (word.starts_with('-')) return true;
  if (const Command* command = command_named(word, commands))
    return command->verbs.empty() ||
           names_a_verb(words.subspan(1), command->verbs, above + " " + std::string(word));
  std::vector<std::string> known;
  for (const Command* command : commands) known.emplace_back(command->name);
  const auto near = nearest(word, known);
  complain((word.empty() ? "name a verb" : "there is no verb '" + std::string(word) + "'") + "; " +
           (near ? "did you mean " + *near + "? see " + above + " " + *near
                 : "there are " + listed(known) + "; see " + above) +
           " --help");
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

// For the time until the verb is known.
bool is_filter_named(std::string_view word) {
  const Command* command = command_named(word, kCommands);
  return command != nullptr && command->is_filter;
}

// Of the verb that this thread runs: others may run side by side.
struct Typed {
  std::string line;
  std::vector<std::string> behind_verb;
};
thread_local const Typed* typed_here = nullptr;

std::atomic<void (*)(std::string_view)> complaints = nullptr;
thread_local KeptComplaints* keeps_complaints = nullptr;

// `is_filter` says whether the verb is one, once it is known.
int run_words(std::vector<std::string> words, Typed& typed, bool& is_filter) {
  Program program(words.empty() ? std::string_view() : words.front());
  words = program.verb_first(std::move(words));
  is_filter = !words.empty() && is_filter_named(words.front());
  if (!names_a_verb(words, kCommands, "basewalk")) return kUsage;
  std::signal(SIGPIPE, SIG_IGN);  // a reader that has gone is an error of write()
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file longer than `ulimit -f` allows
  if (!words.empty()) typed.behind_verb.assign(words.begin() + 1, words.end());
  return program.run(std::move(words));
}

}  // namespace

KeptComplaints::KeptComplaints() : above_(keeps_complaints) { keeps_complaints = this; }
KeptComplaints::~KeptComplaints() { keeps_complaints = above_; }

void complain(std::string_view text) {
  if (keeps_complaints != nullptr) {
    keeps_complaints->texts.emplace_back(text);
    return;
  }
  if (const auto log = complaints.load()) return log(text);
  write_to_stderr("basewalk: " + text::visible(text) + "\n");
}

void complain_to(void (*log)(std::string_view)) { complaints = log; }

std::span<const std::string> verb_words() { return typed_here->behind_verb; }
const std::string& command_line() { return typed_here->line; }

int complain(std::string_view text, int status) {
  complain(text);
  return status;
}

int end_output(text::Output& output, int status) {
  if (output.commit() || output.reader_gone()) return status;
  return complain(output.failure(), std::max<int>(status, kIncomplete));
}

std::span<const Command* const> all_commands() { return kCommands; }

int run_command(int argc, char** argv) {
  const std::span all(argv, static_cast<std::size_t>(argc));
  const std::span words = all.subspan(std::min<std::size_t>(1, all.size()));
  int status = kTryAgain;
  bool is_filter = std::ranges::any_of(words, is_filter_named);
  // Of a slice there is no part (docs/cluster.md).
  const bool is_tried_again = is_filter || std::ranges::any_of(words, [](std::string_view word) {
                                return word.starts_with("--shard");
                              });
  expect_foreign_exit(is_tried_again ? kTryAgain : kIncomplete);
  Typed typed;
  typed_here = &typed;
  try {
    for (const char* word : all) typed.line += (typed.line.empty() ? "" : " ") + shell_word(word);
    status = run_words({words.begin(), words.end()}, typed, is_filter);
  } catch (const std::bad_alloc&) {
    say_no_memory();
    if (has_verb_begun() && !is_tried_again) status = kIncomplete;
  } catch (const std::exception& error) {  // no threads
    say_internal_error(error.what());
    if (has_verb_begun() && !is_tried_again) status = kIncomplete;
  }
  typed_here = nullptr;
  verb_ends();
  return is_filter && status == kUsage && ::isatty(STDIN_FILENO) == 0 ? kTryAgain : status;
}

}  // namespace basewalk::cli
