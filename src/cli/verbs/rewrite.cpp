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
#include <cerrno>
#include <exception>
#include <new>

#include "basewalk/rewrite/rewrite.h"
#include "cli/command.h"
#include "cli/options/rewrite_options.h"
#include "cli/terminal.h"
#include "output/rewrite_report.h"
#include "output/rewrite_summary.h"
#include "run/one_message.h"
#include "text/files/output.h"
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
  bool makes_sense() const;
  bool commit(text::WholeFile& file) const;
  int write_whole(std::string_view bytes) const;
  int pass_oversize(text::WholeInput& input) const;
  int oversize(text::WholeInput& input, std::size_t limit) const;
  int write_result(const rewrite::Rewritten& rewritten) const;
  int rewrite_message(rewrite::Rewriter& rewriter, const text::WholeInput& input,
                      text::SharedFile& report) const;
  int filter();

  CLI::App* app_ = nullptr;
  RewriteOptions rewriting_;
  std::string file_, output_, report_, oversize_ = "fail";
  bool dry_run_ = false, quiet_ = false, one_ = false;
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
  text::WholeFile file;
  if (!file.open(output_)) return complain(file.failure(), kTryAgain);
  file.output().write_now(bytes);
  return commit(file) ? kDone : kTryAgain;
}

int Rewrite::pass_oversize(text::WholeInput& input) const {
  text::WholeFile file;
  if (!file.open(output_)) return complain(file.failure(), kTryAgain);
  while (!input.bytes().empty()) {
    if (!file.output().write_now(input.bytes())) return complain(file.failure(), kTryAgain);
    if (input.read_on() == text::WholeInput::State::failed)
      return complain(input.failure(), kTryAgain);
  }
  return commit(file) ? kDone : kTryAgain;
}

int Rewrite::oversize(text::WholeInput& input, std::size_t limit) const {
  const std::string what =
      input.name() + ": the message is longer than " + std::to_string(limit) + " bytes";
  if (oversize_ == "pass" && !dry_run_) {
    if (!quiet_) complain(what + " and passed as it came");
    return pass_oversize(input);
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

int Rewrite::rewrite_message(rewrite::Rewriter& rewriter, const text::WholeInput& input,
                             text::SharedFile& report) const {
  const rewrite::Rewritten rewritten = rewriter.rewrite(input.bytes());
  if (!report_.empty() &&
      !report.append(output::rewrite_report(rewritten, file_.empty() ? "-" : file_)))
    return complain("--report " + report_ + ": " + report.failure(), kTryAgain);
  if (dry_run_) return show(rewritten);
  const std::string kept = quiet_ ? "" : output::kept_summary(rewritten);
  if (!kept.empty()) complain(kept);
  return write_result(rewritten);
}

bool Rewrite::makes_sense() const {
  if (report_ == "-")
    complain("--report -: standard output is for the message; name a file");
  else if (dry_run_ && !is_to_stdout())
    complain("--dry-run writes no message; leave out -o");
  else if (file_.empty() && ::isatty(STDIN_FILENO) != 0)
    complain("nothing to read: name a FILE, or pipe a message in; see basewalk rewrite --help");
  else
    return true;
  return false;
}

int Rewrite::filter() {
  occupy_standard_streams();
  std::optional<rewrite::Options> options = rewrite_options(*app_, rewriting_);
  if (!options || !makes_sense()) return kUsage;
  const std::size_t limit = options->walk.limits.message_bytes;
  Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(*std::move(options));
  if (!rewriter) return complain(rewriter.error().detail, kTryAgain);
  text::SharedFile report;
  if (!report_.empty() && !report.open(report_))
    return complain("--report " + report_ + ": " + report.failure(), kTryAgain);
  text::WholeInput input;
  if (!input.open(file_)) return complain(input.failure(), kTryAgain);
  const text::WholeInput::State state = input.read(limit);
  if (state == text::WholeInput::State::failed) return complain(input.failure(), kTryAgain);
  if (const auto why = run::why_not_one_message(input.bytes(), !one_))
    return complain(input.name() + ": " + *why, kTryAgain);
  if (state == text::WholeInput::State::longer) return oversize(input, limit);
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
  app.add_option("-o,--output", output_, "Write FILE, whole or not at all")->type_name("FILE");
  app.add_option("--oversize", oversize_, "Messages over --limit message-bytes: fail or pass")
      ->check(CLI::IsMember({"fail", "pass"}).description(""))
      ->type_name("WAY");
  app.add_option("--report", report_, "Append a line of JSON about each message")
      ->type_name("FILE");
  app.add_flag("--one", one_, "One message, even if it looks like an mbox");
  // Not in a file: in a hook it would be a filter that swallows messages.
  app.add_flag("--dry-run", dry_run_, "Only say what would be done")->configurable(false);
  app.footer(
      std::string("Without FILE: standard input.  Exit status: 0 done; 75 nothing was written.\n") +
      kHiddenOptions);
  app.add_flag("-q,--quiet", quiet_, "Do not say what was kept as it was");
}

}  // namespace

const Command kRewrite = {"rewrite",
                          "A filter: message in, message with absolute links out",
                          make_verb<Rewrite>,
                          {},
                          true};

}  // namespace basewalk::cli
