// SPDX-License-Identifier: MIT
#include "text/files/whole_input.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "text/visible.h"

namespace basewalk::text {
namespace {

constexpr std::size_t kBlock = 1 << 16;

}  // namespace

WholeInput::~WholeInput() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

bool WholeInput::open(const std::string& name) {
  const bool is_standard = name.empty() || name == "-";
  name_ = is_standard ? "standard input" : "";
  append_visible(name_, is_standard ? "" : name);
  descriptor_ = is_standard ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ >= 0) return true;
  failure_ = name_ + ": " + std::strerror(errno);
  return false;
}

bool WholeInput::read_some(char* at, std::size_t most, std::size_t& got) {
  for (;;) {
    const ssize_t count = ::read(descriptor_, at, most);
    if (count >= 0) {
      got = static_cast<std::size_t>(count);
      return true;
    }
    if (errno == EAGAIN) {  // whoever started us made it so
      struct pollfd waited = {descriptor_, POLLIN, 0};
      ::poll(&waited, 1, -1);
    } else if (errno != EINTR) {
      failure_ = name_ + ": cannot be read: " + std::strerror(errno);
      return false;
    }
  }
}

WholeInput::State WholeInput::read(std::size_t limit) {
  std::size_t room = kBlock;
  struct stat status;
  if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
    room = std::min(static_cast<std::size_t>(status.st_size), limit) + 1 + kBlock;
  std::size_t size = 0;
  for (;;) {
    bytes_.resize(std::max(room, size + kBlock));
    std::size_t got = 0;
    if (!read_some(bytes_.data() + size, bytes_.size() - size, got)) return State::failed;
    size += got;
    if (got == 0 || size > limit) break;
    // Twice the room where it is full: memory grows in proportion, and copying stays linear.
    if (size == bytes_.size()) room = size * 2;
  }
  bytes_.resize(size);
  return size > limit ? State::longer : State::complete;
}

WholeInput::State WholeInput::read_on() {
  std::size_t got = 0;
  bytes_.resize(kBlock);
  if (!read_some(bytes_.data(), bytes_.size(), got)) return State::failed;
  bytes_.resize(got);
  return State::complete;
}

}  // namespace basewalk::text
