// SPDX-License-Identifier: MIT
//
// Words that options and records have, read from any text: what is found under a name has that
// name, and lists hold what they say and nothing else.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/archive/source.h"
#include "basewalk/base/scope.h"
#include "basewalk/bundle/bundle.h"
#include "basewalk/flags.h"
#include "basewalk/open/kinds.h"
#include "basewalk/rewrite/rewrite.h"
#include "basewalk/url/url.h"
#include "fuzz/fuzzing.h"
#include "run/shard.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;

void check_kinds(std::string_view text) {
  const Result<open::Kinds> kinds = open::Kinds::parse(text);
  if (!kinds) {
    require(kinds.error().code == "unknown-kind" || kinds.error().code == "not-built");
    return;
  }
  // Each that it has is named in the text, or all are.
  for (unsigned i = 0; i <= static_cast<unsigned>(open::Kind::drawing); ++i) {
    const auto kind = static_cast<open::Kind>(i);
    if (kinds->has(kind))
      require(text.find(name(kind)) != text.npos || text.find("all") != text.npos);
  }
}

void check_shard(std::string_view text) {
  const auto shard = run::parse_shard(text);
  if (!shard) return;
  require(shard->count > 0 && shard->index < shard->count);
  const auto again = run::shard_of_part(run::part_name(*shard, ".jsonl"));
  if (shard->count < 100'000) require(again && again->index == shard->index);
  if (shard->count < 100'000) require(again->count == shard->count);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::view(data, size);
  if (const auto flag = flag_named(text)) require(name(*flag) == text);
  if (const auto rules = url::rules_named(text)) require(url::name(*rules) == text);
  if (const auto trouble = archive::trouble_named(text)) require(archive::name(*trouble) == text);
  if (const auto profile = bundle::profile_named(text)) require(bundle::name(*profile) == text);
  if (const auto condition = rewrite::read_condition(text)) require(!condition->value.empty());
  const Result<base::Honor> honor = base::Honor::parse(text);
  require(honor || (honor.error().code == "unknown-source" && !honor.error().detail.empty()));
  if (honor && honor->content_base) require(text.find("content-base") != text.npos);
  check_kinds(text);
  check_shard(text);
  return 0;
}
