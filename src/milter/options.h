// SPDX-License-Identifier: MIT
//
// How the milter serves, and how it treats messages; how they are rewritten is in
// basewalk/rewrite/rewrite.h.  Next: service.h, which has them while connections are served.
#ifndef BASEWALK_MILTER_OPTIONS_H_
#define BASEWALK_MILTER_OPTIONS_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "basewalk/rewrite/rewrite.h"
#include "daemon/address.h"
#include "daemon/process.h"

namespace basewalk::milter {

using daemon::Address, daemon::Identity;

/// What happens to a message whose verdict is not clear.
enum class OnDoubt : std::uint8_t { pass, tempfail, reject, quarantine };

/// What becomes of messages: a reload changes it.
struct Treatment {
  rewrite::Options rewriting;
  OnDoubt on_doubt = OnDoubt::pass;
  bool accept_on_error = false;
  bool dry_run = false;
  std::size_t max_bytes = 0;
};

/// What stays as it is while the process lives.
struct Options {
  Address address;
  std::size_t connections = 0;
  int timeout = 0;  ///< seconds
  /// How long connections may go on behind a stop, where another process takes the next ones.
  std::chrono::seconds drain{0};
  bool log_to_syslog = false;
  std::string pid_file;
  mode_t socket_mode = 0;
  std::optional<gid_t> socket_group;
  /// To become before the first connection is served; none where nothing was given.
  std::optional<Identity> identity;
  std::optional<Address> metrics;  ///< inet or inet6, on loopback
};

struct Configuration {
  Options options;
  Treatment treatment;
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_OPTIONS_H_
