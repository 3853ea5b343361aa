// SPDX-License-Identifier: MIT
//
// The options of `basewalk guard`.
#ifndef BASEWALK_CLI_OPTIONS_GUARD_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_GUARD_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/options/daemon/daemon_options.h"
#include "guard/options.h"

namespace CLI {
class App;
}

namespace basewalk::cli {

/// As typed.
struct TypedGuardOptions : TypedListener {
  std::string wrap, wrap_key;
  std::vector<std::string> previous_keys;
  std::string metrics, config;
  std::string block, allow, ask, ask_failure = "page", log, report, report_bytes = "64M";
  double ask_timeout = 2;
  unsigned ask_jobs = 4, connections = 256, timeout = 10;
  bool direct = false, forms = true, check_config = false;
};

void add_guard_options(CLI::App& app, TypedGuardOptions& typed);

/// Reads the file of --config into the options of `app`, and all files that they name; nothing,
/// with a message, where they make no sense.  Once, behind the parsing.
std::optional<guard::Configuration> guard_configuration(CLI::App& app,
                                                        const TypedGuardOptions& typed);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_GUARD_OPTIONS_H_
