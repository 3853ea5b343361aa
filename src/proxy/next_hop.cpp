// SPDX-License-Identifier: MIT
#include "proxy/next_hop.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "text/files/descriptor.h"

namespace basewalk::proxy {
namespace {

using daemon::Address;

// How long a connection may take to come about: the server is on this machine, or beside it.
constexpr int kConnectMilliseconds = 30'000;

// An errno, or 0.
int connect_in_time(int socket, const sockaddr* address, socklen_t size) {
  if (::connect(socket, address, size) == 0) return 0;
  // EAGAIN: the queue of a unix socket is full, which is asked for again by who sends again.
  if (errno != EINPROGRESS) return errno;
  pollfd entry{socket, POLLOUT, 0};
  int ready = 0;
  do ready = ::poll(&entry, 1, kConnectMilliseconds);
  while (ready < 0 && errno == EINTR);
  if (ready <= 0) return ETIMEDOUT;
  int error = 0;
  socklen_t length = sizeof error;
  return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno;
}

int connect_unix(const std::string& path, text::Descriptor& made) {
  made.set(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!made.is_open()) return errno;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  // It waits for room in the queue of the server, which is full for a moment under load.
  const timeval patience{kConnectMilliseconds / 1000, 0};
  ::setsockopt(made.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  return connect_in_time(made.number(), reinterpret_cast<const sockaddr*>(&address),
                         sizeof address);
}

int connect_port(const Address& to, text::Descriptor& made, std::string& why) {
  addrinfo hints{};
  hints.ai_family = to.family == Address::Family::inet6 ? AF_INET6 : AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (const int status =
          ::getaddrinfo(to.host.c_str(), std::to_string(to.port).c_str(), &hints, &found);
      status != 0) {
    why = ::gai_strerror(status);
    return EADDRNOTAVAIL;
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> all(found, ::freeaddrinfo);
  int error = EADDRNOTAVAIL;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    made.set(::socket(each->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!made.is_open()) return errno;
    const int on = 1;  // commands are short, and each waits for its reply
    ::setsockopt(made.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    error = connect_in_time(made.number(), each->ai_addr, each->ai_addrlen);
    if (error == 0) return 0;
  }
  return error;
}

}  // namespace

std::unique_ptr<NextHop> NextHop::connect(const Address& address, std::chrono::seconds patience,
                                          std::string& why) {
  text::Descriptor made;
  const int error = address.family == Address::Family::unix_socket
                        ? connect_unix(address.path, made)
                        : connect_port(address, made, why);
  if (error != 0) {
    if (why.empty()) why = std::strerror(error);
    return nullptr;
  }
  return std::unique_ptr<NextHop>(new NextHop(made.release(), patience));
}

bool NextHop::send(std::string_view line) {
  return stream_.write(line) && stream_.write("\r\n") && stream_.flush();
}

std::optional<Reply> NextHop::command(std::string_view line) {
  if (!send(line)) return {};
  return outcome();
}

std::optional<Reply> NextHop::data() {
  if (!send("DATA")) return {};
  return reply_that([](const Reply& got) { return got.code == 354 || got.is_refusal(); });
}

std::optional<Reply> NextHop::outcome() {
  return reply_that([](const Reply& got) { return got.is_positive() || got.is_refusal(); });
}

template <class Fits>
std::optional<Reply> NextHop::reply_that(Fits fits) {
  if (std::optional<Reply> got = read_reply(stream_); got && fits(*got)) return got;
  return {};
}

}  // namespace basewalk::proxy
