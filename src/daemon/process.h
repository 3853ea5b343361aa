// SPDX-License-Identifier: MIT
//
// What the process is to its system: whose rights it has, how many files it may open, and how far
// it is (sd_notify(3), without its library: one datagram).
#ifndef BASEWALK_DAEMON_PROCESS_H_
#define BASEWALK_DAEMON_PROCESS_H_

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace basewalk::daemon {

struct Identity {
  std::string name;  ///< of the user, for its further groups; empty where only a number is known
  uid_t user = 0;
  gid_t group = 0;
  bool operator==(const Identity&) const = default;
};

/// Becomes this user and group for good, with the user's further groups and no others.  Before any
/// thread is made.  False, with a message.
bool drop_privileges(const Identity& identity);

/// Room for as many connections, of which each takes so many descriptors, and what else is open.
/// False, with a message.
bool allow_descriptors(std::size_t connections, std::size_t each = 1);

/// "READY=1".  Does nothing where $NOTIFY_SOCKET is not set.
void notify(std::string_view state);
/// "RELOADING=1", and when it began; READY=1 ends it.
void notify_reloading();

}  // namespace basewalk::daemon

#endif  // BASEWALK_DAEMON_PROCESS_H_
