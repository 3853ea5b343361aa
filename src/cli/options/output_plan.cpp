// SPDX-License-Identifier: MIT
#include "cli/options/output_plan.h"

#include <sys/stat.h>

#include <algorithm>

#include "cli/command.h"
#include "run/shard.h"

namespace basewalk::cli {
namespace {

bool is_folder(const std::string& name) {
  struct stat status {};
  return name.ends_with('/') || (::stat(name.c_str(), &status) == 0 && S_ISDIR(status.st_mode));
}

// By --format ("jsonl", "jsonl.zst"); by the name of the file; text.
void choose_format(const SharedOptions& options, bool folder, output::Destination& to) {
  to.compression = text::compression_of(options.format);
  if (!folder && to.compression == text::Compression::none)
    to.compression = text::compression_of(options.output);
  if (!options.format.empty())
    to.format = output::format_named(options.format).value_or(output::Format::text);
  else if (folder)
    to.format = output::Format::jsonl;
  else
    to.format = output::format_of_name(options.output).value_or(output::Format::text);
}

bool wrong(const std::string& what) {
  complain(what);
  return false;
}

bool check(const SharedOptions& options, const OutputPlan& plan) {
  if (std::ranges::find(options.formats, name(plan.to.format)) == options.formats.end())
    return wrong("-o " + options.output + ": this verb does not write such files; give a --format");
  if (plan.to.format == output::Format::sqlite && plan.to.compression != text::Compression::none)
    return wrong("a database cannot be compressed while it is written; give a name without " +
                 std::string(text::extension(plan.to.compression)));
  if (plan.to.format == output::Format::sqlite && plan.to.file.empty())
    return wrong("--format sqlite needs a file: give one with -o FILE");
  if (plan.to.resume && plan.to.file.empty())
    return wrong("--resume needs a file to go on with: give it with -o FILE");
  if (options.summary == "-" && plan.to.file.empty())
    return wrong("--summary -: the results go to standard output already; give a FILE, or -o FILE");
  if (options.at && (options.sources.size() != 1 || plan.to.resume || plan.sharded))
    return wrong("--at shows one message of one SOURCE, without --resume and --shard");
  return true;
}

}  // namespace

std::optional<OutputPlan> output_plan(const SharedOptions& options) {
  OutputPlan plan;
  plan.to.resume = options.resume;
  plan.sharded = !options.shard.empty();
  if (plan.sharded) {
    const std::optional<archive::Shard> shard = run::parse_shard(options.shard);
    if (!shard) {
      wrong("--shard " + options.shard + ": give I/N, slice I (from 0) of N, as in --shard 0/8");
      return {};
    }
    plan.shard = *shard;
  }
  const bool folder = !options.output.empty() && is_folder(options.output);
  choose_format(options, folder, plan.to);
  plan.to.file = options.output;
  if (folder) {
    if (!plan.sharded) {
      wrong("-o " + options.output + ": is a folder; name a file in it, or give --shard I/N, too");
      return {};
    }
    if (!plan.to.file.ends_with('/')) plan.to.file += '/';
    plan.to.file +=
        run::part_name(plan.shard, "." + std::string(name(plan.to.format)) +
                                       std::string(text::extension(plan.to.compression)));
  }
  plan.part_of_folder = folder;
  if (options.describe) plan.to.fingerprint = options.describe();
  if (!check(options, plan)) return {};
  return plan;
}

}  // namespace basewalk::cli
