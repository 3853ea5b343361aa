// SPDX-License-Identifier: MIT
#include "daemon/listen.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "daemon/log.h"

namespace basewalk::daemon {
namespace {

constexpr int kFirstOfSystemd = 3;  // SD_LISTEN_FDS_START
constexpr int kMostOfSystemd = 64;

bool fail(const std::string& what, int error) {
  log(Level::error, {}, what + ": " + std::strerror(error));
  return false;
}

// -1 where it is none.
long number_in(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return -1;
  const std::string_view digits(text);
  long number = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() ? number : -1;
}

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(),
              path.size());  // whoever read the option knows the bound
  return address;
}

}  // namespace

std::vector<int> sockets_of_systemd() {
  std::vector<int> sockets;
  if (number_in("LISTEN_PID") == static_cast<long>(::getpid())) {
    const long count = number_in("LISTEN_FDS");
    for (long i = 0; i < count && i < kMostOfSystemd; ++i) {
      const int descriptor = kFirstOfSystemd + static_cast<int>(i);
      ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
      sockets.push_back(descriptor);
    }
  }
  // They are no children's.
  for (const char* name : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) ::unsetenv(name);
  return sockets;
}

bool is_free(const std::string& path) {
  struct stat info;
  if (::lstat(path.c_str(), &info) != 0) return errno == ENOENT || fail(path, errno);
  if (!S_ISSOCK(info.st_mode)) {
    log(Level::error, {}, path + ": there is a file that is no socket; it is left alone");
    return false;
  }
  const sockaddr_un address = address_of(path);
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return fail("socket", errno);
  const int result = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const int error = result == 0 ? 0 : errno;
  ::close(fd);
  if (error == ECONNREFUSED || error == ENOENT) return true;
  // EAGAIN: somebody listens, and has much to do.
  if (error == 0 || error == EAGAIN) {
    log(Level::error, {}, path + ": another process answers at this socket");
    return false;
  }
  return fail(path, error);
}

bool Listener::open_unix(const std::string& path, const Rights& rights, int backlog) {
  if (!is_free(path)) return false;
  const std::string temporary = path + "." + std::to_string(::getpid());
  const sockaddr_un address = address_of(temporary);
  ::unlink(temporary.c_str());
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return fail("socket", errno);
  const mode_t mask = ::umask(0777);
  const bool is_made = ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  int error = is_made ? 0 : errno;
  ::umask(mask);
  struct stat info {};
  if (is_made &&
      ((rights.group && ::chown(temporary.c_str(), static_cast<uid_t>(-1), *rights.group) != 0) ||
       ::chmod(temporary.c_str(), rights.mode) != 0 || ::listen(fd, backlog) != 0 ||
       ::lstat(temporary.c_str(), &info) != 0 || ::rename(temporary.c_str(), path.c_str()) != 0))
    error = errno;
  if (error != 0) {
    ::close(fd);
    if (is_made) ::unlink(temporary.c_str());
    return fail(path, error);
  }
  descriptor_ = fd;
  path_ = path;
  device_ = info.st_dev;
  inode_ = info.st_ino;
  return true;
}

bool Listener::open_port(const Address& address, int backlog) {
  sockaddr_storage storage{};
  socklen_t size = 0;
  if (address.family == Address::Family::inet) {
    auto& at = reinterpret_cast<sockaddr_in&>(storage);
    at.sin_family = AF_INET;
    at.sin_port = htons(address.port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    size = sizeof at;
  } else {
    auto& at = reinterpret_cast<sockaddr_in6&>(storage);
    at.sin6_family = AF_INET6;
    at.sin6_port = htons(address.port);
    at.sin6_addr = in6addr_loopback;
    size = sizeof at;
  }
  const std::string what = "port " + std::to_string(address.port);
  const int fd = ::socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return fail(what, errno);
  const int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(fd, reinterpret_cast<const sockaddr*>(&storage), size) != 0 ||
      ::listen(fd, backlog) != 0) {
    const int error = errno;
    ::close(fd);
    return fail(what, error);
  }
  descriptor_ = fd;
  return true;
}

bool Listener::open(const Address& address, const Rights& rights, int backlog) {
  return address.family == Address::Family::unix_socket ? open_unix(address.path, rights, backlog)
                                                        : open_port(address, backlog);
}

void Listener::remove() {
  struct stat info;
  if (path_.empty() || ::lstat(path_.c_str(), &info) != 0) return;
  if (info.st_dev != device_ || info.st_ino != inode_) return;  // somebody else's by now
  if (::unlink(path_.c_str()) != 0)
    log(Level::warning, {},
        path_ + ": " + std::strerror(errno) + "; it stays, and the next start replaces it");
  path_.clear();
}

}  // namespace basewalk::daemon
