// SPDX-License-Identifier: MIT
//
// Which links `basewalk links` tells, and what it makes of them: --only, --unique, --count, --sort,
// --with-place.
#ifndef BASEWALK_CLI_OPTIONS_LINK_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_LINK_OPTIONS_H_

#include <string>
#include <vector>

#include "cli/options/output_plan.h"
#include "output/prompt/choice.h"

namespace basewalk::cli {

/// As typed.
struct LinkOptions {
  std::vector<std::string> only;
  std::string unique, sort;
  bool count = false, place = false, hyperlinks = false;
};

/// --only.
void add_choosing_option(CLI::App& app, LinkOptions& options);
/// --unique, --count, --sort, --with-place.
void add_gathering_options(CLI::App& app, LinkOptions& options);

/// What they come to, which `plan` is told of.  False, with a message, where they make no sense
/// together.
bool take_link_options(const LinkOptions& options, OutputPlan& plan, output::Choice& choice);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_LINK_OPTIONS_H_
