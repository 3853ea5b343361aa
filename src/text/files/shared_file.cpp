// SPDX-License-Identifier: MIT
#include "text/files/shared_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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
  // O_NONBLOCK: a FIFO that nobody reads must not hold up the mail.
  descriptor_ = ::open(name.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
  if (descriptor_ < 0) return fail(errno);
  if (!is_standard_output(descriptor_)) return true;
  failure_ = "is standard output, where the message goes; name another file";
  return false;
}

bool SharedFile::append(std::string_view line) {
  // The lock is for what is taken away after a short write: it must be ours.
  while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) continue;
  struct stat before;
  const bool is_regular = ::fstat(descriptor_, &before) == 0 && S_ISREG(before.st_mode);
  ssize_t written = 0;
  do written = ::write(descriptor_, line.data(), line.size());
  while (written < 0 && errno == EINTR);
  const bool is_whole = written >= 0 && static_cast<std::size_t>(written) == line.size();
  const int number = written < 0 ? errno : ENOSPC;
  if (!is_whole && is_regular && written > 0 && ::ftruncate(descriptor_, before.st_size) != 0)
    return fail(errno);
  ::flock(descriptor_, LOCK_UN);
  return is_whole || fail(number);
}

}  // namespace basewalk::text
