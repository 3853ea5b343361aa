// SPDX-License-Identifier: MIT
#include "cli/options/output_plan.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "basewalk/archive/name_list.h"
#include "basewalk/archive/plan.h"
#include "cli/command.h"
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
  const text::Compression packed = text::compression_of(name);
  name.remove_suffix(text::extension(packed).size());
  if (output::format_of_name(name)) return true;
  const std::string_view last = name.substr(name.rfind('/') + 1);
  const std::size_t dot = last.rfind('.');
  return dot == std::string_view::npos || dot == 0 || last.substr(dot) == ".txt" ||
         last.substr(dot) == ".text";
}

std::string known_ends(const SharedOptions& options) {
  std::string ends;
  if (!options.own_end.empty()) ends = options.own_end;
  for (const std::string& format : options.formats)
    ends += (ends.empty() ? "" : ", ") + (format == "text" ? std::string(".txt") : "." + format);
  return ends;
}

bool is_regular(const std::string& name) {
  struct stat status {};
  return ::stat(name.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// Is the source that file, or a folder around it?
bool is_or_holds(const std::string& source, const std::filesystem::path& target) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (source.empty() || source == "-") return false;
  const fs::path path = fs::canonical(source, error);
  if (error) return false;
  if (path == target || fs::equivalent(path, target, error)) return true;
  const auto [in_path, in_target] =
      std::mismatch(path.begin(), path.end(), target.begin(), target.end());
  return in_path == path.end() && fs::is_directory(path, error);
}

// The source that the file is, or lies in; empty where there is none.
std::string overwritten(const SharedOptions& options, const std::string& file) {
  std::error_code error;
  namespace fs = std::filesystem;
  if (file.empty() || !text::is_replaceable(file) || !fs::exists(file, error)) return {};
  const fs::path target = fs::canonical(file, error);
  if (error) return {};
  std::vector<std::string> inputs = options.sources;
  inputs.push_back(options.files_from);
  inputs.push_back(options.plan);
  for (const std::string& source : inputs)
    if (is_or_holds(source, target)) return source;
  if (!options.plan.empty()) {
    const Result<archive::Plan> plan = archive::Plan::open(options.plan);
    return plan ? plan->source_of(file) : "";  // that is told where it is read
  }
  // What comes through a pipe comes once.
  if (!is_regular(options.files_from)) return {};
  Result<archive::NameList> list =
      archive::NameList::open(options.files_from, options.nul_ends_names ? '\0' : '\n');
  if (!list) return {};  // that is told where it is read
  while (std::optional<std::string> source = list->next())
    if (is_or_holds(*source, target)) return *std::move(source);
  return {};
}

// Neither standard output nor a device.
bool is_written_to(const std::string& file) {
  return !file.empty() && file != "-" && text::is_replaceable(file);
}

bool would_overwrite(const std::string& option, const std::string& file, const std::string& input) {
  return wrong(option + " " + file + ": is one of the inputs (" + input +
               "), and would be overwritten; give another name");
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
  if (const std::string input = overwritten(options, plan.to.file); !input.empty())
    return would_overwrite("-o", options.output, input);
  if (options.summary != "-") {
    if (const std::string input = overwritten(options, options.summary); !input.empty())
      return would_overwrite("--summary", options.summary, input);
    if (text::is_replaceable(options.summary) && text::is_same_file(options.summary, plan.to.file))
      return wrong("--summary " + options.summary + ": is the file of -o; give another name");
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

bool leaves_sources(const std::string& option, const std::string& file,
                    const std::vector<std::string>& sources) {
  if (!is_written_to(file)) return true;
  for (const std::string& source : sources)
    if (source != "-" && text::is_same_file(file, source))
      return would_overwrite(option, file, source);
  return true;
}

bool leaves_sources(const std::string& option, const std::string& file,
                    const SharedOptions& options) {
  if (!is_written_to(file)) return true;
  const std::string input = overwritten(options, file);
  return input.empty() || would_overwrite(option, file, input);
}

bool are_apart(const std::vector<NamedFile>& written, const std::vector<std::string>& read) {
  for (auto one = written.begin(); one != written.end(); ++one) {
    const std::string option(one->option);
    if (!leaves_sources(option, one->file, read)) return false;
    for (auto before = written.begin(); before != one; ++before)
      if (is_written_to(one->file) && text::is_same_file(one->file, before->file))
        return wrong(option + " " + one->file + ": is the file of " + std::string(before->option) +
                     "; give another name");
  }
  return true;
}

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
  plan.to.file = options.output;
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
