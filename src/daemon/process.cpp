// SPDX-License-Identifier: MIT
#include "daemon/process.h"

#include <grp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "daemon/log.h"

namespace basewalk::daemon {
namespace {

// The listening sockets, pipes, syslog, the readers of --metrics, what the C library opens.
constexpr rlim_t kOtherDescriptors = 64;

bool fail(const std::string& what) {
  log(Level::error, {}, what + ": " + std::strerror(errno));
  return false;
}

// What systemd wants to know with RELOADING=1: when it began, by the clock that it has, too.
std::string microseconds_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::to_string(static_cast<std::uint64_t>(now.tv_sec) * 1'000'000 +
                        static_cast<std::uint64_t>(now.tv_nsec) / 1000);
}

}  // namespace

bool drop_privileges(const Identity& identity) {
  if (::geteuid() != 0) {
    if (identity.user == ::geteuid() && identity.group == ::getegid()) return true;
    log(Level::error, {}, "--user, --group: only root can become somebody else");
    return false;
  }
  const int groups = identity.name.empty() ? ::setgroups(1, &identity.group)
                                           : ::initgroups(identity.name.c_str(), identity.group);
  if (groups != 0) return fail("cannot set the groups of --user");
  if (::setresgid(identity.group, identity.group, identity.group) != 0) return fail("--group");
  if (::setresuid(identity.user, identity.user, identity.user) != 0) return fail("--user");
  if (identity.user != 0 && ::setuid(0) == 0) {
    log(Level::error, {}, "--user: the system lets us be root again");
    return false;
  }
  return true;
}

bool allow_descriptors(std::size_t connections, std::size_t each) {
  // Over the bound, connections are still taken and answered.
  const rlim_t taken = static_cast<rlim_t>(connections) * each;
  const rlim_t wanted = taken * 2 + kOtherDescriptors, least = taken + kOtherDescriptors;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return fail("getrlimit");
  if (limit.rlim_cur >= wanted) return true;
  if (limit.rlim_max < least) {
    log(Level::error, {},
        "--connections " + std::to_string(connections) + ": they take " + std::to_string(least) +
            " open files, and the process may have " + std::to_string(limit.rlim_max) +
            " only (ulimit -Hn)");
    return false;
  }
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0 || fail("setrlimit");
}

void notify(std::string_view state) {
  const char* path = std::getenv("NOTIFY_SOCKET");
  if (path == nullptr || *path == '\0') return;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t length = std::strlen(path);
  if (length >= sizeof address.sun_path) return;
  std::memcpy(address.sun_path, path, length);
  if (*path == '@') address.sun_path[0] = '\0';  // a name that is in no file system
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length);

  const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  if (::sendto(fd, state.data(), state.size(), MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&address), size) == -1)
    log(Level::warning, {}, "NOTIFY_SOCKET: " + std::string(std::strerror(errno)));
  ::close(fd);
}

void notify_reloading() { notify("RELOADING=1\nMONOTONIC_USEC=" + microseconds_now()); }

}  // namespace basewalk::daemon
