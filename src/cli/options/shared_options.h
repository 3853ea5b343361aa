// SPDX-License-Identifier: MIT
//
// The options that several verbs share.
#ifndef BASEWALK_CLI_OPTIONS_SHARED_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_SHARED_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/walk/walk.h"

namespace CLI {
class App;
}

namespace basewalk::cli {

/// As typed.
struct SharedOptions {
  std::vector<std::string> sources;
  std::string base, rules = "rfc1808", surplus_dots, assume_scheme;
  bool any_base = false;  // that, too, which is never one of a mail: `resolve` answers by the rules
  std::optional<std::string> honor, open;
  std::string match = "compat", format, as = "auto", output;
  std::vector<std::string> limits;
  bool quiet = false, refang = false, linkify = false, text = false;
  bool full_data = false, text_hash = false, show_passwords = false;
  bool opens_documents = false;  ///< the verb has --open
  std::string files_from, plan;
  bool nul_ends_names = false;
  std::string shard, summary, progress = "auto";
  std::size_t jobs = 0;  ///< 0: one for each core
  bool resume = false, restart = false;
  std::optional<std::uint64_t> at;
  std::vector<std::string> formats;  ///< that the verb writes
  std::string own_end;               ///< of names of what this verb alone writes
  /// The command as lines of text, as far as it decides what is written.
  std::function<std::string()> describe;
};

/// Those of resolving: --base, --rules, --surplus-dots.
void add_resolve_options(CLI::App& app, SharedOptions& options);
/// Those of the walk: --honor, --assume-scheme, --open, --limit.
void add_walk_options(CLI::App& app, SharedOptions& options);
/// How references are matched to the parts of a bundle: --match.
void add_match_option(CLI::App& app, SharedOptions& options);
/// All of them, for a verb that writes these formats.
void add_options(CLI::App& app, SharedOptions& options, std::vector<std::string> formats);
/// Those of a verb that reads sources and walks nothing: which, --limit, where to, --progress,
/// --summary.
void add_reading_options(CLI::App& app, SharedOptions& options, std::vector<std::string> formats);
/// Those of a verb that makes many things in a folder: --jobs, --resume, --restart.
void add_resuming_options(CLI::App& app, SharedOptions& options);
/// How far a run is: --progress.
void add_progress_option(CLI::App& app, SharedOptions& options);
/// Is it to be said?  Where nothing is chosen: on a terminal that no results scroll by on.
bool shows_progress(const SharedOptions& options);
/// Those of a verb that makes something of each message, and a report of it in JSON lines: which,
/// --limit, --jobs, --shard, --resume, --restart, --progress, --summary.  Not where to.
void add_making_options(CLI::App& app, SharedOptions& options);
/// Those of a verb that writes to standard output of what it reads: which, --limit, --jobs,
/// --format, --progress.
void add_looking_options(CLI::App& app, SharedOptions& options, std::vector<std::string> formats);
/// Those of a verb that makes one thing of all that it reads: which, --limit, --jobs, --progress.
void add_gathering_options(CLI::App& app, SharedOptions& options);
/// Those of a verb that makes a report of the links in all that it reads: how links are found,
/// which sources, --at, --jobs, --progress, --summary.
void add_report_options(CLI::App& app, SharedOptions& options);
/// Those of a verb that finds sources and does not read them: which, where to.
void add_finding_options(CLI::App& app, SharedOptions& options);

/// A number as typed, with k, M or G behind it or not; nothing where it is none.
std::optional<std::size_t> number_of(std::string_view text);

/// What was typed as the library wants it; nothing, with a message, where it makes no sense.
std::optional<WalkOptions> walk_options(const SharedOptions& options);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_SHARED_OPTIONS_H_
