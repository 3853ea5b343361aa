// SPDX-License-Identifier: MIT
//
// What the rules of a policy make of a message: their options are those of the milter, under the
// same names and read in the same way, on top of what the milter was told itself.
#ifndef BASEWALK_CLI_OPTIONS_POLICY_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_POLICY_OPTIONS_H_

#include <optional>
#include <string>

#include "cli/options/daemon/filter_options.h"
#include "cli/options/rewrite_options.h"
#include "policy/policy.h"

namespace basewalk::cli {

/// What the milter was told itself, as typed and as it was understood.
struct OwnOptions {
  const TypedFilterOptions& typed;
  const RewriteOptions& rewriting;
  const policy::Treatment& treatment;
};

/// Reads the file of --policy and gives each rule its treatment; nothing, with a message for each
/// thing that makes no sense, where there is one.
std::optional<policy::Policy> read_policy(const std::string& file, const OwnOptions& own);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_POLICY_OPTIONS_H_
