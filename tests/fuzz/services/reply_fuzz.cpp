// SPDX-License-Identifier: MIT
//
// What the next server answers the proxy, in any bytes: replies are those that a plain reading of
// the whole finds, and one that is sent on is read as it was.
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzzing.h"
#include "proxy/reply.h"
#include "proxy/stream.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;
using proxy::Reply;

// All of it, from a socket whose other side has said it and is gone.
std::vector<Reply> replies_in(std::string_view bytes) {
  int ends[2];
  require(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  require(::write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  ::close(ends[1]);
  proxy::Stream stream(ends[0], std::chrono::seconds(60));
  std::vector<Reply> replies;
  while (std::optional<Reply> reply = proxy::read_reply(stream))
    replies.push_back(*std::move(reply));
  return replies;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// RFC 5321 4.2, read aloud: the reply that begins there, or nothing.
std::optional<Reply> plainly(std::string_view& rest) {
  Reply reply;
  for (;;) {
    const std::size_t end = rest.find("\r\n");
    if (end == rest.npos || end > 4096) return {};
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 2);
    if (line.find_first_of(std::string_view("\r\n\0", 3)) != line.npos) return {};
    if (line.size() < 3 || line[0] < '2' || line[0] > '5' || !is_digit(line[1]) ||
        !is_digit(line[2]) || (line.size() > 3 && line[3] != ' ' && line[3] != '-'))
      return {};
    const int code = std::stoi(std::string(line.substr(0, 3)));
    if (!reply.lines.empty() && code != reply.code) return {};
    reply.code = code;
    reply.lines.emplace_back(line.size() > 4 ? line.substr(4) : "");
    if (line.size() == 3 || line[3] == ' ') return reply;
  }
}

bool are_same(const Reply& one, const Reply& other) {
  return one.code == other.code && one.lines == other.lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 16'384) return 0;  // fits into a socket that nobody reads yet
  const std::string_view bytes = fuzz::view(data, size);
  const std::vector<Reply> replies = replies_in(bytes);
  std::string_view rest = bytes;
  std::string sent;
  for (const Reply& reply : replies) {
    const std::optional<Reply> plain = plainly(rest);
    require(plain && are_same(*plain, reply));
    require(reply.is_positive() == (reply.code / 100 == 2));
    if (sent.size() < 16'000) sent = reply.text();
    const std::vector<Reply> again = replies_in(sent);
    require(again.size() == 1 && are_same(again[0], reply));
  }
  require(!plainly(rest));
  return 0;
}
