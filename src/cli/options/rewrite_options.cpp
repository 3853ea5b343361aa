// SPDX-License-Identifier: MIT
#include "cli/options/rewrite_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/command.h"
#include "cli/nearest.h"
#include "cli/options/choices.h"
#include "cli/options/config_file.h"
#include "text/files/small_file.h"

namespace basewalk::cli {
namespace {

// Longer than any key that is of use: SHA-256 has blocks of 64 bytes.
constexpr std::size_t kMostKeyBytes = 4096;

void add_edit_options(CLI::App& app, RewriteOptions& options) {
  const rewrite::Options defaults;
  for (const rewrite::Action& action : rewrite::actions()) {
    const std::string name = "--" + std::string(action.name);
    const std::string meaning(action.meaning);
    if (action.wanted == nullptr) {
      app.add_option(name, options.edits.wrap, meaning)->type_name("TEMPLATE");
      continue;
    }
    const bool by_default = defaults.*action.wanted;
    app.add_flag(by_default ? name + ",!--no-" + std::string(action.name) : name,
                 options.edits.*action.wanted, by_default ? meaning + " (default)" : meaning);
  }
  app.add_option("--wrap-key", options.wrap_key_file, "Holds the key of {mac}: HMAC-SHA-256")
      ->type_name("FILE");
  CLI::Option* only =
      app.add_option("--only", options.only, "scheme=S, host=H, host=.H (and below) or flag=F")
          ->allow_extra_args(false)
          ->type_name("CONDITION");
  suggest(only, {"scheme=", "host=", "flag="});
  app.add_flag("--mark", options.edits.mark, "Add X-Basewalk-... fields, remove forged ones");
  app.add_flag("--edit-signed,!--keep-signed", options.edits.edit_signed,
               "Also edit what is signed (default: keep)");
}

std::optional<std::string> read_key(const std::string& name) {
  Result<text::SmallFile> file = text::read_small_file(name, kMostKeyBytes);
  if (!file) {
    complain("--wrap-key " + name + ": " + file.error().detail);
    return {};
  }
  if (file->bytes.ends_with('\n')) file->bytes.pop_back();
  if (file->bytes.empty()) {
    complain("--wrap-key " + name + ": is empty");
    return {};
  }
  if (file->others_can_read)
    complain("--wrap-key " + name +
             ": warning: everybody can read it; give it to a group of whoever runs this, and chmod "
             "o-r it");
  return std::move(file->bytes);
}

// Where a condition names a flag that there is not.
std::string known_flags(std::string_view condition) {
  constexpr std::string_view kFlag = "flag=";
  if (!condition.starts_with(kFlag) || condition == kFlag) return {};
  std::vector<std::string> names;
  for (const Flag flag : all_flags()) names.emplace_back(name(flag));
  return "; " + instead_of(condition.substr(kFlag.size()), names);
}

bool read_conditions(const std::vector<std::string>& only, rewrite::Options& options) {
  for (const std::string& text : only) {
    Result<rewrite::Condition> condition = rewrite::read_condition(text);
    if (!condition) {
      complain("--only " + text + ": " + condition.error().detail + known_flags(text));
      return false;
    }
    options.only.push_back(*std::move(condition));
  }
  return true;
}

// What the library says about the options together.
bool makes_sense(const rewrite::Options& options) {
  const Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(options);
  if (rewriter) return true;
  const Error& error = rewriter.error();
  complain(error.code == "template" ? "--wrap " + options.wrap + ": " + error.detail
           : error.code == "key"    ? "--wrap-key: " + error.detail
                                    : error.detail);
  return false;
}

}  // namespace

void add_rewrite_options(CLI::App& app, RewriteOptions& options) {
  add_edit_options(app, options);
  const std::vector<CLI::Option*> edits = app.get_options();
  add_resolve_options(app, options.shared);
  add_walk_options(app, options.shared);
  app.add_flag("--linkify", options.shared.linkify, "Also example.com and the like, in text");
  // Those of all verbs are not listed again: --help fits a screen.
  for (CLI::Option* option : app.get_options())
    if (std::ranges::find(edits, option) == edits.end()) option->group("");
  app.add_option("--config", options.config, "Options, one a line: name = value")
      ->configurable(false)
      ->type_name("FILE");
}

std::optional<rewrite::Options> rewrite_options(CLI::App& app, const RewriteOptions& options) {
  if (!options.config.empty() && !apply_config_file(app, options.config)) return {};
  return made_options(options);
}

std::optional<rewrite::Options> made_options(const RewriteOptions& options,
                                             const RewriteOptions* like_options,
                                             const rewrite::Options* like) {
  std::optional<WalkOptions> walk = walk_options(options.shared);
  if (!walk) return {};
  rewrite::Options made = options.edits;
  made.walk = *std::move(walk);
  if (like != nullptr && options.wrap_key_file == like_options->wrap_key_file) {
    made.wrap_key = like->wrap_key;
  } else if (!options.wrap_key_file.empty()) {
    std::optional<std::string> key = read_key(options.wrap_key_file);
    if (!key) return {};
    made.wrap_key = *std::move(key);
  }
  if (!read_conditions(options.only, made) || !makes_sense(made)) return {};
  return made;
}

}  // namespace basewalk::cli
