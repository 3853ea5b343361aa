// SPDX-License-Identifier: MIT
#include "cli/options/output_plan.h"

#include <sys/stat.h>

#include <algorithm>

#include "cli/command.h"
#include "run/shard.h"

namespace basewalk::cli {
namespace {

struct FormatName {
  std::string_view name;
  Format format;
};
constexpr FormatName kFormats[] = {{"text", Format::text},
                                   {"jsonl", Format::jsonl},
                                   {"csv", Format::csv},
                                   {"sqlite", Format::sqlite}};
constexpr FormatName kEnds[] = {{".jsonl", Format::jsonl},    {".ndjson", Format::jsonl},
                                {".csv", Format::csv},        {".sqlite", Format::sqlite},
                                {".sqlite3", Format::sqlite}, {".db", Format::sqlite}};

std::string_view without_compression(std::string_view name) {
  name.remove_suffix(extension(compression_of(name)).size());
  return name;
}

bool is_folder(const std::string& name) {
  struct stat status {};
  return name.ends_with('/') || (::stat(name.c_str(), &status) == 0 && S_ISDIR(status.st_mode));
}

// By --format ("jsonl", "jsonl.zst"); by the name of the file; text.
void choose_format(const SharedOptions& options, bool folder, OutputPlan& plan) {
  plan.compression = compression_of(options.format);
  if (!folder && plan.compression == Compression::none)
    plan.compression = compression_of(options.output);
  for (const FormatName& entry : kFormats)
    if (without_compression(options.format) == entry.name) plan.format = entry.format;
  if (!options.format.empty()) return;
  if (const std::optional<Format> format = format_of_name(options.output)) plan.format = *format;
  if (folder) plan.format = Format::jsonl;
}

std::string_view name_of(Format format) {
  for (const FormatName& entry : kFormats)
    if (entry.format == format) return entry.name;
  return {};
}

bool wrong(const std::string& text) {
  complain(text);
  return false;
}

bool check(const SharedOptions& options, const OutputPlan& plan) {
  if (std::ranges::find(options.formats, name_of(plan.format)) == options.formats.end())
    return wrong("-o " + options.output + ": this verb does not write such files; give a --format");
  if (plan.format == Format::sqlite && plan.compression != Compression::none)
    return wrong("a database cannot be compressed while it is written; give a name without " +
                 std::string(extension(plan.compression)));
  if (plan.format == Format::sqlite && plan.file.empty())
    return wrong("--format sqlite needs a file: give one with -o FILE");
  if (plan.resume && plan.file.empty())
    return wrong("--resume needs a file to go on with: give it with -o FILE");
  if (options.summary == "-" && plan.file.empty())
    return wrong("--summary -: the results go to standard output already; give a FILE, or -o FILE");
  if (options.at && (options.sources.size() != 1 || plan.resume || plan.sharded))
    return wrong("--at shows one message of one SOURCE, without --resume and --shard");
  return true;
}

}  // namespace

std::optional<Format> format_of_name(std::string_view name) {
  for (const FormatName& entry : kEnds)
    if (without_compression(name).ends_with(entry.name)) return entry.format;
  return {};
}

std::optional<OutputPlan> output_plan(const SharedOptions& options) {
  OutputPlan plan;
  plan.resume = options.resume;
  plan.sharded = !options.shard.empty();
  if (plan.sharded) {
    const std::optional<archive::Shard> shard = parse_shard(options.shard);
    if (!shard) {
      wrong("--shard " + options.shard + ": give I/N, slice I (from 0) of N, as in --shard 0/8");
      return {};
    }
    plan.shard = *shard;
  }
  const bool folder = !options.output.empty() && is_folder(options.output);
  choose_format(options, folder, plan);
  plan.file = options.output;
  if (folder) {
    if (!plan.sharded) {
      wrong("-o " + options.output + ": is a folder; name a file in it, or give --shard I/N, too");
      return {};
    }
    if (!plan.file.ends_with('/')) plan.file += '/';
    plan.file += part_name(plan.shard, "." + std::string(name_of(plan.format)) +
                                           std::string(extension(plan.compression)));
  }
  plan.part_of_folder = folder;
  if (options.describe) plan.fingerprint = options.describe();
  if (!check(options, plan)) return {};
  return plan;
}

}  // namespace basewalk::cli
