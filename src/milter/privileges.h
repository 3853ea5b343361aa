// SPDX-License-Identifier: MIT
#ifndef BASEWALK_MILTER_PRIVILEGES_H_
#define BASEWALK_MILTER_PRIVILEGES_H_

#include "cli/options/milter_options.h"

namespace basewalk::milter {

/// Becomes this user and group for good, with the user's further groups and no others.  Before any
/// thread is made.  False, with a message.
bool drop_privileges(const Options::Identity& identity);

/// Room for as many connections, and what else is open.  False, with a message.
bool allow_descriptors(std::size_t connections);

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_PRIVILEGES_H_
