// SPDX-License-Identifier: MIT
//
// Where a daemon listens: a path, a port at an address, or what systemd has opened for it.
#ifndef BASEWALK_DAEMON_ADDRESS_H_
#define BASEWALK_DAEMON_ADDRESS_H_

#include <cstdint>
#include <string>

namespace basewalk::daemon {

struct Address {
  enum class Family : std::uint8_t { unix_socket, inet, inet6, systemd };
  Family family = Family::unix_socket;
  std::string path;
  std::uint16_t port = 0;
  std::string host;
  bool operator==(const Address&) const = default;
};

}  // namespace basewalk::daemon

#endif  // BASEWALK_DAEMON_ADDRESS_H_
