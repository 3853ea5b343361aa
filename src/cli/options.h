// SPDX-License-Identifier: MIT
//
// The options that several verbs share.
#ifndef BASEWALK_CLI_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_H_

#include <string>
#include <vector>

#include "basewalk/walk/walk.h"

namespace CLI {
class App;
}

namespace basewalk::cli {

/// As typed.
struct SharedOptions {
  std::vector<std::string> sources;
  std::string base, rules = "rfc1808", surplus_dots = "keep", honor, assume_scheme;
  std::string format = "text", as = "auto", output;
  std::vector<std::string> limits;
  bool quiet = false;
};

/// Those of resolving: --base, --rules, --surplus-dots.
void add_resolve_options(CLI::App& app, SharedOptions& options);
/// All of them.
void add_options(CLI::App& app, SharedOptions& options);

/// What was typed as the library wants it; nothing, with a message, where it makes no sense.
std::optional<WalkOptions> walk_options(const SharedOptions& options);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_H_
