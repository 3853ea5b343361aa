// SPDX-License-Identifier: MIT
#include "run/shard.h"

#include <charconv>
#include <cstdio>

namespace basewalk::run {
namespace {

constexpr std::size_t kMostShards = 1'000'000;
constexpr std::string_view kPart = "part-", kOf = "-of-";

// Takes a number off the front of `text`.
std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number > kMostShards) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<archive::Shard> take_shard(std::string_view& text, std::string_view between) {
  const std::optional<std::size_t> index = take_number(text);
  if (!index || !text.starts_with(between)) return {};
  text.remove_prefix(between.size());
  const std::optional<std::size_t> count = take_number(text);
  if (!count || *index >= *count) return {};
  return archive::Shard{*index, *count};
}

}  // namespace

std::optional<archive::Shard> parse_shard(std::string_view text) {
  const std::optional<archive::Shard> shard = take_shard(text, "/");
  return text.empty() ? shard : std::nullopt;
}

std::string part_name(const archive::Shard& shard, std::string_view extension) {
  char name[64];
  std::snprintf(name, sizeof name, "part-%05zu-of-%05zu", shard.index, shard.count);
  return name + std::string(extension);
}

std::optional<archive::Shard> shard_of_part(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  if (!name.starts_with(kPart)) return {};
  name.remove_prefix(kPart.size());
  const std::optional<archive::Shard> shard = take_shard(name, kOf);
  return shard && name.starts_with('.') ? shard : std::nullopt;
}

}  // namespace basewalk::run
