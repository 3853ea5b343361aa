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
#include "cli/progress.h"
#include "output/rewrite_report.h"
#include "output/rewrite_summary.h"
#include "text/output.h"
#include "text/shared_file.h"
#include "text/whole_file.h"
#include "text/whole_input.h"

namespace basewalk::cli {
namespace {

struct {
  RewriteOptions rewriting;
  std::string file, output, report, oversize = "fail";
  bool dry_run = false, quiet = false;
} typed;
CLI::App* verb = nullptr;

// A file that is opened never gets the number of a closed standard stream; what is read from or
// written to one that was closed fails.
void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF)
      (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool is_to_stdout() { return typed.output.empty() || typed.output == "-"; }

// Some file systems tell only at the end that they had no room.
bool commit(WholeFile& file) {
  if (!file.commit()) return false;
  if (is_to_stdout() && ::close(STDOUT_FILENO) != 0) file.output().fail(errno);
  return !file.output().failed();
}

int write_whole(std::string_view bytes) {
  WholeFile file;
  if (!file.open(typed.output)) return kTryAgain;
  file.output().write(bytes);
  return commit(file) ? kDone : kTryAgain;
}

int pass_oversize(WholeInput& input) {
  WholeFile file;
  if (!file.open(typed.output)) return kTryAgain;
  while (!input.bytes().empty()) {
    file.output().write(input.bytes());
    if (file.output().failed() || input.read_on() == WholeInput::State::failed) return kTryAgain;
  }
  return commit(file) ? kDone : kTryAgain;
}

int oversize(WholeInput& input, std::size_t limit) {
  const std::string what =
      input.name() + ": the message is longer than " + std::to_string(limit) + " bytes";
  if (typed.oversize == "pass" && !typed.dry_run) {
    if (!typed.quiet) complain(what + " and passed as it came");
    return pass_oversize(input);
  }
  complain(what + "; see --oversize and --limit message-bytes");
  return kTryAgain;
}

int show(const rewrite::Rewritten& rewritten) {
  Output output;
  output.buffer() = rewrite_summary(rewritten);
  return output.commit() ? kDone : kTryAgain;
}

int write_result(const rewrite::Rewritten& rewritten) {
  if (!rewritten.changed()) return write_whole(rewritten.message.bytes);
  std::string result;
  result.reserve(rewritten.size());
  rewritten.append_to(result);
  if (!result.empty() && result.size() == rewritten.size()) return write_whole(result);
  complain("internal error: the result has " + std::to_string(result.size()) + " bytes and not " +
           std::to_string(rewritten.size()));
  return kTryAgain;
}

int rewrite_message(rewrite::Rewriter& rewriter, const WholeInput& input, ReportFile& report) {
  const rewrite::Rewritten rewritten = rewriter.rewrite(input.bytes());
  if (!typed.report.empty() &&
      !report.append(rewrite_report(rewritten, typed.file.empty() ? "-" : typed.file)))
    return kTryAgain;
  if (typed.dry_run) return show(rewritten);
  const std::string kept = typed.quiet ? "" : kept_summary(rewritten);
  if (!kept.empty()) complain(kept);
  return write_result(rewritten);
}

bool makes_sense() {
  if (typed.report == "-") {
    complain("--report -: standard output is for the message; name a file");
    return false;
  }
  if (typed.dry_run && !is_to_stdout()) {
    complain("--dry-run writes no message; leave out -o");
    return false;
  }
  if (typed.file.empty() && ::isatty(STDIN_FILENO) != 0) {
    complain("nothing to read: name a FILE, or pipe a message in; see basewalk rewrite --help");
    return false;
  }
  return true;
}

int filter() {
  occupy_standard_streams();
  std::optional<rewrite::Options> options = rewrite_options(*verb, typed.rewriting);
  if (!options || !makes_sense()) return kUsage;
  const std::size_t limit = options->walk.limits.message_bytes;
  Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(*std::move(options));
  ReportFile report;
  WholeInput input;
  if (!rewriter || (!typed.report.empty() && !report.open(typed.report)) || !input.open(typed.file))
    return kTryAgain;
  const WholeInput::State state = input.read(limit);
  if (state == WholeInput::State::failed) return kTryAgain;
  if (state == WholeInput::State::longer) return oversize(input, limit);
  if (input.bytes().empty()) {
    // Every message has a header: something before us has failed.
    complain(input.name() + ": is empty; there is no message in it");
    return kTryAgain;
  }
  return rewrite_message(*rewriter, input, report);
}

int run() {
  try {
    return filter();
  } catch (const std::bad_alloc&) {
    write_to_stderr("basewalk: there is not enough memory for this message\n");
  } catch (const std::exception& error) {
    complain(std::string("internal error: ") + error.what());
  }
  return kTryAgain;
}

Command::Run set_up(CLI::App& app) {
  verb = &app;
  app.get_help_ptr()->group("");
  app.add_option("FILE", typed.file);
  add_rewrite_options(app, typed.rewriting);
  app.add_option("-o,--output", typed.output, "Write FILE, whole or not at all")->type_name("FILE");
  app.add_option("--oversize", typed.oversize, "Messages over --limit message-bytes: fail or pass")
      ->check(CLI::IsMember({"fail", "pass"}).description(""))
      ->type_name("WAY");
  app.add_option("--report", typed.report, "Append a line of JSON about each message")
      ->type_name("FILE");
  // Not in a file: in a hook it would be a filter that swallows messages.
  app.add_flag("--dry-run", typed.dry_run, "Only say what would be done")->configurable(false);
  app.footer(
      std::string("Without FILE: standard input.  Exit status: 0 done; 75 nothing was written.\n") +
      kHiddenOptions);
  app.add_flag("-q,--quiet", typed.quiet, "Do not say what was kept as it was");
  return run;
}

}  // namespace

const Command kRewrite = {
    "rewrite", "A filter: message in, message with absolute links out", set_up, {}, true};

}  // namespace basewalk::cli
