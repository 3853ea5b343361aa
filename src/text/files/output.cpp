// SPDX-License-Identifier: MIT
#include "text/files/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "text/files/descriptor.h"

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
  reader_gone_ = true;
  failed_ = true;
}

void Output::fail(std::string_view why) {
  if (failed_) return;
  failure_ = shown() + ": cannot be written: ";
  failure_ += why;
  failed_ = true;
}

void Output::write_through(std::string_view bytes) {
  if (failed_) return;
  if (const int error = write_all(descriptor_, bytes); error != 0) fail(error);
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
