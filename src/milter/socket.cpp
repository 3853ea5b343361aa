// SPDX-License-Identifier: MIT
#include "milter/socket.h"
#include "daemon/log.h"

#include <libmilter/mfapi.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace basewalk::milter {
namespace {

using daemon::Level, daemon::log;

// What open_socket() made.
std::string made_path;
dev_t made_device;
ino_t made_inode;

bool fail(const std::string& what, int error) {
  log(Level::error, {}, what + ": " + std::strerror(error));
  return false;
}

bool listen_at(const std::string& connection, std::size_t connections) {
  // libmilter keeps the pointer, and writes to what it points to.
  static std::string kept;
  kept = connection;
  if (::smfi_setconn(kept.data()) != MI_SUCCESS) return fail("smfi_setconn", ENOMEM);
  const auto backlog = static_cast<int>(std::clamp<std::size_t>(connections, 128, 1024));
  if (::smfi_setbacklog(backlog) != MI_SUCCESS) return fail("smfi_setbacklog", EINVAL);
  if (::smfi_opensocket(false) == MI_SUCCESS) return true;
  log(Level::error, {}, "cannot listen at " + connection + "; the reason stands in syslog");
  return false;
}

// True where nothing is in the way: no file, or a socket that nobody answers at.
bool is_free(const std::string& path) {
  struct stat info;
  if (::lstat(path.c_str(), &info) != 0) return errno == ENOENT || fail(path, errno);
  if (!S_ISSOCK(info.st_mode)) {
    log(Level::error, {}, path + ": there is a file that is no socket; it is left alone");
    return false;
  }
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());  // read_address() knows the bound
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

bool open_unix_socket(const Options& options) {
  const std::string& path = options.address.path;
  if (!is_free(path)) return false;
  const std::string temporary = path + "." + std::to_string(::getpid());
  ::unlink(temporary.c_str());
  const mode_t mask = ::umask(0777);
  const bool listens = listen_at("unix:" + temporary, options.connections);
  ::umask(mask);
  if (!listens) return false;

  struct stat info;
  if ((options.socket_group &&
       ::chown(temporary.c_str(), static_cast<uid_t>(-1), *options.socket_group) != 0) ||
      ::chmod(temporary.c_str(), options.socket_mode) != 0 ||
      ::lstat(temporary.c_str(), &info) != 0 || ::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    return fail(path, error);
  }
  made_path = path;
  made_device = info.st_dev;
  made_inode = info.st_ino;
  return true;
}

}  // namespace

bool open_socket(const Options& options) {
  const Address& address = options.address;
  switch (address.family) {
    case Address::Family::unix_socket:
      return open_unix_socket(options);
    case Address::Family::inet:
      return listen_at("inet:" + std::to_string(address.port) + "@" + address.host,
                       options.connections);
    case Address::Family::inet6:
      return listen_at("inet6:" + std::to_string(address.port) + "@" + address.host,
                       options.connections);
  }
  return false;
}

void remove_socket() {
  struct stat info;
  if (made_path.empty() || ::lstat(made_path.c_str(), &info) != 0) return;
  if (info.st_dev != made_device || info.st_ino != made_inode) return;  // somebody else's by now
  if (::unlink(made_path.c_str()) != 0)
    log(Level::warning, {},
        made_path + ": " + std::strerror(errno) + "; it stays, and the next start replaces it");
  made_path.clear();
}

}  // namespace basewalk::milter
