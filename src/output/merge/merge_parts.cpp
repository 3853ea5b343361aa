// SPDX-License-Identifier: MIT
#include "output/merge/merge.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "run/shard.h"

namespace basewalk::output {
namespace {

struct Part {
  std::string name;
  std::optional<archive::Shard> shard;
};

// Empty, or why a folder cannot be read or has no parts.
std::string add(const std::string& name, std::vector<Part>& parts) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (!fs::exists(status)) return name + ": " + error.message();
  if (!fs::is_directory(status)) {
    parts.push_back({name, run::shard_of_part(name)});
    return {};
  }
  const std::size_t before = parts.size();
  for (fs::directory_iterator entry(name, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string path = entry->path().string();
    // What is still being written has another last name.
    if (path.ends_with(".partial") || path.ends_with(".resume") || path.ends_with("-journal"))
      continue;
    if (const auto shard = run::shard_of_part(path)) parts.push_back({path, shard});
  }
  if (error) return name + ": " + error.message();
  return parts.size() == before ? name + ": there are no parts in this folder" : "";
}

// Empty, or what is given twice, under whatever name: each of its messages would be there twice.
std::string twice(const std::vector<Part>& parts) {
  std::map<std::pair<dev_t, ino_t>, const std::string*> files;
  for (const Part& part : parts) {
    struct stat status {};
    if (::stat(part.name.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    const auto [file, is_new] = files.emplace(std::pair(status.st_dev, status.st_ino), &part.name);
    if (!is_new) return part.name + ": is given twice (" + *file->second + ")";
  }
  return {};
}

// Empty, or what is missing or too much.
std::string incomplete(const std::vector<Part>& parts) {
  const std::size_t count = parts.front().shard->count;
  std::size_t wanted = 0;
  for (const Part& part : parts) {
    if (part.shard->count != count)
      return part.name + ": is a part of " + std::to_string(part.shard->count) + ", " +
             parts.front().name + " one of " + std::to_string(count);
    if (part.shard->index < wanted)
      return part.name + ": part " + std::to_string(part.shard->index) + " is there twice";
    if (part.shard->index > wanted) break;
    ++wanted;
  }
  if (wanted == count) return {};
  return "part " + std::to_string(wanted) + " of " + std::to_string(count) + " is missing (" +
         run::part_name({wanted, count}, "") + ".*)";
}

}  // namespace

Result<std::vector<std::string>> order_parts(const std::vector<std::string>& names) {
  std::vector<Part> parts;
  for (const std::string& name : names)
    if (std::string why = add(name, parts); !why.empty()) return Error{"parts", 0, why};
  const auto unnamed = std::ranges::count_if(parts, [](const Part& part) { return !part.shard; });
  if (unnamed == 0) {
    std::ranges::sort(parts, {}, [](const Part& part) { return part.shard->index; });
    if (std::string why = incomplete(parts); !why.empty()) return Error{"parts", 0, why};
  } else if (std::cmp_not_equal(unnamed, parts.size())) {
    const auto it = std::ranges::find_if(parts, [](const Part& part) { return !part.shard; });
    return Error{"parts", 0,
                 it->name + ": is not named as a part, as others are; its place is not known"};
  }
  if (std::string why = twice(parts); !why.empty()) return Error{"parts", 0, why};
  std::vector<std::string> ordered;
  for (Part& part : parts) ordered.push_back(std::move(part.name));
  return ordered;
}

std::optional<std::uint64_t> Numbers::of(std::string_view source,
                                         std::optional<std::uint64_t> known, bool same_message) {
  if (known) {
    source_ = source;
    last_ = *known;
    return known;
  }
  if (source != source_) return {};
  if (!same_message) ++last_;
  return last_;
}

std::string begins_inside(const std::string& part, std::string_view source) {
  return part + ": begins inside " + std::string(source) +
         ", which no part before it has; are all parts there, and in their order?";
}

}  // namespace basewalk::output
