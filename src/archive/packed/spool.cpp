// SPDX-License-Identifier: MIT
#include "archive/packed/spool.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "text/files/unnamed_file.h"

namespace basewalk::archive {
namespace {

constexpr std::size_t kStep = std::size_t{256} << 10;

Failure no_space(int error) {
  return {"cannot be unpacked into a temporary file in " + text::temporary_folder() + ": " +
              std::strerror(error),
          true, Trouble::unreadable};
}

}  // namespace

void spool(std::string_view head, ByteStream& rest, Spooled& into, std::uint64_t longest) {
  into.file.set(text::unnamed_file());
  if (!into.file.is_open()) {
    into.failures.push_back(no_space(errno));
    return;
  }
  const auto give_up = [&](Failure failure) {
    into.failures.push_back(std::move(failure));
    into.file.close();
  };
  std::string block(kStep, '\0');
  std::string_view bytes = head;
  for (;;) {
    into.size += bytes.size();
    if (into.size > longest)
      return give_up({"is longer than " + std::to_string(longest >> 20) +
                          " MiB, and lies where it cannot be read from any place (it is packed, or "
                          "comes through a pipe); unpack it first",
                      false, Trouble::limit});
    if (const int error = text::write_all(into.file.number(), bytes); error != 0)
      return give_up(no_space(error));
    const std::size_t got = rest.read(block.data(), block.size());
    bytes = std::string_view(block).substr(0, got);
    if (got > 0) continue;
    if (!rest.failure()) return;
    const bool is_doubt = rest.failure()->trouble == Trouble::doubtful;
    into.failures.push_back(*rest.failure());
    if (!is_doubt || !rest.go_on()) return;
  }
}

}  // namespace basewalk::archive
