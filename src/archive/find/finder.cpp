// SPDX-License-Identifier: MIT
#include "archive/find/finder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "archive/packed/inbox.h"

namespace basewalk::archive {

std::optional<std::uint64_t> size_of(Found& found) {
  if (found.failure) return 0;
  if (found.is_repository) return inbox_size(found.name);
  struct stat status {};
  const bool is_input = found.name == "-" && found.from == FileStream::From::name;
  const int result =
      is_input ? ::fstat(STDIN_FILENO, &status) : ::stat(found.name.c_str(), &status);
  if (result != 0) {
    Failure failure = system_failure(errno);
    if (failure.worth_a_retry) found.failure = std::move(failure);
    return 0;
  }
  if (!S_ISREG(status.st_mode)) return {};
  off_t size = status.st_size;
  if (is_input) size -= std::max<off_t>(::lseek(STDIN_FILENO, 0, SEEK_CUR), 0);
  return static_cast<std::uint64_t>(std::max<off_t>(size, 0));
}

}  // namespace basewalk::archive
