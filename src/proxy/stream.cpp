// SPDX-License-Identifier: MIT
#include "proxy/stream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

namespace basewalk::proxy {
namespace {

constexpr std::size_t kBlock = 64 * 1024;

}  // namespace

Stream::Stream(int socket, std::chrono::seconds patience) : socket_(socket), patience_(patience) {
  ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
}

bool Stream::wait(short what) const {
  pollfd entry{socket_.number(), what, 0};
  int ready = 0;
  do ready = ::poll(&entry, 1, static_cast<int>(patience_.count()));
  while (ready < 0 && errno == EINTR);
  return ready > 0;
}

bool Stream::fill() {
  if (begin_ == in_.size()) {
    in_.clear();
    begin_ = 0;
  }
  const std::size_t held = in_.size();
  in_.resize(held + kBlock);
  for (;;) {
    const ssize_t got = ::recv(socket_.number(), in_.data() + held, kBlock, 0);
    if (got > 0) {
      in_.resize(held + static_cast<std::size_t>(got));
      return true;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) && wait(POLLIN)) continue;
    in_.resize(held);
    return false;
  }
}

std::string_view Stream::peek() {
  if (begin_ == in_.size() && !fill()) return {};
  return std::string_view(in_).substr(begin_);
}

Stream::Line Stream::read_line(std::string& line, std::size_t longest) {
  line.clear();
  bool fits = true;
  char last = 0;  // of the line so far, also of one that does not fit
  for (;;) {
    const std::string_view bytes = peek();
    if (bytes.empty()) return Line::ended;
    const std::size_t end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end);
    fits = fits && line.size() + piece.size() <= longest + 1;  // with the CR
    if (fits) line += piece;
    if (!piece.empty()) last = piece.back();
    use(end == std::string_view::npos ? piece.size() : end + 1);
    if (end == std::string_view::npos) continue;
    if (last != '\r') return Line::bare_lf;
    if (!fits) return Line::malformed;
    line.pop_back();
    constexpr std::string_view kNever("\r\0", 2);
    return line.find_first_of(kNever) == std::string::npos ? Line::whole : Line::malformed;
  }
}

bool Stream::write(std::string_view bytes) {
  out_ += bytes;
  return out_.size() < kBlock ? !broken_ : flush();
}

bool Stream::flush() {
  std::string_view left = out_;
  while (!left.empty() && !broken_) {
    const ssize_t sent = ::send(socket_.number(), left.data(), left.size(), MSG_NOSIGNAL);
    if (sent > 0)
      left.remove_prefix(static_cast<std::size_t>(sent));
    else if (sent < 0 && errno != EINTR)
      broken_ = !((errno == EAGAIN || errno == EWOULDBLOCK) && wait(POLLOUT));
  }
  out_.clear();
  return !broken_;
}

}  // namespace basewalk::proxy
