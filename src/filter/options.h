// SPDX-License-Identifier: MIT
//
// How a filter in the mail path serves, and how it treats messages; how one is treated is in
// policy/treatment.h.
// Next: service.h, which has them while connections are served.
#ifndef BASEWALK_FILTER_OPTIONS_H_
#define BASEWALK_FILTER_OPTIONS_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "daemon/address.h"
#include "daemon/log.h"
#include "daemon/process.h"
#include "policy/policy.h"
#include "policy/treatment.h"

namespace basewalk::filter {

using daemon::Address, daemon::Identity;

/// What becomes of messages: a reload changes it.  One is treated as a rule of the policy says, or
/// as is said here where none matches.
struct Treatment : policy::Treatment {
  bool accept_on_error = false;
  std::size_t max_bytes = 0;
  std::shared_ptr<const policy::Policy> policy;  ///< null: there is none
};

/// Where a filter that sends messages on itself sends them.
struct NextHop {
  Address address;
  bool lmtp = false;  ///< else SMTP
  bool operator==(const NextHop&) const = default;
};

/// What stays as it is while the process lives.
struct Options {
  Address address;
  std::size_t connections = 0;
  int timeout = 0;  ///< seconds
  /// How long connections may go on behind a stop, where another process takes the next ones.
  std::chrono::seconds drain{0};
  daemon::LogTo log_to = daemon::LogTo::standard_error;
  std::string pid_file;
  std::string report;  ///< empty: none
  mode_t socket_mode = 0;
  std::optional<gid_t> socket_group;
  /// To become before the first connection is served; none where nothing was given.
  std::optional<Identity> identity;
  std::optional<Address> metrics;  ///< inet or inet6, on loopback
  std::optional<NextHop> next;     ///< of a proxy
  std::size_t descriptors = 1;     ///< of one connection
  /// How long messages that are being looked at may take to get their answer behind a stop.
  std::chrono::milliseconds last_answers{600};
};

struct Configuration {
  Options options;
  Treatment treatment;
};

}  // namespace basewalk::filter

#endif  // BASEWALK_FILTER_OPTIONS_H_
