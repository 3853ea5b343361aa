// SPDX-License-Identifier: MIT
//
// What the verbs that read mail have in common: from what was typed to a run over all messages
// (run/run.h), and to what is said at its end.
#ifndef BASEWALK_CLI_VERBS_EACH_MESSAGE_H_
#define BASEWALK_CLI_VERBS_EACH_MESSAGE_H_

#include <functional>
#include <memory>

#include "cli/options/output_plan.h"
#include "cli/options/shared_options.h"
#include "run/run.h"

namespace basewalk::cli {

/// Reads the messages of all sources and gives each to the work of some thread.  What that puts
/// into its results is written in the order of the input.  With `account` it is told of the end of
/// each source, too.  Returns the exit status.
int for_each_message(const SharedOptions& options, const OutputPlan& plan,
                     const std::function<std::unique_ptr<run::MessageWork>()>& new_work,
                     bool account = false);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_EACH_MESSAGE_H_
