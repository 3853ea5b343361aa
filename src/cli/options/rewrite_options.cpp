// SPDX-License-Identifier: MIT
#include "cli/options/rewrite_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/command.h"
#include "cli/options/config_file.h"
#include "text/files/small_file.h"

namespace basewalk::cli {
namespace {

// Longer than any key that is of use: SHA-256 has blocks of 64 bytes.
constexpr std::size_t kMostKeyBytes = 4096;

void add_edit_options(CLI::App& app, RewriteOptions& options) {
  app.add_flag("--absolute,!--no-absolute", options.absolute,
               "Relative links become absolute (default)");
  app.add_flag("--drop-base", options.drop_base, "<base> goes, so that nobody joins differently");
  app.add_flag("--unwrap", options.unwrap, "What Safe Links and the like lead to instead");
  app.add_flag("--defang", options.defang, "Links that nobody can follow: hxxp://h[.]example");
  app.add_option("--wrap", options.wrap, "As in https://guard.example/?u={url}&m={mac}")
      ->type_name("TEMPLATE");
  app.add_option("--wrap-key", options.wrap_key_file, "Holds the key of {mac}: HMAC-SHA-256")
      ->type_name("FILE");
  app.add_flag("--cid-inline", options.cid_inline, "Images of the message become data: URLs");
  app.add_option("--only", options.only, "scheme=S, host=H, host=.H (and below) or flag=F")
      ->allow_extra_args(false)
      ->type_name("CONDITION");
  app.add_flag("--mark", options.mark, "Add X-Basewalk-... fields, remove forged ones");
  app.add_flag("--edit-signed,!--keep-signed", options.edit_signed,
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
    complain("--wrap-key " + name + ": warning: everybody can read it; chmod o-r it");
  return std::move(file->bytes);
}

bool read_conditions(const std::vector<std::string>& only, rewrite::Options& options) {
  for (const std::string& text : only) {
    Result<rewrite::Condition> condition = rewrite::read_condition(text);
    if (!condition) {
      complain("--only " + text + ": " + condition.error().detail);
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
  // Those of all verbs are not listed again: --help fits a screen.
  for (CLI::Option* option : app.get_options())
    if (std::ranges::find(edits, option) == edits.end()) option->group("");
  app.add_option("--config", options.config, "Options, one a line: name = value")
      ->configurable(false)
      ->type_name("FILE");
}

std::optional<rewrite::Options> rewrite_options(CLI::App& app, const RewriteOptions& options) {
  if (!options.config.empty() && !apply_config_file(app, options.config)) return {};
  std::optional<WalkOptions> walk = walk_options(options.shared);
  if (!walk) return {};
  rewrite::Options made;
  made.walk = *std::move(walk);
  made.absolute = options.absolute;
  made.drop_base = options.drop_base;
  made.unwrap = options.unwrap;
  made.defang = options.defang;
  made.cid_inline = options.cid_inline;
  made.edit_signed = options.edit_signed;
  made.mark = options.mark;
  made.wrap = options.wrap;
  if (!options.wrap_key_file.empty()) {
    std::optional<std::string> key = read_key(options.wrap_key_file);
    if (!key) return {};
    made.wrap_key = *std::move(key);
  }
  if (!read_conditions(options.only, made) || !makes_sense(made)) return {};
  return made;
}

}  // namespace basewalk::cli
