// SPDX-License-Identifier: MIT
//
// The options of the milter itself; how messages are rewritten is in rewrite_options.h.
#ifndef BASEWALK_CLI_OPTIONS_MILTER_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_MILTER_OPTIONS_H_

#include <cstddef>
#include <optional>
#include <string>

#include "basewalk/rewrite/rewrite.h"
#include "filter/options.h"

namespace CLI {
class App;
}

namespace basewalk::cli {

/// As typed.
struct TypedMilterOptions {
  std::string socket, on_error = "tempfail", on_doubt = "pass", max_bytes = "64M";
  std::string user, group, socket_mode = "0660", socket_group;
  std::string pid_file, log = "stderr", metrics, policy;
  std::size_t timeout = 7210, connections = 256, drain = 300;
  bool dry_run = false, check_config = false;
};

void add_milter_options(CLI::App& app, TypedMilterOptions& typed);
/// Two of them, which rules of a policy have, too.
void add_on_doubt_option(CLI::App& app, TypedMilterOptions& typed);
void add_dry_run_option(CLI::App& app, TypedMilterOptions& typed);
/// As --on-doubt takes it.
policy::OnDoubt on_doubt_named(const std::string& name);

/// What was typed; nothing, with a message, where it makes no sense.
std::optional<filter::Configuration> milter_configuration(const TypedMilterOptions& typed,
                                                          rewrite::Options rewriting);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_MILTER_OPTIONS_H_
