// SPDX-License-Identifier: MIT
//
// basewalk rewrite: a filter, message in, message out.
//
// Whoever calls a filter gives the message away, so each step is done whole before the next begins:
// read everything, make the result, append to the report, and only then write.  What goes wrong on
// the way ends with EX_TEMPFAIL and nothing written, and the caller has the message still.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <exception>
#include <map>
#include <new>
#include <optional>
#include <vector>

#include "basewalk/archive/file.h"
#include "basewalk/archive/mbox.h"
#include "basewalk/rewrite/rewrite.h"
#include "cli/command.h"
#include "cli/options/output_plan.h"
#include "cli/options/rewrite_options.h"
#include "cli/options/written_files.h"
#include "cli/terminal.h"
#include "output/rewrite_report.h"
#include "output/rewrite_summary.h"
#include "run/mbox_message.h"
#include "run/one_message.h"
#include "text/amounts.h"
#include "text/ascii.h"
#include "text/files/output.h"
#include "text/files/path.h"
#include "text/files/shared_file.h"
#include "text/files/whole_file.h"
#include "text/files/whole_input.h"

namespace basewalk::cli {
namespace {

// A file that is opened never gets the number of a closed standard stream; what is read from or
// written to one that was closed fails.
void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF)
      (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

class Rewrite final : public Verb {
 public:
  void set_up(CLI::App& app) override;
  int run() override;

 private:
  bool is_to_stdout() const { return output_.empty() || output_ == "-"; }
  std::string message_file() const;
  bool makes_sense() const;
  bool commit(text::WholeFile& file) const;
  int write_whole(std::string_view bytes) const;
  std::optional<std::vector<mime::Span>> forged_in(std::string_view bytes, bool are_all,
                                                   const std::string& name) const;
  int pass_oversize(text::WholeInput& input, const std::vector<mime::Span>& forged,
                    text::SharedFile& report) const;
  int oversize(text::WholeInput& input, std::size_t limit, text::SharedFile& report) const;
  int write_result(const rewrite::Rewritten& rewritten) const;
  std::string source() const { return file_.empty() ? "-" : file_; }
  bool append_to_report(const rewrite::Rewritten& rewritten, output::InSource where,
                        text::SharedFile& report) const;
  bool is_doubted(const rewrite::Rewritten& rewritten, const std::string& name) const;
  bool is_handed_out(const rewrite::Rewritten& rewritten, const std::string& name) const;
  int rewrite_message(rewrite::Rewriter& rewriter, const text::WholeInput& input,
                      text::SharedFile& report) const;
  int rewrite_mbox(rewrite::Rewriter& rewriter, std::size_t limit, text::SharedFile& report) const;
  int filter();

  CLI::App* app_ = nullptr;
  RewriteOptions rewriting_;
  std::string file_, output_, report_, oversize_ = "fail", on_doubt_ = "pass";
  bool dry_run_ = false, quiet_ = false, one_ = false, each_ = false;
};

int show(const rewrite::Rewritten& rewritten) {
  text::Output output;
  output.buffer() = output::rewrite_summary(rewritten);
  return output.commit() ? int{kDone} : complain(output.failure(), kTryAgain);
}

// Some file systems tell only at the end that they had no room.
bool Rewrite::commit(text::WholeFile& file) const {
  bool done = file.commit();
  if (done && is_to_stdout() && ::close(STDOUT_FILENO) != 0) {
    file.output().fail(errno);
    done = false;
  }
  if (!done) complain(file.failure());
  return done;
}

int Rewrite::write_whole(std::string_view bytes) const {
  // What is begun here takes no longer than the disk does, and is ended: nothing half stays.
  const Interruption interruption(!is_to_stdout() && text::is_replaceable(output_));
  text::WholeFile file;
  if (!file.open(output_)) return complain(file.failure(), kTryAgain);
  file.output().write_now(bytes);
  return commit(file) ? kDone : kTryAgain;
}

// Of a message that is not looked at, or its beginning, the marks that came with it: who reads them
// behind us believes them.  Nothing where the header does not end there, and more may follow.
// `name` is that of the message, for what is said of marks that stay.
std::optional<std::vector<mime::Span>> Rewrite::forged_in(std::string_view bytes, bool are_all,
                                                          const std::string& name) const {
  std::vector<mime::Span> forged;
  if (!rewriting_.edits.mark) return forged;
  std::size_t end = 0;
  {
    const Message whole = read_message(bytes);
    if (whole.root().header.end == bytes.size() && !are_all) return {};
    end = whole.root().body.begin;
  }
  rewrite::Options marking;
  marking.absolute = false;
  marking.mark = true;
  Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(std::move(marking));
  if (!rewriter) {
    complain(name + rewriter.error().detail);
    return {};
  }
  const rewrite::Rewritten header = rewriter->rewrite(bytes.substr(0, end));
  // Only another reading has them, or the header cannot be changed.
  if (!quiet_ && header.kept_count > 0)
    complain(name + "a mark that came with it may stay, as some readers alone see it");
  for (const rewrite::ForgedMark& each : header.forged) {
    const mime::HeaderField& field = header.message.fields[each.field];
    forged.push_back({field.name.begin, field.end});
  }
  return forged;
}

// What becomes of a message of `size` bytes that is not looked at, of which these are there: at
// least its header.
rewrite::Rewritten unread(std::string_view bytes, const std::vector<mime::Span>& forged,
                          std::size_t size) {
  rewrite::Rewritten told;
  told.message = read_message(bytes);
  told.verdict = Verdict::unread;
  told.unread = {{"1", "", "", "limit-message-bytes", 0, size}};
  told.unread_count = 1;
  std::map<std::string, std::size_t> occurrences;
  auto gone = forged.begin();
  for (std::uint32_t i = 0; i < told.message.fields.size() && gone != forged.end(); ++i) {
    const std::string name(told.message.name_of(told.message.fields[i]));
    const std::size_t occurrence = ++occurrences[ascii::lowered(name)];
    if (told.message.fields[i].name.begin != gone->begin) continue;
    told.forged.push_back({i, name, occurrence});
    told.splices.push_back({gone->begin, gone->end, {}});
    ++gone;
  }
  return told;
}

std::string passed_unread(bool has_forged) {
  return has_forged ? "passed unread, without the marks it came with" : "passed as it came";
}

int Rewrite::pass_oversize(text::WholeInput& input, const std::vector<mime::Span>& forged,
                           text::SharedFile& report) const {
  text::WholeFile file;
  if (!dry_run_ && !file.open(output_)) return complain(file.failure(), kTryAgain);
  const auto put = [&](std::string_view bytes) {
    return dry_run_ || file.output().write_now(bytes);
  };
  std::string header;
  if (!report_.empty())
    header = input.bytes().substr(0, read_message(input.bytes()).root().body.begin);
  std::size_t behind = 0, size = input.bytes().size();
  for (const mime::Span& each : forged) {
    if (!put(input.bytes().substr(behind, each.begin - behind)))
      return complain(file.failure(), kTryAgain);
    behind = each.end;
  }
  while (!input.bytes().empty()) {
    if (!put(input.bytes().substr(behind))) return complain(file.failure(), kTryAgain);
    behind = 0;
    if (Interruption::happened()) return complain(kInterrupted, kTryAgain);
    if (input.read_on() == text::WholeInput::State::failed)
      return complain(input.failure(), kTryAgain);
    size += input.bytes().size();
  }
  if (!report_.empty() &&
      !report.append(output::rewrite_report(unread(header, forged, size), source(), {},
                                            {.time = {}, .rule = {}, .size = size})))
    return complain("--report " + report_ + ": " + report.failure(), kTryAgain);
  return dry_run_ || commit(file) ? kDone : kTryAgain;
}

int Rewrite::oversize(text::WholeInput& input, std::size_t limit, text::SharedFile& report) const {
  const std::string what =
      input.name() + ": the message is longer than " + std::to_string(limit) + " bytes";
  if (oversize_ == "pass" && on_doubt_ == "tempfail")
    return complain(what + "; --on-doubt tempfail: the verdict is unread; nothing was written",
                    kTryAgain);
  if (oversize_ == "pass") {
    const std::optional<std::vector<mime::Span>> forged =
        forged_in(input.bytes(), false, input.name() + ": ");
    if (!forged)
      return complain(input.name() + ": the header alone is longer than --limit message-bytes",
                      kTryAgain);
    if (!quiet_ || dry_run_)
      complain(what + (dry_run_ ? " and would be " : " and ") + passed_unread(!forged->empty()));
    return pass_oversize(input, *forged, report);
  }
  return complain(what + "; see --oversize and --limit message-bytes", kTryAgain);
}

int Rewrite::write_result(const rewrite::Rewritten& rewritten) const {
  if (!rewritten.changed()) return write_whole(rewritten.message.bytes);
  std::string result;
  result.reserve(rewritten.size());
  rewritten.append_to(result);
  if (!result.empty() && result.size() == rewritten.size()) return write_whole(result);
  return complain("internal error: the result has " + std::to_string(result.size()) +
                      " bytes and not " + std::to_string(rewritten.size()),
                  kTryAgain);
}

bool Rewrite::append_to_report(const rewrite::Rewritten& rewritten, output::InSource where,
                               text::SharedFile& report) const {
  if (report_.empty() || report.append(output::rewrite_report(rewritten, source(), where)))
    return true;
  complain("--report " + report_ + ": " + report.failure());
  return false;
}

// Says what has stayed; `name` is that of the message, where there are others.
bool Rewrite::is_handed_out(const rewrite::Rewritten& rewritten, const std::string& name) const {
  const std::string kept = quiet_ ? "" : output::kept_summary(rewritten);
  if (!kept.empty()) complain(name + kept);
  return !is_doubted(rewritten, name);
}

// Is it one that --on-doubt keeps back?  Says so.
bool Rewrite::is_doubted(const rewrite::Rewritten& rewritten, const std::string& name) const {
  if (on_doubt_ != "tempfail" || rewritten.verdict == Verdict::clear) return false;
  complain(name + "--on-doubt tempfail: the verdict is " +
           std::string(basewalk::name(rewritten.verdict)) +
           (dry_run_                  ? "; nothing would be written"
            : each_ && is_to_stdout() ? "; what was written is not complete"
                                      : "; nothing was written"));
  return true;
}

int Rewrite::rewrite_message(rewrite::Rewriter& rewriter, const text::WholeInput& input,
                             text::SharedFile& report) const {
  const rewrite::Rewritten rewritten = rewriter.rewrite(input.bytes());
  if (!append_to_report(rewritten, {}, report)) return kTryAgain;
  if (dry_run_) return std::max(show(rewritten), is_doubted(rewritten, {}) ? int{kTryAgain} : 0);
  return is_handed_out(rewritten, {}) ? write_result(rewritten) : kTryAgain;
}

// The messages of an mbox one after the other; what stands between them stays.
int Rewrite::rewrite_mbox(rewrite::Rewriter& rewriter, std::size_t limit,
                          text::SharedFile& report) const {
  const std::string name = source();
  const Result<archive::FileBytes> input = archive::FileBytes::open(name);
  if (!input) return complain(name + ": " + input.error().detail, kTryAgain);
  const std::string_view mbox = input->bytes();
  if (const auto why = run::why_not_one_message(mbox, false))
    return complain(name + ": " + *why, kTryAgain);
  // A mailbox without a message is an empty file.
  if (!mbox.empty() && !archive::is_mbox(mbox))
    return complain(name + ": is no mbox; leave out --each", kTryAgain);
  text::WholeFile file;
  if (!dry_run_ && !file.open(output_)) return complain(file.failure(), kTryAgain);
  text::Output shown;
  text::Output& output = dry_run_ ? shown : file.output();
  Progress progress(!quiet_ && !is_to_stdout() && ::isatty(STDERR_FILENO) != 0);
  run::Tally tally;
  std::size_t changed = 0, behind = 0;
  bool doubted = false;
  archive::MboxReader messages(mbox);
  while (const std::optional<mime::Span> span = messages.next()) {
    ++tally.messages;
    const output::InSource where{tally.messages, span->begin};
    const std::string which = name + ": message " + std::to_string(where.number) + " at byte " +
                              std::to_string(where.offset) + ": ";
    const bool is_longer = span->size() > limit;
    if (is_longer && oversize_ != "pass")
      return complain(which + "is longer than " + std::to_string(limit) +
                          " bytes; see --oversize and --limit message-bytes",
                      kTryAgain);
    std::optional<std::vector<mime::Span>> forged;
    if (is_longer && !(forged = forged_in(span->of(mbox), true, which))) return kTryAgain;
    rewrite::Rewritten rewritten = is_longer ? unread(span->of(mbox), *forged, span->size())
                                             : rewriter.rewrite(span->of(mbox));
    std::string made;
    rewritten.append_to(made);
    if (rewritten.changed() && !run::fit_in_place(mbox, *span, made)) {
      rewritten.take_back(rewrite::Kept::Why::check);
      made = span->of(mbox);
    }
    if (is_longer && !quiet_)
      complain(which + "is longer than " + std::to_string(limit) + " bytes and " +
               (dry_run_ ? "would be " : "") + passed_unread(rewritten.changed()));
    if (!append_to_report(rewritten, where, report)) return kTryAgain;
    if (dry_run_) {
      output.write(which + "\n" + output::rewrite_summary(rewritten));
      doubted = is_doubted(rewritten, which) || doubted;
    } else {
      if (!is_handed_out(rewritten, which)) return kTryAgain;
      output.write(mbox.substr(behind, span->begin - behind));
      output.write(made);
    }
    if (output.failed()) return complain(output.failure(), kTryAgain);
    if (Interruption::happened())
      return complain("interrupted behind message " + std::to_string(tally.messages) +
                          "; nothing of it is kept",
                      kTryAgain);
    changed += rewritten.changed() ? 1 : 0;
    tally.links += rewritten.links;
    behind = span->end;
    progress.progress({behind, mbox.size()}, tally);
  }
  progress.clear();
  if (dry_run_ && !output.commit()) return complain(output.failure(), kTryAgain);
  if (dry_run_) return doubted ? kTryAgain : kDone;
  output.write(mbox.substr(behind));
  if (!commit(file)) return kTryAgain;
  if (!quiet_)
    complain(text::counted(tally.messages, "message") + ", " + std::to_string(changed) +
             " changed");
  return kDone;
}

// "/dev/stdin" where no FILE is named.
std::string Rewrite::message_file() const {
  return file_.empty() || file_ == "-" ? "/dev/stdin" : file_;
}

bool Rewrite::makes_sense() const {
  if (report_ == "-")
    complain("--report -: standard output is for the message; name a file");
  else if (text::is_replaceable(report_) && text::is_same_file(report_, message_file()))
    complain("--report " + report_ + ": is the file that the message is read from; name another");
  else if (text::is_replaceable(report_) && text::is_same_file(report_, output_))
    complain("--report " + report_ + ": is the file of -o; name another");
  else if (dry_run_ && !is_to_stdout())
    complain("--dry-run writes no message; leave out -o");
  else if (file_.empty() && ::isatty(STDIN_FILENO) != 0)
    complain("nothing to read: name a FILE, or pipe a message in; see basewalk rewrite --help");
  else
    return are_apart({{"-o", output_}, {"--report", report_}}, files_of(rewriting_));
  return false;
}

int Rewrite::filter() {
  occupy_standard_streams();
  // As typed: where it stands in the file of --config, as hooks have it, --each is stronger.
  if (each_ && one_)
    return complain("--each and --one say two things of the same file; leave one out", kUsage);
  std::optional<rewrite::Options> options = rewrite_options(*app_, rewriting_);
  if (!options || !makes_sense()) return kUsage;
  const std::size_t limit = options->walk.limits.message_bytes;
  Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(*std::move(options));
  if (!rewriter) return complain(rewriter.error().detail, kTryAgain);
  text::SharedFile report;
  if (!report_.empty() && !report.open(report_))
    return complain("--report " + report_ + ": " + report.failure(), kTryAgain);
  if (each_) {
    const Interruption interruption(!is_to_stdout() && text::is_replaceable(output_));
    const int status = rewrite_mbox(*rewriter, limit, report);
    if (status == kDone || !Interruption::happened()) return status;
    Interruption::end();
  }
  text::WholeInput input;
  if (!input.open(file_)) return complain(input.failure(), kTryAgain);
  const text::WholeInput::State state = input.read(limit);
  if (state == text::WholeInput::State::failed) return complain(input.failure(), kTryAgain);
  if (const auto why = run::why_not_one_message(input.bytes(), !one_))
    return complain(input.name() + ": " + *why, kTryAgain);
  if (state == text::WholeInput::State::longer) {
    const Interruption interruption(!is_to_stdout() && text::is_replaceable(output_));
    const int status = oversize(input, limit, report);
    if (status == kDone || !Interruption::happened()) return status;
    Interruption::end();
  }
  // Every message has a header: something before us has failed.
  if (input.bytes().empty())
    return complain(input.name() + ": is empty; there is no message in it", kTryAgain);
  return rewrite_message(*rewriter, input, report);
}

int Rewrite::run() {
  try {
    return filter();
  } catch (const std::bad_alloc&) {
    write_to_stderr("basewalk: there is not enough memory for this message\n");
  } catch (const std::exception& error) {
    complain(std::string("internal error: ") + error.what());
  }
  return kTryAgain;
}

void Rewrite::set_up(CLI::App& app) {
  app_ = &app;
  app.get_help_ptr()->group("");
  app.add_option("FILE", file_);
  add_rewrite_options(app, rewriting_);
  app.add_flag("--settle", rewriting_.edits.settle, "Where readings differ: all see the first one");
  // Not in a file: in a hook each message would take the place of the one before it.
  app.add_option("-o,--output", output_, "Write FILE, whole or not at all")
      ->configurable(false)
      ->type_name("FILE");
  app.add_option("--oversize", oversize_, "Messages over --limit message-bytes: fail or pass")
      ->check(CLI::IsMember({"fail", "pass"}).description(""))
      ->type_name("WAY");
  app.add_option("--on-doubt", on_doubt_, "Where the verdict is not clear: pass or tempfail")
      ->check(CLI::IsMember({"pass", "tempfail"}).description(""))
      ->type_name("WHAT");
  app.add_option("--report", report_, "Append a line of JSON about each message")
      ->type_name("FILE");
  // Not in a file: in a hook it would be a filter that swallows messages.
  app.add_flag("--dry-run", dry_run_, "Only say what would be done")->configurable(false);
  app.footer(std::string("No FILE: standard input.  Exit 75: nothing written.  --each: mbox.  ") +
             kHiddenOptions + " -q --one");
  app.add_flag("--one", one_, "One message, even if it looks like an mbox")->group("");
  // Nor in a file: what a hook is given is one message.
  app.add_flag("--each", each_, "Each message of an mbox")->configurable(false)->group("");
  app.add_flag("-q,--quiet", quiet_, "Do not say what was kept as it was")->group("");
}

}  // namespace

const Command kRewrite = {"rewrite",
                          "A filter: message in, message with absolute links out",
                          make_verb<Rewrite>,
                          {},
                          true};

}  // namespace basewalk::cli
