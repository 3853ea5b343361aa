// SPDX-License-Identifier: MIT
//
// basewalk resolve: references alone, from arguments or one a line on standard input.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/style.h"

namespace basewalk::cli {
namespace {

SharedOptions options;
std::vector<std::string> references;
bool compat = false;

class Resolver {
 public:
  Resolver(const WalkOptions& walk, Output& output)
      : base_(walk.retrieved, walk.rules), options_(walk.resolve), output_(output) {}

  // A line of output for each reference, empty where there is no answer.
  void resolve(std::string_view reference) {
    ++count_;
    std::string& out = output_.buffer();
    const std::size_t begin = out.size();
    if (base_.text().empty() && !url::is_absolute(reference))
      fail(reference, "is relative; give its base with --base URL");
    else if (url::resolve(base_, reference, options_, out).outcome == url::Outcome::error)
      fail(reference, "has more \"..\" than its base has segments");
    keep_one_line(out, begin);
    out += '\n';
    output_.flush_if_full();
  }
  int status() const { return status_; }

 private:
  void fail(std::string_view reference, std::string_view why) {
    std::string text = "reference " + std::to_string(count_) + ": '";
    append_visible(text, reference);
    complain(text + "' " + std::string(why));
    status_ = kIncomplete;
  }
  // An argument may hold line ends; one answer stays one line.
  static void keep_one_line(std::string& out, std::size_t begin) {
    if (std::memchr(out.data() + begin, '\n', out.size() - begin) == nullptr) return;
    const std::string answer = out.substr(begin);
    out.resize(begin);
    append_visible(out, answer);
  }

  const url::Base base_;
  const url::ResolveOptions options_;
  Output& output_;
  std::size_t count_ = 0;
  int status_ = kDone;
};

// Lines of standard input, read in blocks.  False, with a message, where it cannot be read.
bool resolve_lines(Resolver& resolver, const Output& output) {
  std::string block;
  std::size_t used = 0;
  for (;;) {
    block.erase(0, used);
    used = 0;
    const std::size_t old = block.size();
    block.resize(old + (1 << 16));
    const ssize_t got = ::read(STDIN_FILENO, block.data() + old, block.size() - old);
    if (got < 0 && errno == EINTR) {
      block.resize(old);
      continue;
    }
    if (got < 0) {
      complain(std::string("standard input: ") + std::strerror(errno));
      return false;
    }
    block.resize(old + static_cast<std::size_t>(got));
    const std::string_view text = block;
    for (std::size_t end = text.find('\n', old); end != std::string_view::npos;
         end = text.find('\n', used)) {
      std::string_view line = text.substr(used, end - used);
      if (line.ends_with('\r')) line.remove_suffix(1);
      resolver.resolve(line);
      used = end + 1;
    }
    if (output.failed()) return false;
    if (got > 0) continue;
    if (used < text.size()) resolver.resolve(text.substr(used));
    return true;
  }
}

int run() {
  std::optional<WalkOptions> walk = walk_options(options);
  if (!walk) return kUsage;
  walk->resolve.same_scheme_is_relative = compat;
  if (references.empty() && ::isatty(STDIN_FILENO) != 0) {
    complain("nothing to resolve: give references, or pipe them in one a line; see --help");
    return kUsage;
  }
  Output output;
  Resolver resolver(*walk, output);
  bool read = true;
  if (references.empty())
    read = resolve_lines(resolver, output);
  else
    for (const std::string& reference : references) resolver.resolve(reference);
  return output.commit() && read ? resolver.status() : kIncomplete;
}

Command::Run set_up(CLI::App& app) {
  add_resolve_options(app, options);
  app.add_flag("--compat", compat, "http:g is relative to an http base (RFC 3986 5.2.2)");
  app.add_option("REF", references, "References; none: one a line on standard input");
  app.footer("Prints one URL a line, an empty line for a reference that has no answer.");
  return run;
}

}  // namespace

const Command kResolve = {"resolve", "References alone, resolved against --base", set_up};

}  // namespace basewalk::cli
