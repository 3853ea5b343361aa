// SPDX-License-Identifier: MIT
//
// basewalk resolve: references alone, from arguments or one a line on standard input; and the two
// ways on from an answer: its normal form, and back to a reference.
#include <CLI/CLI.hpp>
#include <cstring>

#include "basewalk/url/normalize.h"
#include "basewalk/url/relative.h"
#include "cli/command.h"
#include "cli/options/shared_options.h"
#include "cli/verbs/lines.h"
#include "text/files/output.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

struct Typed {
  SharedOptions shared;
  std::vector<std::string> references;
  bool compat = false, normalize = false, relative = false;
};

class Resolver {
 public:
  Resolver(const Typed& typed, const WalkOptions& walk, text::Output& output)
      : typed_(typed), base_(walk.retrieved, walk.rules), options_(walk.resolve), output_(output) {}

  // A line of output for each reference, empty where there is no answer.
  void answer(std::string_view reference) {
    ++count_;
    std::string& out = output_.buffer();
    const std::size_t begin = out.size();
    if (typed_.relative)
      relate(reference, out);
    else
      resolve(reference, out);
    keep_one_line(out, begin);
    out += '\n';
    output_.flush_if_full();
  }
  int status() const { return status_; }

 private:
  void resolve(std::string_view reference, std::string& out) {
    const bool browsers = base_.rules() == url::Rules::whatwg;
    if (!browsers && base_.text().empty() && !url::is_absolute(reference))
      return fail(reference, "is relative; give its base with --base URL");
    std::string& to = typed_.normalize ? resolved_ : out;
    resolved_.clear();
    const url::Resolution resolution = url::resolve(base_, reference, options_, to);
    if (resolution.outcome == url::Outcome::error)
      fail(reference, "byte " + std::to_string(resolution.failure_offset) + ": " +
                          std::string(url::meaning(resolution.failure)) + " [" +
                          std::string(url::name(resolution.failure)) + "]");
    else if (typed_.normalize)
      url::normalize(resolved_, {}, out);
  }
  void relate(std::string_view url, std::string& out) {
    if (!url::append_relative(base_, url, out)) fail(url, "is no absolute URL");
  }
  void fail(std::string_view reference, std::string_view why) {
    complain("reference " + std::to_string(count_) + ": '" + text::visible(reference) + "' " +
             std::string(why));
    status_ = kIncomplete;
  }
  // An argument may hold line ends; one answer stays one line.
  static void keep_one_line(std::string& out, std::size_t begin) {
    if (std::memchr(out.data() + begin, '\n', out.size() - begin) == nullptr) return;
    const std::string answer = out.substr(begin);
    out.resize(begin);
    text::append_visible(out, answer);
  }

  const Typed& typed_;
  const url::Base base_;
  const url::ResolveOptions options_;
  text::Output& output_;
  std::string resolved_;
  std::size_t count_ = 0;
  int status_ = kDone;
};

class Resolve final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    typed_.shared.any_base = true;
    add_resolve_options(app, typed_.shared);
    app.get_option("--base")->description("What references are resolved against");
    auto* compat = app.add_flag("--compat", typed_.compat,
                                "http:g is relative to an http base (RFC 3986 5.2.2)");
    auto* normal = app.add_flag("--normalize", typed_.normalize,
                                "Print the answers' normal form (RFC 3986 6.2)");
    app.add_flag("--relative", typed_.relative,
                 "The other way: the shortest reference that resolves to a URL")
        ->excludes(normal)
        ->excludes(compat);
    app.add_option("REF", typed_.references, "References; none: one a line on standard input");
    app.footer("Prints one URL a line, an empty line for a reference that has no answer.");
  }
  int run() override {
    std::optional<WalkOptions> walk = walk_options(typed_.shared);
    if (!walk) return kUsage;
    if (typed_.compat && walk->rules == url::Rules::rfc1808)
      return complain(
          "--compat: is for --rules rfc2396 and rfc3986; by RFC 1808 http:g is absolute", kUsage);
    if (typed_.compat && walk->rules == url::Rules::whatwg)
      return complain("--compat: is for --rules rfc2396 and rfc3986; whatwg leaves no choice",
                      kUsage);
    walk->resolve.same_scheme_is_relative = typed_.compat;
    if (typed_.relative && typed_.shared.base.empty())
      return complain("--relative: relative to what? give --base URL", kUsage);
    text::Output output;
    Resolver resolver(typed_, *walk, output);
    const int read = for_each_line(typed_.references, output,
                                   [&](std::string_view reference) { resolver.answer(reference); });
    if (read == kUsage) return read;
    return end_output(output, read == kDone ? resolver.status() : int{kIncomplete});
  }

 private:
  Typed typed_;
};

}  // namespace

const Command kResolve = {"resolve", "References alone, resolved against --base",
                          make_verb<Resolve>};

}  // namespace basewalk::cli
