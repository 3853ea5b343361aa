// SPDX-License-Identifier: MIT
//
// One line for each thing worth knowing, to standard error or syslog.
#ifndef BASEWALK_MILTER_LOG_H_
#define BASEWALK_MILTER_LOG_H_

#include <cstdint>
#include <string_view>

namespace basewalk::milter {

enum class Level : std::uint8_t { info, warning, error };

/// Where lines go from now on.  libmilter's own go to syslog, and to standard error as well unless
/// `to_syslog`.
void open_log(bool to_syslog);

/// "basewalk milter: QUEUE_ID: text"; no id where `queue_id` is empty.  Control characters are made
/// visible, so that nothing in a message can begin a line of its own.  Any thread may call it.
void log(Level level, std::string_view queue_id, std::string_view text);

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_LOG_H_
