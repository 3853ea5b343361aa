// SPDX-License-Identifier: MIT
#include "proxy/server.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "daemon/log.h"
#include "proxy/session.h"

namespace basewalk::proxy {
namespace {

using daemon::Level, daemon::log;

// How long the system is waited for where it has no descriptor, or no memory, for a connection.
constexpr int kPauseMilliseconds = 200;

// To somebody who has not been served; who does not take it has it from the end of the connection.
void turn_away(int client) {
  constexpr std::string_view kWords = "421 4.3.2 Too much to do, try again later\r\n";
  static_cast<void>(::send(client, kWords.data(), kWords.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
  ::close(client);
}

}  // namespace

bool Connections::begin(int listener) {
  listener_.set(listener);
  int ends[2];
  // The process behind this one accepts at the same socket, and may be the faster.
  if (::fcntl(listener, F_SETFL, ::fcntl(listener, F_GETFL) | O_NONBLOCK) != 0 ||
      ::pipe2(ends, O_CLOEXEC) != 0) {
    log(Level::error, {}, std::string("cannot listen: ") + std::strerror(errno));
    return false;
  }
  stopped_.set(ends[0]);
  stop_.set(ends[1]);
  return true;
}

bool Connections::run() {
  for (;;) {
    pollfd entries[] = {{listener_.number(), POLLIN, 0}, {stopped_.number(), POLLIN, 0}};
    if (::poll(entries, 2, -1) < 0) continue;
    if (entries[1].revents != 0) return true;
    const int client = ::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC);
    if (client >= 0) {
      const int on =
          1;  // several replies may follow each other; a socket that is a path has no delay
      static_cast<void>(::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on));
      take(client);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      ::poll(nullptr, 0, kPauseMilliseconds);
    } else if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED && errno != EPROTO) {
      log(Level::error, {}, std::string("accept: ") + std::strerror(errno));
      return false;
    }
  }
}

void Connections::take(int client) {
  if (open_ >= service_.options.connections) {
    service_.counters.add(filter::Count::connections_refused);
    return turn_away(client);
  }
  open_.fetch_add(1);
  try {
    std::thread([this, client] {
      try {
        service_.counters.add(filter::Count::connections);
        Session(service_, client).run();
      } catch (const std::exception&) {
        // No memory: the connection ends, and its client still has what it sent.
      }
      open_.fetch_sub(1);
    }).detach();
  } catch (const std::system_error& error) {
    log(Level::error, {}, std::string("no thread for a connection: ") + error.what());
    open_.fetch_sub(1);
    turn_away(client);
  }
}

void Connections::stop_accepting() { stop_.close(); }

}  // namespace basewalk::proxy
