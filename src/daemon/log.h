// SPDX-License-Identifier: MIT
//
// One line for each thing worth knowing, to standard error or syslog.
#ifndef BASEWALK_DAEMON_LOG_H_
#define BASEWALK_DAEMON_LOG_H_

#include <cstdint>
#include <string_view>

namespace basewalk::daemon {

enum class Level : std::uint8_t { info, warning, error };

/// Who writes, and where lines go from now on.  Those that a library writes to syslog by itself go
/// to standard error as well unless `to_syslog`.  Both texts outlive the log.
struct LogName {
  std::string_view verb;       ///< "milter": lines on standard error begin with "basewalk milter: "
  const char* in_syslog = "";  ///< "basewalk-milter"
};
void open_log(LogName name, bool to_syslog);

/// "basewalk milter: ID: text"; no id where `id` is empty.  Control characters are made visible, so
/// that nothing that came from outside can begin a line of its own.  Any thread may call it.
void log(Level level, std::string_view id, std::string_view text);

}  // namespace basewalk::daemon

#endif  // BASEWALK_DAEMON_LOG_H_
