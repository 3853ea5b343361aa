// SPDX-License-Identifier: MIT
#include "cli/verbs/lines.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cli/command.h"
#include "text/files/output.h"

namespace basewalk::cli {
namespace {

constexpr std::size_t kBlock = 1 << 16;

int each_line_of_stdin(text::Output& output, const std::function<void(std::string_view)>& each) {
  std::string block;
  std::size_t used = 0;
  for (;;) {
    block.erase(0, used);
    used = 0;
    const std::size_t old = block.size();
    // A line that is longer than a block lets the block grow in proportion.
    block.resize(old + std::max(kBlock, old));
    const std::size_t room = block.size() - old;
    const ssize_t got = ::read(STDIN_FILENO, block.data() + old, room);
    block.resize(old + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return complain(std::string("standard input: ") + std::strerror(errno), kIncomplete);
    const std::string_view text = block;
    for (std::size_t end = text.find('\n', old); end != std::string_view::npos;
         end = text.find('\n', used)) {
      std::string_view line = text.substr(used, end - used);
      if (line.ends_with('\r')) line.remove_suffix(1);
      each(line);
      used = end + 1;
    }
    // Whoever writes less than there is room for may be waiting for the answer.
    if (static_cast<std::size_t>(got) < room) output.flush();
    if (output.failed()) return kIncomplete;
    if (got > 0) continue;
    if (used < text.size()) each(text.substr(used));
    return kDone;
  }
}

}  // namespace

int for_each_line(const std::vector<std::string>& arguments, text::Output& output,
                  const std::function<void(std::string_view)>& each) {
  if (arguments.empty()) {
    if (::isatty(STDIN_FILENO) == 0) return each_line_of_stdin(output, each);
    return complain("nothing to read: give arguments, or pipe them in one a line; see --help",
                    kUsage);
  }
  for (const std::string& argument : arguments) each(argument);
  return kDone;
}

}  // namespace basewalk::cli
