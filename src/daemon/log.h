// SPDX-License-Identifier: MIT
//
// One line for each thing worth knowing: text or JSON on standard error, syslog, systemd's journal.
#ifndef BASEWALK_DAEMON_LOG_H_
#define BASEWALK_DAEMON_LOG_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace basewalk::daemon {

enum class Level : std::uint8_t { info, warning, error };

enum class LogTo : std::uint8_t { standard_error, syslog, json, journal };

/// Who writes.  Both texts outlive the log.
struct LogName {
  std::string_view verb;       ///< "milter": lines on standard error begin with "basewalk milter: "
  const char* in_syslog = "";  ///< "basewalk-milter"
};
/// Where lines go from now on.  Those that a library writes to syslog by itself go to standard
/// error as well where that has text.  False, with a message there, where nobody is at the journal.
bool open_log(LogName name, LogTo to);

/// What a line tells beside its sentence, one by one: for programs, and behind the sentence as
/// "links=12 edits=absolute:3,drop-base:1 flags=base-split".
struct LogField {
  using Counts = std::vector<std::pair<std::string_view, std::uint64_t>>;
  using Words = std::vector<std::string_view>;

  std::string_view name;
  std::variant<std::uint64_t, std::string, Counts, Words> value;
  bool is_in_text = true;
};
using LogFields = std::vector<LogField>;

/// "basewalk milter: ID: text name=value ..."; no id where `id` is empty.  Control characters are
/// made visible, so that nothing that came from outside can begin a line of its own.  Any thread
/// may call it.
void log(Level level, std::string_view id, std::string_view text, const LogFields& fields = {});

/// RFC 3339, in UTC, to the millisecond.
std::string time_now();

}  // namespace basewalk::daemon

#endif  // BASEWALK_DAEMON_LOG_H_
