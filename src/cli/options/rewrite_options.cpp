// SPDX-License-Identifier: MIT
#include "cli/options/rewrite_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "cli/command.h"
#include "cli/nearest.h"
#include "cli/options/choices.h"
#include "cli/options/config_file.h"
#include "text/files/small_file.h"

namespace basewalk::cli {
namespace {

// Longer than any key that is of use: SHA-256 has blocks of 64 bytes.
constexpr std::size_t kMostKeyBytes = 4096;
// Of one that stands in for another.
constexpr std::size_t kKeyBytes = 32;

// Where a condition names a flag that there is not.
std::string known_flags(std::string_view condition) {
  constexpr std::string_view kFlag = "flag=";
  if (!condition.starts_with(kFlag) || condition == kFlag) return {};
  std::vector<std::string> names;
  for (const Flag flag : all_flags()) names.emplace_back(name(flag));
  return "; " + instead_of(condition.substr(kFlag.size()), names);
}

std::string wrong_condition(const std::string& text) {
  const Result<rewrite::Condition> condition = rewrite::read_condition(text);
  return condition ? std::string() : condition.error().detail + known_flags(text);
}

// By itself: whether there is a key for it is known when all options are.
std::string wrong_template(const std::string& text) {
  rewrite::Options options;
  options.wrap = text;
  const Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(std::move(options));
  return rewriter || rewriter.error().code != "template" ? std::string() : rewriter.error().detail;
}

void add_edit_options(CLI::App& app, RewriteOptions& options) {
  const rewrite::Options defaults;
  for (const rewrite::Action& action : rewrite::actions()) {
    const std::string name = "--" + std::string(action.name);
    const std::string meaning(action.meaning);
    if (action.wanted == nullptr) {
      require(app.add_option(name, options.edits.wrap, meaning)->type_name("TEMPLATE"),
              wrong_template);
      continue;
    }
    const bool by_default = defaults.*action.wanted;
    app.add_flag(by_default ? name + ",!--no-" + std::string(action.name) : name,
                 options.edits.*action.wanted, by_default ? meaning + " (default)" : meaning);
  }
  app.add_option("--wrap-key", options.wrap_key_file,
                 "Key of {mac}; --previous-key, --wrap-lifetime")
      ->type_name("FILE");
  app.add_option("--previous-key", options.previous_key_files, "A key before that one")
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group("");
  app.add_option("--wrap-lifetime", options.edits.wrap_lifetime, "Days that {expires} is ahead")
      ->transform(whole_number(1, 36'500).description(""))
      ->type_name("DAYS")
      ->group("");
  app.add_option("--unwrap-from", options.edits.unwrap_from,
                 "Own links of this template, unwrapped")
      ->allow_extra_args(false)
      ->type_name("TEMPLATE")
      ->group("");
  CLI::Option* only =
      app.add_option("--only", options.only, "scheme=S, host=H, host=.H (and below) or flag=F")
          ->allow_extra_args(false)
          ->type_name("CONDITION");
  suggest(only, {"scheme=", "host=", "flag="});
  require(only, wrong_condition);
  app.add_flag("--mark", options.edits.mark, "Add X-Basewalk-... fields, remove forged ones");
  app.add_flag("--edit-signed,!--keep-signed", options.edits.edit_signed,
               "Also edit what is signed (default: keep)");
}

// systemd.exec(5): a service sees those of its own; what looks at its options before does not,
// whatever its environment says.
bool comes_from_systemd(std::string_view name) { return name.starts_with("/run/credentials/"); }

// What the library says about the options together.
bool makes_sense(const rewrite::Options& options) {
  const Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(options);
  if (rewriter) return true;
  const Error& error = rewriter.error();
  complain(error.code == "template"      ? "--wrap " + options.wrap + ": " + error.detail
           : error.code == "key"         ? "--wrap-key: " + error.detail
           : error.code == "unwrap-from" ? "--unwrap-from: " + error.detail
           : error.code == "lifetime"    ? "--wrap-lifetime: " + error.detail
                                         : error.detail);
  return false;
}

}  // namespace

std::vector<std::string> files_of(const RewriteOptions& options) {
  std::vector<std::string> files = options.previous_key_files;
  files.insert(files.end(), {options.wrap_key_file, options.config});
  return files;
}

std::optional<std::string> read_key(std::string_view option, const std::string& name, Keys keys) {
  const std::string what = std::string(option) + " " + name + ": ";
  Result<text::SmallFile> file = text::read_small_file(name, kMostKeyBytes);
  if (!file && keys == Keys::may_come && comes_from_systemd(name)) {
    complain(what + "is handed over to the service alone; not looked at");
    return std::string(kKeyBytes, '?');
  }
  if (!file) {
    complain(what + file.error().detail);
    return {};
  }
  // The line end that an editor puts there, of whatever system.
  if (file->bytes.ends_with('\n')) {
    file->bytes.pop_back();
    if (file->bytes.ends_with('\r')) file->bytes.pop_back();
  }
  if (file->bytes.empty()) {
    complain(what + "is empty");
    return {};
  }
  if (file->others_can_read)
    complain(
        what +
        "warning: everybody can read it; give it to a group of whoever runs this, and chmod o-r "
        "it");
  return std::move(file->bytes);
}

bool read_keys(std::string_view option, const std::vector<std::string>& files, Keys how,
               std::vector<std::string>& keys) {
  for (const std::string& file : files) {
    std::optional<std::string> key = read_key(option, file, how);
    if (!key) return false;
    keys.push_back(*std::move(key));
  }
  return true;
}

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
    std::optional<std::string> key = read_key("--wrap-key", options.wrap_key_file, options.keys);
    if (!key) return {};
    made.wrap_key = *std::move(key);
  }
  if (like != nullptr && options.previous_key_files == like_options->previous_key_files)
    made.previous_keys = like->previous_keys;
  else if (!read_keys("--previous-key", options.previous_key_files, options.keys,
                      made.previous_keys))
    return {};
  for (const std::string& text : options.only) made.only.push_back(*rewrite::read_condition(text));
  if (!makes_sense(made)) return {};
  return made;
}

}  // namespace basewalk::cli
