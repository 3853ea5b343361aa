// SPDX-License-Identifier: MIT
//
// basewalk merge: the parts that slices have written, put together.
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/options/output_plan.h"
#include "output/parts.h"
#include "run/writer.h"

namespace basewalk::cli {
namespace {

struct Options {
  std::vector<std::string> parts;
  std::string output;
} options;

class SinkWriter final : public RecordWriter {
 public:
  explicit SinkWriter(Sink& sink) : sink_(sink) {}
  bool write(std::string_view record) override {
    buffer_ += record;
    if (buffer_.size() >= sink_.full()) flush();
    return !sink_.failed();
  }
  void flush() {
    packed_.clear();
    append_compressed(packed_, buffer_, sink_.compression());
    sink_.write(packed_);
    buffer_.clear();
  }

 private:
  Sink& sink_;
  std::string buffer_, packed_;
};

int merge_records(const std::vector<std::string>& parts, const OutputPlan& plan) {
  int status = kDone;
  const std::unique_ptr<Sink> sink = open_sink(plan, status);
  if (!sink) return status;
  SinkWriter writer(*sink);
  const bool done =
      plan.format == Format::csv ? merge_csv(parts, writer) : merge_jsonl(parts, writer);
  if (!done) return kIncomplete;
  writer.flush();
  return sink->commit() ? kDone : kIncomplete;
}

int run() {
  const std::optional<std::vector<std::string>> parts = order_parts(options.parts);
  if (!parts) return kIncomplete;
  OutputPlan plan;
  plan.file = options.output;
  plan.fingerprint = "basewalk merge\n";
  plan.compression = compression_of(options.output);
  const std::optional<Format> format = format_of_name(parts->front());
  if (!format) {
    complain(parts->front() + ": merge puts .jsonl, .csv and .sqlite together; what is this?");
    return kUsage;
  }
  plan.format = *format;
  for (const std::string& part : *parts)
    if (format_of_name(part) != format) {
      complain(part + ": is of another kind than " + parts->front());
      return kUsage;
    }
  const std::optional<Format> named = format_of_name(options.output);
  if (named && named != format) {
    complain("-o " + options.output + ": merge does not convert; the parts are of another kind");
    return kUsage;
  }
  if (plan.format != Format::sqlite) return merge_records(*parts, plan);
  if (plan.file.empty() || plan.compression != Compression::none) {
    complain("parts that are databases make a database: name it with -o FILE");
    return kUsage;
  }
  return merge_databases(*parts, plan);
}

Command::Run set_up(CLI::App& app) {
  app.add_option("PART", options.parts, "What --shard has written, or the folder that has it")
      ->required();
  app.add_option("-o,--output", options.output, "Write FILE, whole or not at all")
      ->type_name("FILE");
  app.footer(
      "Parts are put in the order of the numbers in their names.  The result is what one run over\n"
      "everything would have written.");
  return run;
}

}  // namespace

const Command kMerge = {"merge", "Parts that --shard has written, put together", set_up};

}  // namespace basewalk::cli
