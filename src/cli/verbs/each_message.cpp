// SPDX-License-Identifier: MIT
#include "cli/verbs/each_message.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cli/command.h"
#include "cli/options/sources.h"
#include "cli/terminal.h"
#include "output/prompt/gathered.h"
#include "output/summary.h"
#include "text/amounts.h"
#include "text/files/partial_file.h"
#include "text/files/path.h"
#include "text/files/whole_file.h"

namespace basewalk::cli {
namespace {

archive::ReadOptions read_options(const SharedOptions& options, const OutputPlan& plan,
                                  const Limits& limits, const run::Writer& writer) {
  archive::ReadOptions read;
  read.as = kind_of_sources(options);
  read.message_bytes = limits.message_bytes;
  read.unpack_factor = limits.unpack_factor;
  read.shard = plan.shard;
  read.after = writer.resumed();
  read.measure = shows_progress(options);
  // It may lie in a folder that is read.
  if (!plan.to.file.empty())
    for (const std::string_view end : text::kEndsOfPartial)
      read.written.push_back(text::target_of(plan.to.file).append(end));
  if (std::string made = writer.meanwhile(); !made.empty()) read.written.push_back(std::move(made));
  return read;
}

// Of a verb that asks its writer when all is done.
class BorrowedWriter final : public run::Writer {
 public:
  explicit BorrowedWriter(run::Writer& writer) : writer_(writer) {}
  void write(std::string_view records) override { writer_.write(records); }
  void checkpoint(const archive::Position& position) override { writer_.checkpoint(position); }
  bool commit() override { return writer_.commit(); }
  void fail(std::string_view why) override { writer_.fail(why); }
  bool failed() const override { return writer_.failed(); }
  const std::string& failure() const override { return writer_.failure(); }
  bool reader_gone() const override { return writer_.reader_gone(); }
  std::string meanwhile() const override { return writer_.meanwhile(); }
  std::size_t full() const override { return writer_.full(); }

 private:
  run::Writer& writer_;
};

Result<std::unique_ptr<run::Writer>> open_writer(const OutputPlan& plan, const std::string& sources,
                                                 int& status) {
  if (plan.own != nullptr) return std::unique_ptr<run::Writer>(new BorrowedWriter(*plan.own));
  output::Destination to = plan.to;
  to.fingerprint += sources;
  Result<std::unique_ptr<run::Writer>> writer = output::open_writer(to);
  if (writer) return writer;
  const std::string& code = writer.error().code;
  status = code == "complete"                                        ? kDone
           : code == "different" || code == "kind" || code == "left" ? kUsage
           : plan.sharded                                            ? kTryAgain
                                                                     : kIncomplete;
  complain(writer.error().detail);
  return writer;
}

// "parts/" says that a folder is meant: it is made where it is not there, and none above it.  Its
// name is on disk before that of anything in it.
int make_folder(const std::string& name) {
  if (!name.ends_with('/')) return kDone;
  int error = ::mkdir(name.c_str(), 0777) == 0 ? 0 : errno;
  if (error == EEXIST) return kDone;
  if (error == 0) error = text::sync_folder_of(name.substr(0, name.find_last_not_of('/') + 1));
  if (error == 0) return kDone;
  return complain("-o " + name + ": no folder can be made: " + std::strerror(error),
                  error == ENOENT || error == ENOTDIR ? int{kUsage} : int{kTryAgain});
}

// What was done, and how it can go on.
void tell_interruption(const OutputPlan& plan, const run::Outcome& outcome, bool is_kept) {
  const std::string go_on = "to go on: " + command_line() + (plan.to.resume ? "" : " --resume");
  if (!is_kept && plan.makes_in.empty()) return complain(kInterrupted);
  if (!is_kept) return complain("interrupted; " + plan.makes_in + " has what was made; " + go_on);
  complain("interrupted: " + text::number_text(outcome.tally.messages) + " messages, " +
           text::number_text(outcome.tally.links) + " links and " +
           text::number_text(outcome.tally.problems) + " problems were done; " + plan.to.file +
           ".partial holds them");
  complain(go_on);
}

// Whether there was nothing at all, where that is worth a word: a slice may hold none, and so may
// what is behind an interruption.
bool is_empty(const OutputPlan& plan, const run::Outcome& outcome, const run::Writer& writer) {
  const run::Tally& tally = outcome.tally;
  return tally.messages == 0 && tally.problems == 0 && tally.skipped == 0 && !outcome.stopped &&
         !plan.sharded && !writer.resumed();
}

// The results get their name, and what was seen is told.
int end_run(const SharedOptions& options, const OutputPlan& plan, bool all_read,
            const Progress& progress, const run::Outcome& outcome, run::Writer& writer,
            bool account, bool& written) {
  // What may succeed later is not to look complete.
  const bool give_up = plan.sharded && (!all_read || outcome.worth_a_retry);
  written = !give_up && !outcome.stopped && writer.commit();
  // Whoever reads has seen enough (`| head`): that is no failure.
  const bool enough = writer.reader_gone();
  if (writer.failed() && !enough)
    complain(writer.failure() +
             (writer.leaves_part() ? "; what was written is kept: --resume goes on with it" : ""));
  const bool interrupted = !written && outcome.stopped && Interruption::happened();
  if (interrupted) tell_interruption(plan, outcome, writer.leaves_part());
  const bool has_gap = outcome.has_gap || writer.resumes_behind_gap();
  int status = all_read && (written || enough) && !has_gap ? kDone : kIncomplete;
  if (plan.sharded && !written) status = kTryAgain;
  // These formats have no records of it.
  const bool is_told = !plan.gathering.is_any() && (plan.to.format == output::Format::jsonl ||
                                                    plan.to.format == output::Format::sqlite);
  if (outcome.tally.skipped != 0 && !is_told && !options.quiet && !account)
    complain(
        text::number_text(outcome.tally.skipped) +
        (outcome.tally.skipped == 1 ? " file is no mail and was" : " files are no mail and were") +
        " passed over; `basewalk verify` tells which");
  if (all_read && !options.quiet && !account && is_empty(plan, outcome, writer))
    complain("there is no message in the sources");
  if (progress.is_shown()) write_to_stderr(output::summary_as_text(outcome.tally, progress.time()));
  if (options.summary.empty()) return status;
  const std::string failure = text::write_whole_file(
      options.summary,
      output::summary_as_json(outcome.tally, progress.time(), writer.resumed().has_value()));
  if (failure.empty()) return status;
  return complain(failure, std::max<int>(status, kIncomplete));
}

// Is the part there already, or can nothing be made of it?  Nobody has typed its name: what is not
// a part there is not written to, and not followed.
bool has_part(const SharedOptions& options, const OutputPlan& plan, int& status) {
  status = make_folder(options.output);
  struct stat found {};
  const char* const part = plan.to.file.c_str();
  if (status != kDone || ::lstat(part, &found) != 0) return status != kDone;
  const bool is_file = ::stat(part, &found) == 0 && S_ISREG(found.st_mode);
  if (!is_file)
    status = complain(plan.to.file +
                          ": is there, and no part of a run; remove it, or give another "
                          "folder",
                      kUsage);
  return true;
}

}  // namespace

int for_each_message(const SharedOptions& options, const OutputPlan& plan,
                     const std::function<std::unique_ptr<run::MessageWork>()>& new_work,
                     bool account) {
  const std::optional<WalkOptions> walk = walk_options(options);
  if (!walk) return kUsage;
  int status = kDone;
  if (plan.part_of_folder && has_part(options, plan, status)) return status;
  Sources sources(options);
  if (!sources.open(status)) return status;
  Result<std::unique_ptr<run::Writer>> writer = open_writer(plan, sources.fingerprint(), status);
  if (!writer) return status;
  if (plan.gathering.is_any()) {
    std::unique_ptr<run::Writer> behind = std::move(*writer);
    *writer = output::gathered(plan.gathering, plan.to.format, std::move(behind));
  }
  archive::ReadOptions read = read_options(options, plan, walk->limits, **writer);
  read.account = account;
  archive::SourceReader reader = sources.reader(read);
  run::Options how{
      *walk,
      options.jobs,
      plan.to.format == output::Format::text && !plan.names_each && !(*writer)->resumed(),
      {}};
  if (options.at) how.at = {options.sources.front(), *options.at, read};
  // Only what is written to a file can go on.
  const Interruption interruption(!plan.to.file.empty());
  how.interrupted = &Interruption::happened();
  if (const std::optional<archive::Position> after = (*writer)->resumed(); after && !options.quiet)
    complain("goes on in " + plan.to.file + ".partial, behind the message at " +
             std::to_string(after->offset) + " of " + after->source +
             ((*writer)->resumes_behind_gap()
                  ? "; not all before that could be read or made, as was told then"
                  : ""));
  if (const std::uint64_t bytes = (*writer)->thrown_away(); bytes > 0 && !options.quiet)
    complain("begins anew: nothing says up to where the " + text::counted(bytes, "byte") + " of " +
             plan.to.file + ".partial hold (" + plan.to.file +
             ".resume is damaged, or the machine was stopped)");
  Progress progress(shows_progress(options));
  const run::Outcome outcome = run::run_messages(how, reader, **writer, progress, new_work);
  progress.clear();
  if (!outcome.failure.empty() && (*writer)->failed()) complain((*writer)->failure());
  if (!outcome.failure.empty())
    return complain(outcome.failure, plan.sharded ? kTryAgain : kIncomplete);
  bool written = false;
  const int ended =
      end_run(options, plan, sources.ended(), progress, outcome, **writer, account, written);
  // Who is told to stop when all is done has done all.
  if (written || !Interruption::happened() || plan.closes_itself) return ended;
  writer->reset();  // closed as it should be
  Interruption::end();
}

}  // namespace basewalk::cli
