// SPDX-License-Identifier: MIT
#include "archive/find/line.h"

#include <string>
#include <utility>
#include <vector>

#include "archive/find/plan_reader.h"
#include "archive/find/tree.h"

namespace basewalk::archive {
namespace {

SourceReader::NextName names_of(std::shared_ptr<const std::vector<std::string>> names) {
  return [names, next = std::size_t{0}]() mutable -> std::optional<std::string> {
    if (next == names->size()) return {};
    return (*names)[next++];
  };
}

std::uint64_t total_of(const Share& share, std::uint64_t total) {
  return share.is_all() ? total : share.end() - share.begin();
}

}  // namespace

Line line_of(SourceReader::NextName names, const ReadOptions& options) {
  Line line;
  if (options.shard.count <= 1 && !options.measure) {
    line.files = std::make_unique<Tree>(std::move(names), options.as, options.written);
    return line;
  }
  // All names, and how long all of it is, before the first is read.
  auto all = std::make_shared<std::vector<std::string>>();
  while (std::optional<std::string> name = names()) all->push_back(std::move(*name));
  Tree tree(names_of(all), options.as, options.written);
  std::uint64_t total = 0;
  bool known = true;
  while (std::optional<Found> found = tree.next()) {
    const std::optional<std::uint64_t> size = size_of(*found);
    if (found->failure && found->failure->worth_a_retry) line.not_seen = *found;
    known = known && (size || found->from == FileStream::From::folder);
    total += size.value_or(0);
  }
  if (options.shard.count > 1) line.share = Share(options.shard, total);
  if (known) line.total = total_of(line.share, total);
  line.files = std::make_unique<Tree>(names_of(std::move(all)), options.as, options.written);
  return line;
}

Line line_of(const Plan& plan, const ReadOptions& options) {
  Line line;
  if (options.shard.count > 1) line.share = Share(options.shard, plan.bytes());
  line.total = total_of(line.share, plan.bytes());
  line.files = std::make_unique<PlanReader>(plan.file(), line.share);
  return line;
}

}  // namespace basewalk::archive
