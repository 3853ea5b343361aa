// SPDX-License-Identifier: MIT
//
// How the milter serves, and how it treats messages; how one is treated is in policy/treatment.h.
// Next: service.h, which has them while connections are served.
#ifndef BASEWALK_MILTER_OPTIONS_H_
#define BASEWALK_MILTER_OPTIONS_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "policy/policy.h"
#include "policy/treatment.h"

namespace basewalk::milter {

/// Where the mail server finds us: a path, or a port at an address.
struct Address {
  enum class Family : std::uint8_t { unix_socket, inet, inet6 };
  Family family = Family::unix_socket;
  std::string path;
  std::uint16_t port = 0;
  std::string host;
  bool operator==(const Address&) const = default;
};

using policy::OnDoubt;

/// What becomes of messages: a reload changes it.  One is treated as a rule of the policy says, or
/// as is said here where none matches.
struct Treatment : policy::Treatment {
  bool accept_on_error = false;
  std::size_t max_bytes = 0;
  std::shared_ptr<const policy::Policy> policy;  ///< null: there is none
};

/// What stays as it is while the process lives.
struct Options {
  Address address;
  std::size_t connections = 0;
  int timeout = 0;  ///< seconds
  bool log_to_syslog = false;
  std::string pid_file;
  mode_t socket_mode = 0;
  std::optional<gid_t> socket_group;
  /// To become before the first connection is served; none where nothing was given.
  struct Identity {
    std::string name;  ///< of the user, for its further groups; empty where only a number is known
    uid_t user = 0;
    gid_t group = 0;
    bool operator==(const Identity&) const = default;
  };
  std::optional<Identity> identity;
  std::optional<Address> metrics;  ///< inet or inet6, on loopback
};

struct Configuration {
  Options options;
  Treatment treatment;
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_OPTIONS_H_
