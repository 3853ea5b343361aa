// SPDX-License-Identifier: MIT
#include "cli/options/output_plan.h"

#include <sys/stat.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/options/written_files.h"
#include "run/shard.h"
#include "text/files/path.h"

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

// A name without an end, or with one of a text, is one of a text.
bool is_known_name(std::string_view name) {
  if (name.empty() || output::format_of_name(name)) return true;
  const std::string_view end = output::end_of_name(name);
  return end.empty() || end == ".txt" || end == ".text";
}

std::string known_ends(const SharedOptions& options) {
  std::string ends;
  if (!options.own_end.empty()) ends = options.own_end;
  for (const std::string& format : options.formats)
    ends += (ends.empty() ? "" : ", ") + (format == "text" ? std::string(".txt") : "." + format);
  return ends;
}

bool check(const SharedOptions& options, const OutputPlan& plan) {
  if (std::ranges::find(options.formats, name(plan.to.format)) == options.formats.end())
    return wrong("-o " + options.output + ": this verb does not write such files; give a " +
                 (options.own_end.empty() ? "--format" : "name that ends in " + options.own_end));
  if (plan.to.format == output::Format::sqlite && plan.to.compression != text::Compression::none)
    return wrong("a database cannot be compressed while it is written; give a name without " +
                 std::string(text::extension(plan.to.compression)));
  if (plan.to.format == output::Format::sqlite && plan.to.file.empty())
    return wrong("--format sqlite needs a file: give one with -o FILE");
  if (plan.to.format == output::Format::tsv && plan.sharded)
    return wrong("--shard: slices are put together of jsonl, csv and sqlite; give one of these");
  if (plan.to.resume && plan.to.restart)
    return wrong("--resume goes on and --restart begins anew; give one of both");
  if (plan.to.restart && plan.to.file.empty())
    return wrong("--restart needs a file to begin anew: give it with -o FILE");
  if (!leaves_sources("-o", plan.to.file, options)) return false;
  if (options.summary != "-") {
    if (!leaves_sources("--summary", options.summary, options)) return false;
    if (!is_apart({"--summary", options.summary}, {"-o", plan.to.file})) return false;
  }
  const bool is_own = !options.own_end.empty() && plan.to.file.ends_with(options.own_end);
  if (options.format.empty() && !plan.part_of_folder && !is_own && !is_known_name(plan.to.file))
    return wrong("-o " + options.output + ": what is to be in a file with such a name? give a " +
                 "--format, or a name that ends in " + known_ends(options));
  if (plan.to.resume && plan.to.file.empty())
    return wrong("--resume needs a file to go on with: give it with -o FILE");
  if (options.summary == "-" && plan.to.file.empty())
    return wrong("--summary -: the results go to standard output already; give a FILE, or -o FILE");
  const bool is_one = options.sources.size() == 1 && options.plan.empty();
  if (options.at && (!is_one || plan.to.resume || plan.sharded))
    return wrong("--at shows one message of one SOURCE, without --plan, --resume and --shard");
  return true;
}

}  // namespace

std::optional<OutputPlan> output_plan(const SharedOptions& options) {
  OutputPlan plan;
  plan.to.resume = options.resume;
  plan.to.restart = options.restart;
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
  if (options.output != "-") plan.to.file = options.output;  // standard output, as without it
  if (folder) {
    if (!plan.sharded) {
      wrong("-o " + options.output + ": is a folder; name a file in it" +
            (options.own_end.empty() ? ", or give --shard I/N, too" : ""));
      return {};
    }
    if (!plan.to.file.ends_with('/')) plan.to.file += '/';
    plan.to.file +=
        run::part_name(plan.shard, "." + std::string(name(plan.to.format)) +
                                       std::string(text::extension(plan.to.compression)));
  }
  plan.part_of_folder = folder;
  // A slice that is tried again makes its part anew.
  plan.to.forget = plan.sharded && !plan.to.resume;
  plan.to.sources = options.sources;
  if (!options.plan.empty()) plan.to.sources = {options.plan};
  if (options.describe) plan.to.fingerprint = options.describe();
  if (!check(options, plan)) return {};
  return plan;
}

}  // namespace basewalk::cli
