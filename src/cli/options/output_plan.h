// SPDX-License-Identifier: MIT
//
// What the options about the output come to, taken together with the name of the file.
#ifndef BASEWALK_CLI_OPTIONS_OUTPUT_PLAN_H_
#define BASEWALK_CLI_OPTIONS_OUTPUT_PLAN_H_

#include <optional>
#include <string>

#include "basewalk/archive/source.h"
#include "cli/options/shared_options.h"
#include "text/compress.h"

namespace basewalk::cli {

enum class Format : std::uint8_t { text, jsonl, csv, sqlite };

struct OutputPlan {
  Format format = Format::text;
  Compression compression = Compression::none;
  std::string file;  ///< empty: standard output
  bool resume = false;
  archive::Shard shard;
  bool sharded = false;         ///< --shard was given: what may succeed later exits with 75
  bool part_of_folder = false;  ///< -o DIR/: does nothing where the part is there
  std::string fingerprint;      ///< the command, as far as it decides what is written
};

/// By the end of a name: ".jsonl", ".csv.zst", ".db".
std::optional<Format> format_of_name(std::string_view name);

/// Nothing, with a message, where the options make no sense together.
std::optional<OutputPlan> output_plan(const SharedOptions& options);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_OUTPUT_PLAN_H_
