// SPDX-License-Identifier: MIT
#include "text/files/shared_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "text/files/descriptor.h"

namespace basewalk::text {
namespace {

bool is_standard_output(int descriptor) {
  struct stat ours, its;
  if (::fstat(descriptor, &ours) != 0 || ::fstat(STDOUT_FILENO, &its) != 0) return false;
  // Devices such as /dev/null may be both.
  return !S_ISCHR(ours.st_mode) && ours.st_dev == its.st_dev && ours.st_ino == its.st_ino;
}

}  // namespace

SharedFile::~SharedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool SharedFile::fail(int number) {
  failure_ = std::string("cannot be written: ") + std::strerror(number);
  return false;
}

bool SharedFile::open(const std::string& name) {
  name_ = name;
  // O_NONBLOCK: a FIFO that nobody reads must not hold up the mail.
  descriptor_ = ::open(name.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
  if (descriptor_ < 0) return fail(errno);
  if (!is_standard_output(descriptor_)) return true;
  failure_ = "is standard output, where the message goes; name another file";
  return false;
}

// Where a machine lost its power a file may end within a line, which the next is not to go on.
bool SharedFile::ends_within_line(const struct stat& file) const {
  const Descriptor same(::open(name_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status;
  char last = '\n';
  std::size_t got = 0;
  if (file.st_size > 0 && same.is_open() && ::fstat(same.number(), &status) == 0 &&
      status.st_dev == file.st_dev && status.st_ino == file.st_ino)
    read_at(same.number(), &last, 1, static_cast<std::uint64_t>(file.st_size) - 1, got);
  return last != '\n';
}

bool SharedFile::append(std::string_view line) {
  if (descriptor_ < 0 && !open(name_)) return false;
  struct stat before;
  bool is_regular = false;
  for (bool is_new = false;; is_new = true) {
    // The lock is for what is taken away after a short write: it must be ours.
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) continue;
    is_regular = ::fstat(descriptor_, &before) == 0 && S_ISREG(before.st_mode);
    if (is_new || !is_regular || before.st_nlink != 0) break;
    // It was removed: nobody would ever read what is written there.
    ::close(std::exchange(descriptor_, -1));
    has_looked_ = false;
    if (!open(name_)) return false;
  }
  // What comes short goes on: under the lock nobody comes between.
  int number = 0;
  std::string healed;
  if (!has_looked_ && is_regular && ends_within_line(before))
    line = healed.append("\n").append(line);
  has_looked_ = true;
  std::string_view rest = line;
  while (number == 0 && !rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0)
      rest.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      number = errno;
  }
  if (number != 0 && is_regular && rest.size() < line.size() &&
      ::ftruncate(descriptor_, before.st_size) != 0)
    number = errno;
  ::flock(descriptor_, LOCK_UN);
  return number == 0 || fail(number);
}

}  // namespace basewalk::text
