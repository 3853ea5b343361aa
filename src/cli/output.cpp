// SPDX-License-Identifier: MIT
#include "cli/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/command.h"

namespace basewalk::cli {

// A pipe of the usual 64 KiB lets writer and reader wait for each other at every block.
Output::Output() {
  if (::isatty(STDOUT_FILENO) != 0) full_ = 1;
#ifdef F_SETPIPE_SZ
  ::fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 1 << 20);  // fails on what is no pipe, which is no harm
#endif
}

Output::~Output() {
  if (!temporary_.empty()) {
    ::close(descriptor_);
    ::unlink(temporary_.c_str());
  }
}

bool Output::open(const std::string& name) {
  name_ = name;
  std::string pattern = name + ".XXXXXX";
  const int descriptor = ::mkstemp(pattern.data());
  if (descriptor < 0) {
    complain(name + ": cannot be written: " + std::strerror(errno));
    return false;
  }
  descriptor_ = descriptor;
  full_ = kFull;
  temporary_ = pattern;
  // mkstemp makes files that only their owner may read; a result is as readable as others.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor_, 0666 & ~mask);
  return true;
}

void Output::fail(int number) {
  if (!failed_) {
    const std::string what = name_.empty() ? "standard output" : name_;
    complain(number == EPIPE ? what + ": its reader has gone; the output is not complete"
                             : what + ": cannot be written: " + std::strerror(number));
  }
  failed_ = true;
  buffer_.clear();
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!failed_ && !rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      fail(errno);
    else
      rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

bool Output::commit() {
  flush();
  if (failed_) return false;
  if (temporary_.empty()) return true;
  if (::fsync(descriptor_) != 0 || ::close(descriptor_) != 0 ||
      ::rename(temporary_.c_str(), name_.c_str()) != 0) {
    fail(errno);
    return false;
  }
  temporary_.clear();
  return true;
}

}  // namespace basewalk::cli
