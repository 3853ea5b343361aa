// SPDX-License-Identifier: MIT
#include "milter/listening/library_calls.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <libmilter/mfapi.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/log.h"
#include "milter/listening/packets.h"

namespace basewalk::milter {
namespace {

using daemon::Level, daemon::log;

// One for each descriptor that may be a connection.  One thread at a time reads from it.
struct Connection {
  std::atomic<bool> is_open{false};
  Packets packets;
};

struct Calls {
  explicit Calls(std::size_t size) : connections(size) {}

  std::vector<Connection> connections;
  std::atomic<int> handed_over{-1};  // to be what socket() gives next
  std::atomic<int> listener{-1};
  std::atomic<bool> accepts{true};
  std::atomic<std::size_t> open{0};
};
std::atomic<Calls*> calls{nullptr};  // none before libmilter is asked to listen

// ThreadSanitizer calls close() itself while it tells of a race, and what is told meanwhile waits
// for ever: it does not look into what stands in for that.
#define BASEWALK_NOT_WATCHED __attribute__((no_sanitize("thread")))

BASEWALK_NOT_WATCHED Connection* connection_of(int fd) {
  Calls* all = calls.load(std::memory_order_acquire);
  if (all == nullptr || fd < 0 || static_cast<std::size_t>(fd) >= all->connections.size())
    return nullptr;
  Connection& found = all->connections[static_cast<std::size_t>(fd)];
  return found.is_open.load(std::memory_order_acquire) ? &found : nullptr;
}

// What libmilter is asked to listen at, in words that it takes without a look at any file.
const char* stand_in_for(sa_family_t family) {
  switch (family) {
    case AF_UNIX:
      return "unix:/nonexistent/basewalk";
    case AF_INET:
      return "inet:1@127.0.0.1";
    case AF_INET6:
      return "inet6:1@[::1]";
    default:
      return nullptr;
  }
}

bool cannot(const std::string& why) {
  log(Level::error, {}, why);
  return false;
}

template <class Call>
Call next_of(const char* name) {
  return reinterpret_cast<Call>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

bool listen_by_libmilter(int listener, std::size_t connections) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    return cannot(std::string("getsockname: ") + std::strerror(errno));
  const char* name = stand_in_for(address.ss_family);
  if (name == nullptr) return cannot("the socket is neither a unix socket nor one of TCP");
  // Over the bound, connections are still taken and answered; the limit of the process may be far
  // beyond.
  auto* made = new Calls(connections * 4 + 1024);
  made->handed_over = made->listener = listener;
  calls.store(made, std::memory_order_release);  // libmilter's threads use it to the end
  // libmilter keeps the pointer, and writes to what it points to.
  static std::string kept;
  kept = name;
  const auto backlog = static_cast<int>(std::clamp<std::size_t>(connections, 128, 1024));
  if (::smfi_setconn(kept.data()) != MI_SUCCESS || ::smfi_setbacklog(backlog) != MI_SUCCESS ||
      ::smfi_opensocket(false) != MI_SUCCESS || made->handed_over != -1)
    return cannot("libmilter does not take the socket");
  return true;
}

void stop_accepting() {
  Calls* all = calls.load(std::memory_order_acquire);
  if (all == nullptr || !all->accepts.exchange(false)) return;
  // What libmilter polls becomes a pipe that nobody writes to: who connects waits for the next one
  // that listens there.
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) == 0) {
    ::dup3(pipe[0], all->listener, O_CLOEXEC);
    ::close(pipe[0]);
  }
}

std::size_t accepted_connections() {
  const Calls* all = calls.load(std::memory_order_acquire);
  return all == nullptr ? 0 : all->open.load();
}

// The names that libmilter calls.  They are given to functions of ours with other names, so that no
// declaration of the C library is in the way.
#define BASEWALK_INSTEAD_OF(name) __asm__(#name) __attribute__((visibility("default"), used))

extern "C" {
int basewalk_socket(int domain, int type, int protocol) BASEWALK_INSTEAD_OF(socket);
int basewalk_bind(int fd, const sockaddr* address, socklen_t size) BASEWALK_INSTEAD_OF(bind);
int basewalk_listen(int fd, int backlog) BASEWALK_INSTEAD_OF(listen);
int basewalk_accept(int fd, sockaddr* address, socklen_t* size) BASEWALK_INSTEAD_OF(accept);
ssize_t basewalk_read(int fd, void* into, std::size_t size) BASEWALK_INSTEAD_OF(read);
int basewalk_close(int fd) BASEWALK_INSTEAD_OF(close);
int basewalk_sigwait(const sigset_t* set, int* signal) BASEWALK_INSTEAD_OF(sigwait);

int basewalk_socket(int domain, int type, int protocol) {
  static const auto next = next_of<decltype(&basewalk_socket)>("socket");
  if (Calls* all = calls.load(std::memory_order_acquire))
    if (const int given = all->handed_over; given >= 0) return given;
  return next(domain, type, protocol);
}

int basewalk_bind(int fd, const sockaddr* address, socklen_t size) {
  static const auto next = next_of<decltype(&basewalk_bind)>("bind");
  if (Calls* all = calls.load(std::memory_order_acquire))
    if (fd >= 0 && fd == all->handed_over) return 0;
  return next(fd, address, size);
}

int basewalk_listen(int fd, int backlog) {
  static const auto next = next_of<decltype(&basewalk_listen)>("listen");
  if (Calls* all = calls.load(std::memory_order_acquire))
    if (int given = fd; fd >= 0 && all->handed_over.compare_exchange_strong(given, -1)) return 0;
  return next(fd, backlog);
}

int basewalk_accept(int fd, sockaddr* address, socklen_t* size) {
  static const auto next = next_of<decltype(&basewalk_accept)>("accept");
  Calls* all = calls.load(std::memory_order_acquire);
  if (all == nullptr || fd != all->listener) return next(fd, address, size);
  if (!all->accepts) {
    errno = EAGAIN;
    return -1;
  }
  const int got = next(fd, address, size);
  if (got < 0) return got;
  if (static_cast<std::size_t>(got) >= all->connections.size()) {
    // What cannot be looked at is not taken.
    ::close(got);
    errno = EMFILE;
    return -1;
  }
  Connection& connection = all->connections[static_cast<std::size_t>(got)];
  connection.packets = {};
  all->open.fetch_add(1);
  connection.is_open.store(true, std::memory_order_release);
  return got;
}

ssize_t basewalk_read(int fd, void* into, std::size_t size) {
  static const auto next = next_of<decltype(&basewalk_read)>("read");
  const ssize_t got = next(fd, into, size);
  if (got <= 0) return got;
  Connection* connection = connection_of(fd);
  if (connection == nullptr) return got;
  const std::string_view wrong =
      connection->packets.take({static_cast<const char*>(into), static_cast<std::size_t>(got)});
  if (wrong.empty()) return got;
  log(Level::warning, {}, "a connection is ended: " + std::string(wrong));
  errno = EPROTO;
  return -1;
}

BASEWALK_NOT_WATCHED int basewalk_close(int fd) {
  static const auto next = next_of<decltype(&basewalk_close)>("close");
  if (Connection* connection = connection_of(fd)) {
    connection->is_open = false;
    calls.load()->open.fetch_sub(1);
  }
  return next(fd);
}

// None of ours is ever waited for here: server.cpp says who gets a signal.
int basewalk_sigwait(const sigset_t* set, int* signal) {
  sigset_t theirs = *set;
  for (const int ours : {SIGHUP, SIGTERM, SIGINT}) ::sigdelset(&theirs, ours);
  for (;;) {
    const int got = ::sigwaitinfo(&theirs, nullptr);
    if (got > 0) {
      *signal = got;
      return 0;
    }
    if (errno != EINTR) return errno;
  }
}
}

}  // namespace basewalk::milter
