// SPDX-License-Identifier: MIT
#include "daemon/log.h"

#include <syslog.h>
#include <unistd.h>

#include <string>

#include "text/visible.h"

namespace basewalk::daemon {
namespace {

std::string_view writer;
bool syslog_only = false;

constexpr std::size_t kLongestLine = 2000;

int priority(Level level) {
  switch (level) {
    case Level::info:
      return LOG_INFO;
    case Level::warning:
      return LOG_WARNING;
    case Level::error:
      return LOG_ERR;
  }
  return LOG_ERR;
}

// One write(), so that lines of different threads do not mix.
void write_line(const std::string& line) {
  const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  static_cast<void>(written);  // there is nobody else to tell
}

}  // namespace

void open_log(LogName name, bool to_syslog) {
  writer = name.verb;
  syslog_only = to_syslog;
  ::openlog(name.in_syslog, to_syslog ? LOG_PID : LOG_PID | LOG_PERROR, LOG_MAIL);
}

void log(Level level, std::string_view id, std::string_view text) {
  std::string line;
  if (!syslog_only) line.append("basewalk ").append(writer).append(": ");
  if (!id.empty()) {
    text::append_visible(line, id.substr(0, 100));
    line += ": ";
  }
  text::append_visible(line, text.substr(0, kLongestLine));
  if (syslog_only) {
    ::syslog(priority(level), "%s", line.c_str());
    return;
  }
  line += '\n';
  write_line(line);
}

}  // namespace basewalk::daemon
