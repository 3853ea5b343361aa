// SPDX-License-Identifier: MIT
//
// basewalk mhtml verify: a browser opens a bundle and what was made of it, and says what differs.
#include <CLI/CLI.hpp>

#include "browser/chromium.h"
#include "browser/compare.h"
#include "browser/view.h"
#include "cli/command.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "text/files/output.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

class MhtmlVerify final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("files", files_,
                   "A bundle and what was made of it (folder, page or bundle), and more pairs")
        ->type_name("ORIGINAL RESULT")
        ->required();
    app.add_option("--browser", options_.path, "The Chromium to use; else the first in PATH")
        ->type_name("PROGRAM");
    app.add_option("--browser-sandbox", sandbox_,
                   "Chromium's own sandbox; it has none where root runs it")
        ->check(CLI::IsMember({"on", "off"}))
        ->type_name("on|off")
        ->default_str("on");
    app.add_option("--browser-seconds", options_.seconds,
                   "How long the browser may take to show a file")
        ->check(CLI::Range(1, 3600))
        ->type_name("N")
        ->default_str("60");
    app.footer(
        "Exit status: 0 each shows the same, or more; 1 one differs or could not be compared, 2 "
        "usage.");
  }
  int run() override {
    if (files_.size() % 2 != 0)
      return complain("mhtml verify: give pairs: ORIGINAL RESULT [ORIGINAL RESULT ...]", kUsage);
    options_.sandbox = sandbox_ == "on";
    browser::Chromium browser(options_);
    text::Output output;
    int status = kDone;
    for (std::size_t i = 0; i < files_.size(); i += 2) {
      const browser::Comparison compared = compare(browser, files_[i], files_[i + 1]);
      if (compared.verdict != browser::Verdict::same && compared.verdict != browser::Verdict::more)
        status = kIncomplete;
      tell(files_[i], files_[i + 1], compared, output.buffer());
      output.flush_if_full();
      if (output.failed()) break;
    }
    return end_output(output, status);
  }

 private:
  browser::Comparison compare(browser::Chromium& browser, const std::string& original,
                              const std::string& result) {
    browser::Comparison none;
    none.verdict = browser::Verdict::not_compared;
    if (!browser.runs()) {
      if (const std::string why = browser.start(); !why.empty()) {
        why_ = why;
        return none;
      }
    }
    const Result<browser::View> one = browser::view(browser, original);
    if (!one) {
      why_ = original + ": " + one.error().detail;
      return none;
    }
    if (!browser.runs()) {
      why_ = "the browser ended";
      return none;
    }
    const Result<browser::View> other = browser::view(browser, result);
    if (!other) {
      why_ = result + ": " + other.error().detail;
      return none;
    }
    return browser::compare(*one, *other);
  }

  void tell(const std::string& original, const std::string& result,
            const browser::Comparison& compared, std::string& out) const {
    text::append_visible(out, original);
    out += " -> ";
    text::append_visible(out, result);
    out.append(": ").append(name(compared.verdict));
    if (compared.verdict == browser::Verdict::not_compared) {
      out += ": ";
      text::append_visible(out, why_);
    }
    out += '\n';
    for (const browser::Finding& finding : compared.findings) {
      out.append("  ").append(name(finding.aspect)).append(": ");
      text::append_visible(out, finding.detail);
      out += '\n';
    }
  }

  std::vector<std::string> files_;
  std::string sandbox_ = "on", why_;
  browser::Options options_;
};

}  // namespace

const Command kMhtmlVerify = {"verify",
                              "Does a browser show the same of a bundle and what was made of it?",
                              make_verb<MhtmlVerify>};

}  // namespace basewalk::cli
