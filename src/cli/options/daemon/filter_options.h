// SPDX-License-Identifier: MIT
//
// The options of the milter and of the proxy themselves; how messages are rewritten is in
// rewrite_options.h.
#ifndef BASEWALK_CLI_OPTIONS_FILTER_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_FILTER_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "basewalk/rewrite/rewrite.h"
#include "cli/options/daemon/daemon_options.h"
#include "filter/options.h"

namespace CLI {
class App;
}

namespace basewalk::cli {

enum class FilterKind : std::uint8_t { milter, proxy };

/// As typed.
struct TypedFilterOptions : TypedListener {
  explicit TypedFilterOptions(FilterKind given = FilterKind::milter)
      : kind(given), timeout(given == FilterKind::proxy ? 600 : 7210) {}

  FilterKind kind;
  std::string on_error = "tempfail", on_doubt = "pass", max_bytes = "64M";
  std::string user, group;
  std::string pid_file, log = "stderr", metrics, policy, next, report;
  std::size_t timeout, connections = 256;
  std::optional<std::size_t> drain;
  bool dry_run = false, check_config = false;
};

void add_filter_options(CLI::App& app, TypedFilterOptions& typed);
/// Two of them, which rules of a policy have, too.
void add_on_doubt_option(CLI::App& app, TypedFilterOptions& typed);
void add_dry_run_option(CLI::App& app, TypedFilterOptions& typed);
/// As --on-doubt takes it.
policy::OnDoubt on_doubt_named(const std::string& name);

/// What was typed; nothing, with a message, where it makes no sense.
std::optional<filter::Configuration> filter_configuration(const TypedFilterOptions& typed,
                                                          rewrite::Options rewriting);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_FILTER_OPTIONS_H_
