// SPDX-License-Identifier: MIT
//
// The recipients of one message by the rule that each meets, and which rule is taken where the
// message cannot be split.
//
// Who can split a message (a filter that sends it on) makes one of each group.
#ifndef BASEWALK_POLICY_GROUPS_H_
#define BASEWALK_POLICY_GROUPS_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "policy/policy.h"

namespace basewalk::policy {

struct Group {
  const Rule* rule = nullptr;             ///< of the policy; null where none matches
  std::vector<std::size_t> recipients{};  ///< their numbers, ascending; none where nobody is known
};

/// In the order of their first recipients; at least one.  Where no recipient is known, rules that
/// ask for one do not match.  Cost: rules and, for each recipient, those rules that ask for it
/// alone.
std::vector<Group> groups_of(const Policy& policy, const Facts& facts,
                             std::span<const Address> recipients);

/// Which of the groups says what becomes of a message that stays one: that of the first recipient,
/// or the strictest (treatment.h), of equally strict ones that whose rule stands first in the file,
/// and no rule at last.  `own` is what happens where no rule matches.
const Group& taken(const Policy& policy, const Treatment& own, const std::vector<Group>& groups);

/// Of its rule; "none" where there is none.
std::string_view name_of(const Group& group);

/// "rule=NAME", and where recipients disagree also "rules=NAME:2,none:1 by=strictest".
std::string describe(const Policy& policy, const std::vector<Group>& groups, const Group& taken);

}  // namespace basewalk::policy

#endif  // BASEWALK_POLICY_GROUPS_H_
