// SPDX-License-Identifier: MIT
//
// As little of HTTP (RFC 9112) as a scraper needs.  A reader has two seconds for all of it, and
// one is served at a time: whoever is slow keeps only other readers waiting.
#include "daemon/metrics.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "daemon/log.h"

namespace basewalk::daemon {
namespace {

using Page = std::function<std::string()>;
using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience{2};
constexpr std::size_t kLongestRequest = 8192;

// True when `fd` is ready before the time is over.
bool wait_for(int fd, short events, Clock::time_point end) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) return false;
    pollfd entry{fd, events, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(left.count()) + 1);
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

// The header of the request; empty where it does not come.
std::string read_request(int fd, Clock::time_point end) {
  std::string request;
  char bytes[1024];
  while (request.find("\r\n\r\n") == std::string::npos &&
         request.find("\n\n") == std::string::npos) {
    if (request.size() > kLongestRequest || !wait_for(fd, POLLIN, end)) return {};
    const ssize_t got = ::recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return {};
    if (got > 0) request.append(bytes, static_cast<std::size_t>(got));
  }
  return request;
}

void write_all(int fd, std::string_view bytes, Clock::time_point end) {
  while (!bytes.empty() && wait_for(fd, POLLOUT, end)) {
    const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return;
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string response(std::string_view request, const Page& page) {
  std::string status = "200 OK", body;
  std::string_view target = request.substr(0, request.find_first_of("\r\n"));
  if (!target.starts_with("GET ")) {
    status = "405 Method Not Allowed\r\nAllow: GET";
  } else {
    target.remove_prefix(4);
    target = target.substr(0, target.find_first_of(" ?"));
    if (target == "/metrics")
      body = page();
    else
      status = "404 Not Found";
  }
  return "HTTP/1.1 " + status + "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n" +
         "Content-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
}

void answer(int fd, const Page& page) {
  const Clock::time_point end = Clock::now() + kPatience;
  const std::string request = read_request(fd, end);
  if (!request.empty()) write_all(fd, response(request, page), end);
}

void serve(int listener, const Page& page) {
  for (;;) {
    const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd == -1) {
      if (errno == EINVAL) break;  // stop_metrics()
      if (errno != EINTR && errno != ECONNABORTED)
        std::this_thread::sleep_for(std::chrono::milliseconds(200));  // no descriptors left
      continue;
    }
    try {
      answer(fd, page);
    } catch (const std::exception&) {
      // No memory: this reader gets nothing, what is served matters more.
    }
    ::close(fd);
  }
  ::close(listener);
}

int listen_at(int family, const sockaddr* address, socklen_t size) {
  const int fd = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  const int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(fd, address, size) == 0 && ::listen(fd, 16) == 0) return fd;
  const int error = errno;
  ::close(fd);
  errno = error;
  return -1;
}

std::uint16_t port_of(int fd) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&storage), &size) != 0) return 0;
  return ntohs(storage.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(storage).sin6_port
                                             : reinterpret_cast<sockaddr_in&>(storage).sin_port);
}

}  // namespace

int open_metrics(const Address& address) {
  int fd = -1;
  if (address.family == Address::Family::inet6) {
    sockaddr_in6 at{};
    at.sin6_family = AF_INET6;
    at.sin6_port = htons(address.port);
    at.sin6_addr = in6addr_loopback;
    fd = listen_at(AF_INET6, reinterpret_cast<const sockaddr*>(&at), sizeof at);
  } else {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(address.port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    fd = listen_at(AF_INET, reinterpret_cast<const sockaddr*>(&at), sizeof at);
  }
  if (fd < 0) {
    log(Level::error, {},
        "--metrics " + std::to_string(address.port) + ": " + std::strerror(errno));
    return -1;
  }
  log(Level::info, {}, "metrics at port " + std::to_string(port_of(fd)));
  return fd;
}

void serve_metrics(int listener, Page page) {
  std::thread([listener, page = std::move(page)] { serve(listener, page); }).detach();
}

void stop_metrics(int listener) { ::shutdown(listener, SHUT_RDWR); }

}  // namespace basewalk::daemon
