// SPDX-License-Identifier: MIT
#include "text/files/descriptor.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <utility>

namespace basewalk::text {

static_assert(sizeof(off_t) == 8, "places in files of more than 2 GiB (CMakeLists.txt)");

void Descriptor::set(int number) {
  close();
  number_ = number;
}

bool Descriptor::close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // whoever started us made it so
      struct pollfd waited = {descriptor, POLLOUT, 0};
      ::poll(&waited, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int read_at(int descriptor, char* into, std::size_t size, std::uint64_t at, std::size_t& got) {
  for (got = 0; got < size;) {
    const ssize_t more = ::pread(descriptor, into + got, size - got, static_cast<off_t>(at + got));
    if (more == 0) break;
    if (more > 0)
      got += static_cast<std::size_t>(more);
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

}  // namespace basewalk::text
