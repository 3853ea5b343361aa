// SPDX-License-Identifier: MIT
#include "cli/program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "basewalk/version.h"
#include "cli/beginning.h"
#include "cli/options/choices.h"
#include "cli/options/complaints.h"
#include "cli/options/help_formatter.h"
#include "text/files/output.h"

namespace basewalk::cli {
namespace {

using Words = std::vector<std::string>;

bool is_option(std::string_view word) { return word.size() > 1 && word.starts_with('-'); }

// Words of its own, without those of verbs that were chosen.
const CLI::App* below(const CLI::App& app, const std::string& word) {
  const auto verbs =
      app.get_subcommands([&](const CLI::App* verb) { return verb->get_name() == word; });
  return verbs.empty() ? nullptr : verbs.front();
}

// Are these words options of the verb, each with its value?
bool are_options_of(const CLI::App& verb, std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!is_option(word)) return false;
    const bool is_long = word.starts_with("--");
    const std::string name = is_long ? word.substr(0, word.find('=')) : word.substr(0, 2);
    const CLI::Option* option = option_named(verb, name);
    if (option == nullptr) return false;
    if (!takes_value(*option) || name.size() < word.size()) continue;
    if (++i == words.size()) return false;
  }
  return true;
}

// The place of the verb among words that begin with options: the first that all before it belong
// to, or else the first that is a verb.
std::size_t place_of_verb(const CLI::App& app, std::span<const std::string> words) {
  std::size_t first = words.size();
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const CLI::App* verb = below(app, words[i]);
    if (verb == nullptr) continue;
    if (are_options_of(*verb, words.subspan(0, i))) return i;
    first = std::min(first, i);
  }
  return first;
}

void put_verb_first(const CLI::App& app, std::span<std::string> words) {
  if (words.empty()) return;
  // --help and --version are the tool's own, and so is what only one of its verbs could have.
  const std::string& word = words.front();
  if (is_option(word) && option_named(app, word) == nullptr) {
    const std::size_t place = place_of_verb(app, words);
    if (place == words.size()) return;
    std::rotate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(place),
                words.begin() + static_cast<std::ptrdiff_t>(place) + 1);
  }
  if (const CLI::App* verb = below(app, words.front())) put_verb_first(*verb, words.subspan(1));
}

// A value that is empty is a variable without one more often than it is meant, and would count as
// no option at all, and an empty name of a file as standard input.  Other words that stand by
// themselves may be empty: a reference is.
void refuse_empty_values(CLI::App& verb) {
  const CLI::Validator is_something(
      [](std::string& value) {
        return value.empty() ? std::string("is empty; give a value, or leave it out")
                             : std::string();
      },
      "");
  for (CLI::Option* option : verb.get_options())
    if (takes_value(*option) || (option->get_positional() && takes_file(*option)))
      option->check(is_something);
  for (CLI::App* under : verb.get_subcommands({})) refuse_empty_values(*under);
}

// "--output=" has a value, and an empty one.  CLI11 would take the next word, which may be the
// mail, for the file to write.
void part_empty_values(const CLI::App& app, Words& words) {
  const CLI::App* verb = &app;
  std::size_t i = 0;
  for (; i < words.size(); ++i) {
    const CLI::App* under = below(*verb, words[i]);
    if (under == nullptr) break;
    verb = under;
  }
  for (; i < words.size() && words[i] != "--"; ++i) {
    const std::size_t equals = words[i].find('=');
    if (!words[i].starts_with("--") || equals + 1 != words[i].size()) continue;
    const CLI::Option* option = option_named(*verb, words[i].substr(0, equals));
    if (option == nullptr || !takes_value(*option)) continue;
    words[i].pop_back();
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(++i), std::string());
  }
}

// What stands by itself and in brackets ("[Gmail]" is a folder) CLI11 takes for a list, and the
// brackets away.  Behind a NUL, which no word can have, it does not.
constexpr char kKept = '\0';

bool looks_like_list(const std::string& word) {
  return word.size() > 1 && word.starts_with('[') && word.ends_with(']');
}

// The words are what was typed again, before anything else looks at them.
void take_as_typed(CLI::App& app) {
  const CLI::Validator as_typed(
      [](std::string& value) {
        if (value.starts_with(kKept)) value.erase(0, 1);
        return std::string();
      },
      "");
  for (CLI::Option* option : app.get_options())
    if (takes_value(*option) || option->get_positional()) option->transform(as_typed);
  for (CLI::App* under : app.get_subcommands({})) take_as_typed(*under);
}

}  // namespace

Program::Program(std::string_view first)
    : app_(std::make_unique<CLI::App>("Where do the links of a mail really lead?", "basewalk")) {
  app_->set_version_flag("-V,--version", "basewalk " + std::string(version()));
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->require_subcommand(1);
  app_->footer(
      "basewalk help VERB says more.  Exit status: 0 done, 1 something had no answer, 2 usage;\n"
      "of rewrite: 0 done, 75 nothing was written, try again.");
  const bool is_known = std::ranges::any_of(
      all_commands(), [&](const Command* command) { return command->name == first; });
  for (const Command* command : all_commands()) {
    CLI::App* words =
        app_->add_subcommand(std::string(command->name), std::string(command->summary));
    if (is_known && command->name != first) continue;
    verbs_.push_back(command->make());
    verbs_.back()->set_up(*words);
    refuse_empty_values(*words);
    words->callback([this, verb = verbs_.back().get()] {
      verb_begins();
      status_ = verb->run();
      verb_ends();
    });
  }
}

Program::~Program() = default;

const CLI::App* Program::verb(std::span<const std::string> words) const {
  const CLI::App* verb = app_.get();
  for (const std::string& word : words) {
    verb = below(*verb, word);
    if (verb == nullptr) return nullptr;
  }
  return verb;
}

Words Program::verb_first(Words words) const {
  put_verb_first(*app_, words);
  return words;
}

int Program::run(Words words) {
  part_empty_values(*app_, words);
  const std::string last = words.empty() ? "" : words.back();
  if (std::ranges::any_of(words, looks_like_list)) {
    for (std::string& word : words)
      if (looks_like_list(word)) word.insert(0, 1, kKept);
    take_as_typed(*app_);
  }
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    app_->parse(std::move(words));
  } catch (const CLI::Success& success) {
    std::ostringstream text;
    const int status = app_->exit(success, text, text);
    text::Output output;
    output.buffer() = std::move(text).str();
    return end_output(output, status);
  } catch (const CLI::ParseError& error) {
    const CLI::App& verb = chosen_verb(*app_);
    Complaint complaint = complaint_of(verb, error, last);
    std::string& text = complaint.text;
    std::erase(text, kKept);
    if (complaint.says_what_to_give) return complain(text, kUsage);
    if (!text.ends_with('?')) text += ';';
    return complain(text + " see " + call_of(verb) + " --help", kUsage);
  }
  return status_;
}

std::string help_of(const CLI::App& verb) {
  const CLI::App* above = verb.get_parent();
  return verb.help(above != nullptr ? call_of(*above) : "");
}

}  // namespace basewalk::cli
