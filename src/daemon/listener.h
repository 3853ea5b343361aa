// SPDX-License-Identifier: MIT
//
// The socket that others connect to: one that is made here, or that systemd hands over.
//
// A unix socket gets its mode and group under a temporary name and is then renamed: nobody can
// connect before they are right, and what a process that died left behind is replaced at once.
// Where another process still answers, nothing is touched.
#ifndef BASEWALK_DAEMON_LISTENER_H_
#define BASEWALK_DAEMON_LISTENER_H_

#include <sys/types.h>

#include <cstddef>
#include <optional>

#include "daemon/address.h"

namespace basewalk::daemon {

struct ListenAt {
  Address address;
  std::size_t backlog = 128;  ///< connections that wait to be accepted
  mode_t mode = 0660;         ///< of a unix socket that is made here
  std::optional<gid_t> group;
};

/// A descriptor that listens, closed in what is executed; -1 with a message.  What systemd hands
/// over (sd_listen_fds(3)) is taken once.
int open_listener(const ListenAt& where);

/// Removes the unix socket that open_listener() made, if it is still that one.
void remove_listener();

}  // namespace basewalk::daemon

#endif  // BASEWALK_DAEMON_LISTENER_H_
