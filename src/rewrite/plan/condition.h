// SPDX-License-Identifier: MIT
//
// Which links are edited at all.
#ifndef BASEWALK_REWRITE_PLAN_CONDITION_H_
#define BASEWALK_REWRITE_PLAN_CONDITION_H_

#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {

/// Does the link meet them?  Of one kind any, of different kinds all.
bool meets(const std::vector<Condition>& conditions, const Link& link);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_PLAN_CONDITION_H_
