// SPDX-License-Identifier: MIT
#include "text/files/output.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace basewalk::text {

// A pipe of the usual 64 KiB lets writer and reader wait for each other at every block.
Output::Output() {
  if (::isatty(STDOUT_FILENO) != 0) full_ = 1;
#ifdef F_SETPIPE_SZ
  ::fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 1 << 20);  // fails on what is no pipe, which is no harm
#endif
}

void Output::fail(int number) {
  if (number != EPIPE) return fail(std::string_view(std::strerror(number)));
  if (failed_) return;
  failure_ = shown() + ": its reader has gone; the output is not complete";
  failed_ = true;
}

void Output::fail(std::string_view why) {
  if (failed_) return;
  failure_ = shown() + ": cannot be written: ";
  failure_ += why;
  failed_ = true;
}

void Output::write_through(std::string_view bytes) {
  while (!failed_ && !bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // whoever started us made it so
      struct pollfd waited = {descriptor_, POLLOUT, 0};
      ::poll(&waited, 1, -1);
    } else if (errno != EINTR) {
      fail(errno);
    }
  }
}

bool Output::write(std::string_view bytes) {
  if (bytes.size() >= kLong) return write_now(bytes);
  buffer_ += bytes;
  flush_if_full();
  return !failed_;
}

bool Output::write_now(std::string_view bytes) {
  flush();
  write_through(bytes);
  return !failed_;
}

}  // namespace basewalk::text
