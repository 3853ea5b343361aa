// SPDX-License-Identifier: MIT
//
// The options that say how messages are rewritten: those of the filter and the milter.
#ifndef BASEWALK_CLI_OPTIONS_REWRITE_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_REWRITE_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"
#include "cli/options/shared_options.h"

namespace CLI {
class App;
}

namespace basewalk::cli {

enum class Keys : std::uint8_t {
  needed,
  /// --check-config: one that systemd hands over to the service alone (LoadCredential=) is not
  /// there yet, and is said to be not looked at.
  may_come
};

/// As typed.
struct RewriteOptions {
  SharedOptions shared;    ///< of resolving, and limits
  rewrite::Options edits;  ///< what becomes of links; the rest is made of the others
  std::string wrap_key_file, config;
  std::vector<std::string> previous_key_files;
  Keys keys = Keys::needed;
  std::vector<std::string> only;
};

/// The files that they name, all of which are read.
std::vector<std::string> files_of(const RewriteOptions& options);

/// What --help says of those that are not listed there.
inline constexpr const char* kHiddenOptions =
    "As in links:\n"
    "--base --rules --surplus-dots --honor --assume-scheme --limit --linkify";

/// Adds them all, and --config FILE, in which every option of `app` can stand but those that are
/// `configurable(false)`.  The file is read by rewrite_options(): what has to be given is looked
/// for behind that, and never `required()`.
void add_rewrite_options(CLI::App& app, RewriteOptions& options);

/// What was typed, or a file gives, as the library wants it, without a look at --config.  Where the
/// key is that of `like`, which was made of `like_options`, it is not read again.
std::optional<rewrite::Options> made_options(const RewriteOptions& options,
                                             const RewriteOptions* like_options = nullptr,
                                             const rewrite::Options* like = nullptr);

/// Reads the file of --config into all options of `app`, and gives what was typed as the library
/// wants it: `rewrite::Rewriter::make` does not fail on it.  Nothing, with a message, where it
/// makes no sense or a file cannot be read.  To be called once, behind the parsing.
std::optional<rewrite::Options> rewrite_options(CLI::App& app, const RewriteOptions& options);

/// The key in a file, which `option` names; nothing, with a message, where there is none.
std::optional<std::string> read_key(std::string_view option, const std::string& file, Keys keys);
/// The same of several, behind those that are in `keys`.
bool read_keys(std::string_view option, const std::vector<std::string>& files, Keys how,
               std::vector<std::string>& keys);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_REWRITE_OPTIONS_H_
