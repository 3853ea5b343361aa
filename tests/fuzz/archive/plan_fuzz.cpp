// SPDX-License-Identifier: MIT
//
// Plans.  Any bytes as one: its slices have its files, in order, and each line says what it is read
// as.  And any bytes as a file that a plan is made of: what it leads to is what the name leads to,
// as a whole and in slices.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/find/plan_line.h"
#include "archive/find/plan_reader.h"
#include "basewalk/archive/plan.h"
#include "basewalk/archive/source.h"
#include "fuzz/fuzzing.h"

namespace {

using namespace basewalk::archive;
using basewalk::fuzz::require;
using basewalk::fuzz::Scratch;

constexpr std::size_t kMost = 200;

bool is_failure_of(const Found& found, const std::string& plan) {
  return found.failure && found.name == plan;
}

// The lines of the files; a plan that makes no sense says so at its end.
std::vector<std::string> files_of(const std::shared_ptr<const PlanFile>& plan, const Share& share,
                                  bool& is_damaged) {
  PlanReader reader(plan, share);
  std::vector<std::string> lines;
  while (const std::optional<Found> found = reader.next()) {
    if (is_failure_of(*found, plan->name()) && found->failure->trouble == Trouble::damaged) {
      is_damaged = true;
      require(!reader.next());
      break;
    }
    lines.push_back(plan_line(*found));
    // What is written of it says the same.
    const std::string_view line = std::string_view(lines.back()).substr(0, lines.back().size() - 1);
    const std::optional<Found> again = read_plan_line(line);
    require(again && plan_line(*again) == lines.back());
    if (lines.size() > kMost) break;
  }
  return lines;
}

void read_as_plan(std::string_view bytes) {
  const basewalk::fuzz::MemoryFile file(bytes);
  const basewalk::Result<Plan> plan = Plan::open(file.name());
  if (!plan) return require(!plan.error().code.empty());
  const PlanEnd& end = plan->file()->end();
  require(plan->files() == end.files && plan->bytes() == end.bytes && plan->id() == end.id);
  bool is_damaged = false;
  const std::vector<std::string> all = files_of(plan->file(), Share(), is_damaged);
  if (is_damaged || all.size() > kMost) return;
  std::vector<std::string> slices;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::string& line : files_of(plan->file(), Share({i, 3}, end.bytes), is_damaged)) {
      // A file over a cut is of both.
      if (slices.empty() || slices.back() != line) slices.push_back(std::move(line));
    }
  require(!is_damaged);
  // Those that have no bytes belong to the slice of their place, and may do so twice at a cut.
  std::vector<std::string> once = all;
  once.erase(std::unique(once.begin(), once.end()), once.end());
  require(slices == once);
}

using Got = std::pair<std::uint64_t, std::string>;
std::vector<Got> read(SourceReader reader) {
  std::vector<Got> all;
  while (const auto batch = reader.next())
    for (const Item& item : batch->items)
      all.emplace_back(item.offset, item.problem.empty() ? std::string(item.bytes) : item.problem);
  return all;
}

void plan_of(std::string_view bytes) {
  static const Scratch scratch;
  scratch.write("mail", bytes);
  scratch.write("other", "Subject: x\n\nhttp://example.com/\n");
  const std::vector<std::string> names = {scratch / "mail", scratch / "other"};
  std::size_t at = 0;
  const auto next = [&]() -> std::optional<std::string> {
    if (at == names.size()) return {};
    return names[at++];
  };
  PlanMaker maker(next, Kind::automatic);
  std::string text;
  while (const std::optional<PlanMaker::Line> line = maker.next()) text += line->text;
  scratch.write("plan", text);
  const basewalk::Result<Plan> plan = Plan::open(scratch / "plan");
  require(plan && plan->files() == maker.files() && plan->bytes() == maker.bytes());
  for (const std::string& name : names) require(plan->source_of(name) == name);
  require(plan->source_of(scratch / "plan").empty());
  ReadOptions options;
  options.message_bytes = std::size_t{1} << 20;
  const std::vector<Got> whole = read(SourceReader(names, options));
  require(read(SourceReader(*plan, options)) == whole);
  std::vector<Got> slices;
  for (std::size_t i = 0; i < 3; ++i) {
    options.shard = {i, 3};
    for (Got& got : read(SourceReader(*plan, options))) slices.push_back(std::move(got));
  }
  require(slices == whole);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = basewalk::fuzz::view(data, size);
  read_as_plan(bytes);
  if (size < 100'000) plan_of(bytes);
  return 0;
}
