// SPDX-License-Identifier: MIT
//
// A socket to listen at: one that systemd has opened, or our own.
//
// A unix socket of our own gets its mode and group under a temporary name and is then renamed:
// nobody can connect before they are right, and what a process that died left behind is replaced at
// once.  Where another process still answers, nothing is touched.
#ifndef BASEWALK_DAEMON_LISTEN_H_
#define BASEWALK_DAEMON_LISTEN_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "daemon/address.h"

namespace basewalk::daemon {

/// What systemd gives us (sd_listen_fds(3)): numbers of descriptors, none where it gives none.
std::vector<int> sockets_of_systemd();

/// True where nothing is in the way of a unix socket: no file, or a socket that nobody answers at.
/// Otherwise a message says what.
bool is_free(const std::string& path);

class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  /// Closes nothing, as whoever listens may still do so.
  ~Listener() = default;

  /// Of a unix socket.
  struct Rights {
    mode_t mode = 0660;
    std::optional<gid_t> group;
  };
  /// False, with a message.
  bool open(const Address& address, const Rights& rights, int backlog);
  /// Removes the unix socket, if it is still the one that open() made.
  void remove();

  int descriptor() const { return descriptor_; }

 private:
  bool open_unix(const std::string& path, const Rights& rights, int backlog);
  bool open_port(const Address& address, int backlog);

  int descriptor_ = -1;
  std::string path_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace basewalk::daemon

#endif  // BASEWALK_DAEMON_LISTEN_H_
