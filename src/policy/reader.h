// SPDX-License-Identifier: MIT
//
// From a policy file, and those that it includes, to rules.  Before this: toml.h.  What stands in a
// rule and is no condition is an option (Setting); what options there are, and what they make of a
// message, is decided by whoever reads command lines.
#ifndef BASEWALK_POLICY_READER_H_
#define BASEWALK_POLICY_READER_H_

#include <functional>
#include <string>

#include "basewalk/result.h"
#include "policy/place.h"
#include "policy/policy.h"

namespace basewalk::policy {

/// The bytes of a file.
using OpenFile = std::function<Result<std::string>(const std::string& name)>;
/// A regular file of at most a megabyte.
Result<std::string> open_policy_file(const std::string& name);

/// Reads the file and what it includes, up to 8 deep and 100 in all; at most 1,000 rules.  What is
/// wrong is in `complaints`, in the order in which it was found; the policy is of no use then.
Policy read_policy(const std::string& file, const OpenFile& open, Complaints& complaints);

}  // namespace basewalk::policy

#endif  // BASEWALK_POLICY_READER_H_
