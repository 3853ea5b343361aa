// SPDX-License-Identifier: MIT
//
// What was done to a message, in one line of the log.
#ifndef BASEWALK_MILTER_DESCRIBE_H_
#define BASEWALK_MILTER_DESCRIBE_H_

#include <string>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::milter {

/// "links=5 edits=absolute:3 kept=charset:1 flags=base-split".  Empty where nothing was changed and
/// nothing had to stay that should have been.
std::string describe(const rewrite::Rewritten& result);

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_DESCRIBE_H_
