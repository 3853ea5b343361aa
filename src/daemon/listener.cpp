// SPDX-License-Identifier: MIT
#include "daemon/listener.h"

#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "daemon/log.h"

namespace basewalk::daemon {
namespace {

// What open_listener() made.
std::string made_path;
dev_t made_device;
ino_t made_inode;

bool fail(const std::string& what, int error) {
  log(Level::error, {}, what + ": " + std::strerror(error));
  return false;
}

int backlog_of(const ListenAt& where) {
  return static_cast<int>(std::clamp<std::size_t>(where.backlog, 128, 1024));
}

// A socket that listens at `address`; -1, and errno.
int listen_at(const ListenAt& where, const sockaddr* address, socklen_t size) {
  const int fd = ::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  const int on = 1;
  if (address->sa_family != AF_UNIX) ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (address->sa_family == AF_INET6) ::setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  if (::bind(fd, address, size) == 0 && ::listen(fd, backlog_of(where)) == 0) return fd;
  const int error = errno;
  ::close(fd);
  errno = error;
  return -1;
}

// The longest fits, with its NUL: read_address() knows the bound.
sockaddr_un unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), std::min(path.size(), sizeof address.sun_path - 1));
  return address;
}

// True where nothing is in the way: no file, or a socket that nobody answers at.
bool is_free(const std::string& path) {
  struct stat info;
  if (::lstat(path.c_str(), &info) != 0) return errno == ENOENT || fail(path, errno);
  if (!S_ISSOCK(info.st_mode)) {
    log(Level::error, {}, path + ": there is a file that is no socket; it is left alone");
    return false;
  }
  const sockaddr_un address = unix_address(path);
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return fail("socket", errno);
  const int result = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const int error = result == 0 ? 0 : errno;
  ::close(fd);
  if (error == ECONNREFUSED || error == ENOENT) return true;
  // EAGAIN: somebody listens, and has much to do.
  if (error == 0 || error == EAGAIN) {
    const bool by_systemd = std::getenv("LISTEN_FDS") != nullptr;
    log(Level::error, {},
        path + ": another process answers at this socket" +
            (by_systemd ? "; if that is systemd, which hands a socket over, give --socket systemd"
                        : ""));
    return false;
  }
  return fail(path, error);
}

int open_unix_socket(const ListenAt& where) {
  const std::string& path = where.address.path;
  if (!is_free(path)) return -1;
  const std::string temporary = path + "." + std::to_string(::getpid());
  ::unlink(temporary.c_str());
  const sockaddr_un address = unix_address(temporary);
  const mode_t mask = ::umask(0777);
  const int fd = listen_at(where, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const int error = errno;
  ::umask(mask);
  if (fd < 0) {
    fail(path, error);
    return -1;
  }
  struct stat info;
  if ((where.group && ::chown(temporary.c_str(), static_cast<uid_t>(-1), *where.group) != 0) ||
      ::chmod(temporary.c_str(), where.mode) != 0 || ::lstat(temporary.c_str(), &info) != 0 ||
      ::rename(temporary.c_str(), path.c_str()) != 0) {
    const int why = errno;
    ::unlink(temporary.c_str());
    ::close(fd);
    fail(path, why);
    return -1;
  }
  made_path = path;
  made_device = info.st_dev;
  made_inode = info.st_ino;
  return fd;
}

// The first address of the host that can be had.
int open_port(const ListenAt& where) {
  const Address& address = where.address;
  const std::string name = address.host + " port " + std::to_string(address.port);
  addrinfo hints{};
  hints.ai_family = address.family == Address::Family::inet6 ? AF_INET6 : AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int status =
      ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found);
  if (status != 0) {
    log(Level::error, {}, name + ": " + ::gai_strerror(status));
    return -1;
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> all(found, ::freeaddrinfo);
  int error = EADDRNOTAVAIL;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    const int fd = listen_at(where, each->ai_addr, each->ai_addrlen);
    if (fd >= 0) return fd;
    error = errno;
  }
  fail(name, error);
  return -1;
}

// sd_listen_fds(3), without its library: it says how many there are, and for whom.
int take_from_systemd() {
  constexpr int kFirst = 3;
  const char* pid = std::getenv("LISTEN_PID");
  const char* count = std::getenv("LISTEN_FDS");
  const std::string wrong =
      pid == nullptr || count == nullptr || pid != std::to_string(::getpid())
          ? "no socket was handed over; start the unit of type socket first"
      : std::string(count) != "1"
          ? std::string(count) + " sockets were handed over, and one is wanted"
          : "";
  ::unsetenv("LISTEN_PID");
  ::unsetenv("LISTEN_FDS");
  ::unsetenv("LISTEN_FDNAMES");
  int listens = 0;
  socklen_t size = sizeof listens;
  if (!wrong.empty()) {
    log(Level::error, {}, "--socket systemd: " + wrong);
  } else if (::getsockopt(kFirst, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 ||
             listens == 0) {
    log(Level::error, {}, "--socket systemd: what was handed over is no socket that listens");
  } else {
    ::fcntl(kFirst, F_SETFD, FD_CLOEXEC);
    // Who accepts waits for nobody else.
    ::fcntl(kFirst, F_SETFL, ::fcntl(kFirst, F_GETFL) & ~O_NONBLOCK);
    return kFirst;
  }
  return -1;
}

}  // namespace

int open_listener(const ListenAt& where) {
  switch (where.address.family) {
    case Address::Family::unix_socket:
      return open_unix_socket(where);
    case Address::Family::inet:
    case Address::Family::inet6:
      return open_port(where);
    case Address::Family::systemd:
      return take_from_systemd();
  }
  return -1;
}

void remove_listener() {
  struct stat info;
  if (made_path.empty() || ::lstat(made_path.c_str(), &info) != 0) return;
  if (info.st_dev != made_device || info.st_ino != made_inode) return;  // somebody else's by now
  if (::unlink(made_path.c_str()) != 0)
    log(Level::warning, {},
        made_path + ": " + std::strerror(errno) + "; it stays, and the next start replaces it");
  made_path.clear();
}

}  // namespace basewalk::daemon
