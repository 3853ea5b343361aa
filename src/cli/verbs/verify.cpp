// SPDX-License-Identifier: MIT
//
// Every byte of an archive accounted for: what was read, passed over, or could not be read.
//
// The reader tells of troubles with their bytes, and of the end of each source; what is in no
// trouble was read.  Sources lie in one another (an mbox in a tar): so many are open at a time, no
// more.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/options/output_plan.h"
#include "cli/options/shared_options.h"
#include "cli/verbs/each_message.h"
#include "output/range_records.h"
#include "text/amounts.h"
#include "text/enum_table.h"

namespace basewalk::cli {
namespace {

using output::Range;
using output::RangeState;
using run::Results;

constexpr std::size_t kStates = enumerators<RangeState>();

// Counts of files and members that do not lie in others hold all bytes; what they hold is counted
// there again.
struct Totals {
  std::array<std::uint64_t, kStates> ranges{}, bytes{};
  std::uint64_t sources = 0, messages = 0;
};

class VerifyWork final : public run::MessageWork {
 public:
  VerifyWork(output::Format format, Totals& totals) : format_(format), totals_(totals) {}

  void message(const run::EachMessage&) override {}

  void problem(const archive::Item& item, Results& results) override {
    Trouble trouble{item.extent, item.trouble, item.problem};
    if (!item.is_all) {
      open_[*item.source].push_back(std::move(trouble));
      return;
    }
    ++totals_.sources;
    write(*item.source, trouble, results);
  }

  void source_end(const archive::Item& item, Results& results) override {
    std::vector<Trouble> troubles;
    if (const auto open = open_.find(*item.source); open != open_.end()) {
      troubles = std::move(open->second);
      open_.erase(open);
    }
    std::stable_sort(troubles.begin(), troubles.end(),
                     [](const Trouble& a, const Trouble& b) { return a.begin() < b.begin(); });
    std::uint64_t at = 0;
    for (const Trouble& trouble : troubles) {
      if (trouble.extent && output::state_of(trouble.trouble) != RangeState::doubtful) {
        write_read(item, at, trouble.begin(), results);
        at = std::max(at, trouble.begin() + trouble.extent->length);
      }
      write(*item.source, trouble, results);
    }
    if (at > 0 || troubles.empty() || item.end->bytes > 0)
      write_read(item, at, item.end->bytes, results);
    ++totals_.sources;
    totals_.messages += item.end->messages;
  }

 private:
  struct Trouble {
    std::optional<archive::Extent> extent;
    archive::Trouble trouble;
    std::string text;
    std::uint64_t begin() const { return extent ? extent->begin : 0; }
  };

  void write_read(const archive::Item& item, std::uint64_t begin, std::uint64_t end,
                  Results& results) {
    // What has no bytes at all was read, too.
    if (begin >= end && (begin > 0 || item.end->bytes > 0)) return;
    const bool has_messages = item.end->kind != "archive";
    append({*item.source,
            RangeState::read,
            begin,
            end - std::min(begin, end),
            item.end->kind,
            has_messages ? std::optional(item.end->messages) : std::nullopt,
            {},
            {}},
           results);
  }

  void write(std::string_view source, const Trouble& trouble, Results& results) {
    Range range{source,      output::state_of(trouble.trouble), {}, {}, {}, {}, trouble.trouble,
                trouble.text};
    if (trouble.extent) {
      range.begin = trouble.extent->begin;
      range.bytes = trouble.extent->length;
    }
    append(range, results);
  }

  void append(const Range& range, Results& results) {
    const auto state = static_cast<std::size_t>(range.state);
    ++totals_.ranges[state];
    totals_.bytes[state] += range.bytes.value_or(0);
    if (format_ == output::Format::jsonl)
      output::append_range_as_json(range, results.buffer());
    else
      output::append_range_as_text(range, results.buffer());
    results.flush_if_full();
  }

  output::Format format_;
  Totals& totals_;
  std::map<std::string, std::vector<Trouble>, std::less<>> open_;
};

class Verify final : public Verb {
 public:
  void set_up(CLI::App& app) override { add_reading_options(app, options_, {"text", "jsonl"}); }
  int run() override {
    // One thread: the ranges of a source are put together in the order in which it is read.
    options_.jobs = 1;
    std::optional<OutputPlan> plan = output_plan(options_);
    if (!plan) return kUsage;
    plan->to.forget = true;  // it has no --resume
    Totals totals;
    const int status = for_each_message(
        options_, *plan, [&] { return std::make_unique<VerifyWork>(plan->to.format, totals); },
        true);
    if (totals.sources > 0 || status == kDone) tell(totals);
    const auto count = [&](RangeState state) {
      return totals.ranges[static_cast<std::size_t>(state)];
    };
    const bool all_read = count(RangeState::failed) + count(RangeState::doubtful) == 0;
    return status == kDone && !all_read ? int{kIncomplete} : status;
  }

 private:
  static void tell(const Totals& totals) {
    std::string text = text::number_text(totals.sources) + " files and members, " +
                       text::number_text(totals.messages) + " messages";
    for (std::size_t i = 0; i < kStates; ++i) {
      if (totals.ranges[i] == 0) continue;
      text += "; " + std::string(output::name(static_cast<RangeState>(i))) + ": " +
              text::number_text(totals.bytes[i]) + " bytes in " +
              text::number_text(totals.ranges[i]) + (totals.ranges[i] == 1 ? " range" : " ranges");
    }
    complain(text);
  }

  SharedOptions options_;
};

}  // namespace

const Command kVerify = {"verify", "Every byte accounted for: read, skipped or failed",
                         make_verb<Verify>};

}  // namespace basewalk::cli
