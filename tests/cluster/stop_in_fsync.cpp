// SPDX-License-Identifier: MIT
// Preloaded into a tool, stops it where it has written its output and has not named it yet.
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

extern "C" int fsync(int descriptor) {
  // A folder, or a file that is still empty, is put on disk before anything is written.
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
    ::raise(SIGSTOP);
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}
