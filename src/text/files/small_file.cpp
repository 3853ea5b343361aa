// SPDX-License-Identifier: MIT
#include "text/files/small_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "text/files/descriptor.h"

namespace basewalk::text {
namespace {

Error unreadable(int number) { return {"unreadable", 0, std::strerror(number)}; }

}  // namespace

Result<SmallFile> read_small_file(const std::string& name, std::size_t most) {
  // O_NONBLOCK: the open of a FIFO that nobody writes would not return.
  const Descriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status;
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) return unreadable(errno);
  if (S_ISDIR(status.st_mode)) return unreadable(EISDIR);
  if (!S_ISREG(status.st_mode)) return Error{"kind", 0, "is no regular file"};
  SmallFile read{{}, (status.st_mode & S_IROTH) != 0};
  read.bytes.resize(most + 1);
  std::size_t size = 0;
  while (size < read.bytes.size()) {
    const ssize_t got = ::read(file.number(), read.bytes.data() + size, read.bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable(errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > most) return Error{"size", 0, "is longer than " + std::to_string(most) + " bytes"};
  read.bytes.resize(size);
  return read;
}

}  // namespace basewalk::text
