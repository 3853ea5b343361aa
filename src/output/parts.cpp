// SPDX-License-Identifier: MIT
#include "output/parts.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/command.h"
#include "run/shard.h"

namespace basewalk::cli {
namespace {

struct Part {
  std::string name;
  std::optional<archive::Shard> shard;
};

// False, with a message, where a folder cannot be read or has no parts.
bool add(const std::string& name, std::vector<Part>& parts) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (!fs::exists(status)) {
    complain(name + ": " + error.message());
    return false;
  }
  if (!fs::is_directory(status)) {
    parts.push_back({name, shard_of_part(name)});
    return true;
  }
  const std::size_t before = parts.size();
  for (fs::directory_iterator entry(name, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string path = entry->path().string();
    // What is still being written has another last name.
    if (path.ends_with(".partial") || path.ends_with(".resume") || path.ends_with("-journal"))
      continue;
    if (const auto shard = shard_of_part(path)) parts.push_back({path, shard});
  }
  if (error) {
    complain(name + ": " + error.message());
    return false;
  }
  if (parts.size() == before) complain(name + ": there are no parts in this folder");
  return parts.size() != before;
}

bool are_complete(const std::vector<Part>& parts) {
  const std::size_t count = parts.front().shard->count;
  std::size_t wanted = 0;
  for (const Part& part : parts) {
    if (part.shard->count != count) {
      complain(part.name + ": is a part of " + std::to_string(part.shard->count) + ", " +
               parts.front().name + " one of " + std::to_string(count));
      return false;
    }
    if (part.shard->index < wanted) {
      complain(part.name + ": part " + std::to_string(part.shard->index) + " is there twice");
      return false;
    }
    if (part.shard->index > wanted) break;
    ++wanted;
  }
  if (wanted == count) return true;
  complain("part " + std::to_string(wanted) + " of " + std::to_string(count) + " is missing (" +
           part_name({wanted, count}, "") + ".*)");
  return false;
}

}  // namespace

std::optional<std::vector<std::string>> order_parts(const std::vector<std::string>& names) {
  std::vector<Part> parts;
  for (const std::string& name : names)
    if (!add(name, parts)) return {};
  const auto unnamed = std::ranges::count_if(parts, [](const Part& part) { return !part.shard; });
  if (unnamed == 0) {
    std::ranges::sort(parts, {}, [](const Part& part) { return part.shard->index; });
    if (!are_complete(parts)) return {};
  } else if (std::cmp_not_equal(unnamed, parts.size())) {
    const auto it = std::ranges::find_if(parts, [](const Part& part) { return !part.shard; });
    complain(it->name + ": is not named as a part, as others are; its place is not known");
    return {};
  }
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

}  // namespace basewalk::cli
