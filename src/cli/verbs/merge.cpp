// SPDX-License-Identifier: MIT
//
// basewalk merge: the parts that slices have written, put together.
#include "output/merge/merge.h"

#include <CLI/CLI.hpp>

#include "basewalk/sink.h"
#include "cli/command.h"
#include "cli/options/written_files.h"
#include "cli/terminal.h"
#include "output/merge/partition.h"
#include "output/writers.h"
#include "run/writer.h"
#include "text/files/compress.h"
#include "text/files/path.h"

namespace basewalk::cli {
namespace {

using output::Destination;
using output::Format;

// Hands records on to a writer, in pieces that it likes.
class RecordSink final : public Sink {
 public:
  explicit RecordSink(run::Writer& writer) : writer_(writer) {}
  bool write(std::string_view record) override {
    buffer_ += record;
    if (buffer_.size() >= writer_.full()) flush();
    return !writer_.failed();
  }
  void flush() {
    packed_.clear();
    const std::string why = text::append_compressed(packed_, buffer_, writer_.compression());
    if (!why.empty()) writer_.fail(why);
    writer_.write(packed_);
    buffer_.clear();
  }

 private:
  run::Writer& writer_;
  std::string buffer_, packed_;
};

int merge_records(const std::vector<std::string>& parts, const Destination& to) {
  const Result<std::unique_ptr<run::Writer>> writer = output::open_writer(to);
  if (!writer)
    return complain(writer.error().detail, writer.error().code == "kind" ? kUsage : kIncomplete);
  RecordSink sink(**writer);
  UntilInterrupted until(sink);
  const std::string failure = to.format == Format::csv ? output::merge_csv(parts, until)
                                                       : output::merge_jsonl(parts, until);
  if (Interruption::happened()) return kIncomplete;
  if (!failure.empty()) return complain(failure, kIncomplete);
  sink.flush();
  if ((*writer)->commit()) return kDone;
  return complain((*writer)->failure(), kIncomplete);
}

class Merge final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("PART", parts_, "What --shard has written, or the folder that has it")
        ->required();
    app.add_option("-o,--output", output_, "Write FILE, whole or not at all")->type_name("FILE");
    app.add_option("--partition", partition_, "JSON lines: -o DIR has a file for each date or host")
        ->check(CLI::IsMember({"date", "host"}))
        ->option_text("WHAT");
    app.footer(
        "Parts are put in the order of the numbers in their names.  The result is what one run "
        "over\n"
        "everything would have written.");
  }
  int run() override;

 private:
  int merge();

  std::vector<std::string> parts_;
  std::string output_, partition_;
};

int merge_partition(const std::vector<std::string>& parts, std::string folder,
                    output::PartitionBy by) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  output::Partition partition(folder, by, text::compression_of(parts.front()));
  if (!partition.failure().empty())
    return complain(partition.failure(), partition.is_taken() ? int{kUsage} : int{kIncomplete});
  UntilInterrupted until(partition);
  const std::string failure = output::merge_jsonl(parts, until);
  if (Interruption::happened()) return kIncomplete;
  if (!failure.empty()) return complain(failure, kIncomplete);
  if (!partition.commit()) return complain(partition.failure(), kIncomplete);
  return kDone;
}

int Merge::run() {
  const Interruption interruption(!output_.empty() && output_ != "-" &&
                                  text::is_replaceable(output_));
  const int status = merge();
  if (status == kDone || !Interruption::happened()) return status;
  complain(kInterrupted);
  Interruption::end();
}

int Merge::merge() {
  const Result<std::vector<std::string>> parts = output::order_parts(parts_);
  if (!parts) return complain(parts.error().detail, kIncomplete);
  if (!leaves_sources("-o", output_, *parts)) return kUsage;
  Destination to;
  if (output_ != "-") to.file = output_;  // standard output, as without it
  to.forget = true;                       // it has no --resume
  to.fingerprint = "basewalk merge\n";
  to.compression = text::compression_of(output_);
  const std::optional<Format> format = output::format_of_name(parts->front());
  if (!format || *format == Format::tsv)
    return complain(
        parts->front() + ": merge puts .jsonl, .csv and .sqlite together; what is this?", kUsage);
  to.format = *format;
  for (const std::string& part : *parts)
    if (output::format_of_name(part) != format)
      return complain(part + ": is of another kind than " + parts->front(), kUsage);
  if (const auto by = output::partition_named(partition_)) {
    if (to.format != Format::jsonl)
      return complain("--partition takes JSON lines; a database can be asked by date and host",
                      kUsage);
    if (to.file.empty()) return complain("--partition makes a folder: name it with -o DIR", kUsage);
    return merge_partition(*parts, output_, *by);
  }
  const std::optional<Format> named = output::format_of_name(output_);
  if (named && named != format)
    return complain("-o " + output_ + ": merge does not convert; the parts are of another kind",
                    kUsage);
  if (!named && !output::end_of_name(output_).empty())
    return complain("-o " + output_ +
                        ": what is to be in a file with such a name? give one that ends in ." +
                        std::string(output::name(to.format)),
                    kUsage);
  if (to.format != Format::sqlite) return merge_records(*parts, to);
  if (to.file.empty() || to.compression != text::Compression::none)
    return complain("parts that are databases make a database: name it with -o FILE", kUsage);
  const std::string failure = output::merge_databases(*parts, to, &Interruption::happened());
  if (!failure.empty() && Interruption::happened()) return kIncomplete;
  return failure.empty() ? int{kDone} : complain(failure, kIncomplete);
}

}  // namespace

const Command kMerge = {"merge", "Parts that --shard has written, put together", make_verb<Merge>};

}  // namespace basewalk::cli
