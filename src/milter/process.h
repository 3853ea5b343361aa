// SPDX-License-Identifier: MIT
//
// What the process is to its system: whose rights it has, how many files it may open, and how far
// it is (sd_notify(3), without its library: one datagram).
#ifndef BASEWALK_MILTER_PROCESS_H_
#define BASEWALK_MILTER_PROCESS_H_

#include <string_view>

#include "milter/options.h"

namespace basewalk::milter {

/// Becomes this user and group for good, with the user's further groups and no others.  Before any
/// thread is made.  False, with a message.
bool drop_privileges(const Options::Identity& identity);

/// Room for as many connections, and what else is open.  False, with a message.
bool allow_descriptors(std::size_t connections);

/// "READY=1".  Does nothing where $NOTIFY_SOCKET is not set.
void notify(std::string_view state);

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_PROCESS_H_
