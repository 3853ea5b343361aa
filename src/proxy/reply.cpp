// SPDX-License-Identifier: MIT
#include "proxy/reply.h"

#include "text/ascii.h"

namespace basewalk::proxy {
namespace {

constexpr std::size_t kLongestLine = 4096, kMostBytes = 64 * 1024;

// "250-..." or "250 ..."; a code alone is the end, too.
int code_of(const std::string& line) {
  if (line.size() < 3 || line[0] < '2' || line[0] > '5') return 0;
  int code = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!ascii::is_digit(line[i])) return 0;
    code = code * 10 + (line[i] - '0');
  }
  return line.size() == 3 || line[3] == ' ' || line[3] == '-' ? code : 0;
}

}  // namespace

std::string Reply::text() const {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text.append(std::to_string(code)).append(i + 1 < lines.size() ? "-" : " ");
    text.append(lines[i]).append("\r\n");
  }
  return text;
}

std::optional<Reply> read_reply(Stream& from) {
  Reply reply;
  std::string line;
  std::size_t all = 0;
  for (;;) {
    if (from.read_line(line, kLongestLine) != Stream::Line::whole) return {};
    all += line.size();
    const int code = code_of(line);
    if (code == 0 || (reply.code != 0 && code != reply.code) || all > kMostBytes) return {};
    reply.code = code;
    reply.lines.push_back(line.size() > 4 ? line.substr(4) : std::string());
    if (line.size() == 3 || line[3] == ' ') return reply;
  }
}

}  // namespace basewalk::proxy
