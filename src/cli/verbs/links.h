// SPDX-License-Identifier: MIT
//
// What the verbs that tell links have in common.
#ifndef BASEWALK_CLI_VERBS_LINKS_H_
#define BASEWALK_CLI_VERBS_LINKS_H_

#include "cli/options/link_options.h"
#include "cli/options/output_plan.h"
#include "cli/options/shared_options.h"
#include "output/prompt/choice.h"
#include "run/writer.h"

namespace basewalk::cli {

/// How links are looked for and shown: --match, --text, --linkify ...
void add_telling_of_links(CLI::App& app, SharedOptions& options, LinkOptions& chosen);

/// Reads what is told of links into `plan` and `choice`.  False, with a complaint, where that makes
/// no sense.
bool can_tell_links(const SharedOptions& options, const LinkOptions& chosen, OutputPlan& plan,
                    output::Choice& choice);

/// Tells the links of all sources.  `names_each`: as text, each message is named, though it is the
/// only one.  Where there is an `own` writer it takes them.  Returns the exit status.
int tell_links(const SharedOptions& options, const LinkOptions& chosen, bool names_each,
               run::Writer* own = nullptr);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_LINKS_H_
