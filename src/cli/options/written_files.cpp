// SPDX-License-Identifier: MIT
#include "cli/options/written_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "basewalk/archive/name_list.h"
#include "basewalk/archive/plan.h"
#include "cli/command.h"
#include "text/files/partial_file.h"
#include "text/files/path.h"

namespace basewalk::cli {
namespace {

bool refuse(const std::string& what) {
  complain(what);
  return false;
}

bool is_regular(const std::string& name) {
  struct stat status {};
  return ::stat(name.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// What `<FILE` has opened has its name still.
bool is_standard_input(const std::string& name) {
  struct stat input {
  }, status{};
  return ::fstat(STDIN_FILENO, &input) == 0 && ::stat(name.c_str(), &status) == 0 &&
         S_ISREG(input.st_mode) && input.st_dev == status.st_dev && input.st_ino == status.st_ino;
}

// Is the source that file, or a folder around it?
bool is_or_holds(const std::string& source, const std::filesystem::path& target) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (source.empty()) return false;
  if (source == "-") return is_standard_input(target);
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
  if (std::ranges::all_of(inputs, &std::string::empty)) inputs.emplace_back("-");
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

// Does `other` mean one of those of `file`?
bool is_own_name(const std::string& other, const std::string& file) {
  return is_written_to(file) &&
         std::ranges::any_of(text::kEndsOfPartial, [&](std::string_view end) {
           return text::is_same_file(other, text::target_of(file).append(end));
         });
}

bool would_overwrite(const std::string& option, const std::string& file, const std::string& input) {
  return refuse(option + " " + file + ": is one of the inputs (" +
                (input == "-" ? "standard input" : input) +
                "), and would be overwritten; give another name");
}

}  // namespace

bool leaves_sources(const std::string& option, const std::string& file,
                    const std::vector<std::string>& sources) {
  if (!is_written_to(file)) return true;
  for (const std::string& source : sources)
    if (source == "-" ? is_standard_input(file) : text::is_same_file(file, source))
      return would_overwrite(option, file, source);
  return true;
}

bool leaves_sources(const std::string& option, const std::string& file,
                    const SharedOptions& options) {
  if (!is_written_to(file)) return true;
  const std::string input = overwritten(options, file);
  return input.empty() || would_overwrite(option, file, input);
}

bool is_apart(const NamedFile& one, const NamedFile& other) {
  if (!is_written_to(one.file) || !is_written_to(other.file)) return true;
  const std::string option(one.option), before(other.option);
  if (text::is_same_file(one.file, other.file))
    return refuse(option + " " + one.file + ": is the file of " + before + "; give another name");
  if (is_own_name(one.file, other.file))
    return refuse(option + " " + one.file + ": is a name that the file of " + before +
                  " has while it is written; give another name");
  if (is_own_name(other.file, one.file))
    return refuse(before + " " + other.file + ": is a name that the file of " + option +
                  " has while it is written; give another name");
  return true;
}

bool is_outside(const NamedFile& file, const std::string& folder) {
  namespace fs = std::filesystem;
  if (!is_written_to(file.file) || folder.empty()) return true;
  std::error_code error;
  const auto whole = [&](const std::string& name) {
    fs::path path = fs::weakly_canonical(fs::absolute(name, error), error);
    return path.has_filename() ? path : path.parent_path();
  };
  const fs::path around = whole(folder), target = whole(text::target_of(file.file));
  text::need_memory(error);
  if (error || std::mismatch(around.begin(), around.end(), target.begin(), target.end()).first !=
                   around.end())
    return true;
  return refuse(std::string(file.option) + " " + file.file +
                ": lies in the folder of -o; give another name");
}

bool are_apart(const std::vector<NamedFile>& written, const std::vector<std::string>& read) {
  for (auto one = written.begin(); one != written.end(); ++one) {
    if (!leaves_sources(std::string(one->option), one->file, read)) return false;
    for (auto before = written.begin(); before != one; ++before)
      if (!is_apart(*one, *before)) return false;
  }
  return true;
}

}  // namespace basewalk::cli
