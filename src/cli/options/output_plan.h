// SPDX-License-Identifier: MIT
//
// What the options about the output come to, taken together with the name of the file.
#ifndef BASEWALK_CLI_OPTIONS_OUTPUT_PLAN_H_
#define BASEWALK_CLI_OPTIONS_OUTPUT_PLAN_H_

#include <optional>
#include <string>

#include "basewalk/archive/source.h"
#include "cli/options/shared_options.h"
#include "output/prompt/gathered.h"
#include "output/writers.h"

namespace basewalk::cli {

struct OutputPlan {
  output::Destination to;
  archive::Shard shard;
  bool names_each = false;      ///< as text, each message is named, though it is the only one
  bool sharded = false;         ///< --shard was given: what may succeed later exits with 75
  output::Gathering gathering;  ///< what is made of links; nothing, but for `basewalk links`
  /// What takes the results instead of what `to` names; who gives it keeps it.
  run::Writer* own = nullptr;
  /// Behind an interruption the verb has something to remove, and then ends itself.
  bool closes_itself = false;
  std::string makes_in;         ///< a folder that more comes into than the results, and stays
  bool part_of_folder = false;  ///< -o DIR/: does nothing where the part is there
};

/// Nothing, with a message, where the options make no sense together.
std::optional<OutputPlan> output_plan(const SharedOptions& options);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_OUTPUT_PLAN_H_
