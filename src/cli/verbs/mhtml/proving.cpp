// SPDX-License-Identifier: MIT
#include "cli/verbs/mhtml/proving.h"

#include <CLI/CLI.hpp>

#include "text/files/output.h"
#include "text/visible.h"
#if BASEWALK_HAS_VERIFY
#include "browser/proof.h"
#endif

namespace basewalk::cli {

#if BASEWALK_HAS_VERIFY
namespace {

class BrowserProver final : public Prover {
 public:
  BrowserProver(browser::Options options, std::string report)
      : proof_(std::move(options)), report_(std::move(report)) {}

  std::string open_report() { return report_.empty() ? "" : proof_.open_report(report_); }

  Proved prove(const std::string& original, const std::string& result,
               std::optional<std::string_view> original_bytes) override {
    const browser::Comparison compared = proof_.compare(original, result, original_bytes);
    Proved proved{
        name(compared.verdict),
        compared.verdict == browser::Verdict::same || compared.verdict == browser::Verdict::more,
        compared.why,
        {},
        compared.findings.size() + compared.further};
    for (const browser::Finding& finding : compared.findings)
      proved.differences.push_back({name(finding.aspect), finding.detail});
    return proved;
  }

  int end() override {
    const std::string why = report_.empty() ? std::string() : proof_.end_report();
    return why.empty() ? int{kDone} : complain(why, kIncomplete);
  }

 private:
  browser::Proof proof_;
  const std::string report_;
};

}  // namespace

void add_proving_options(CLI::App& app, ProvingOptions& options) {
  add_browser_options(app, options.browser);
  app.add_option("--verify-report", options.report,
                 "Write a page with the pictures side by side, and what differs in red")
      ->type_name("FILE");
}

void add_verify_options(CLI::App& app, ProvingOptions& options) {
  CLI::Option* verify = app.add_flag("--verify", options.wanted,
                                     "Does Chromium show the same of the original and the result?");
  add_proving_options(app, options);
  for (const char* needs_it :
       {"--browser", "--browser-sandbox", "--browser-seconds", "--verify-report"})
    app.get_option(needs_it)->needs(verify);
}

std::unique_ptr<Prover> make_prover(const ProvingOptions& options) {
  auto prover = std::make_unique<BrowserProver>(
      browser::Options{options.browser.browser, options.browser.sandbox == "on",
                       options.browser.seconds},
      options.report);
  if (const std::string why = prover->open_report(); !why.empty()) {
    complain(why);
    return nullptr;
  }
  return prover;
}
#else
void add_proving_options(CLI::App&, ProvingOptions&) {}
void add_verify_options(CLI::App&, ProvingOptions&) {}
std::unique_ptr<Prover> make_prover(const ProvingOptions&) { return nullptr; }
#endif

void append_proved(const std::string& original, const std::string& result, const Proved& proved,
                   std::string& out) {
  text::append_visible(out, original);
  out += " -> ";
  text::append_visible(out, result);
  out.append(": ").append(proved.verdict);
  if (!proved.why.empty()) {
    out += ": ";
    text::append_visible(out, proved.why);
  }
  out += '\n';
  for (const output::Difference& difference : proved.differences) {
    out.append("  ").append(difference.aspect).append(": ");
    text::append_visible(out, difference.text);
    out += '\n';
  }
  if (const std::size_t more = proved.difference_count - proved.differences.size(); more > 0)
    out += "  and " + std::to_string(more) + " more\n";
}

int prove_one(Prover& prover, const std::string& original, const std::string& result,
              std::optional<std::string_view> original_bytes) {
  const Proved proved = prover.prove(original, result, original_bytes);
  text::Output output;
  append_proved(original, result, proved, output.buffer());
  return end_output(output, proved.holds ? kDone : kIncomplete);
}

}  // namespace basewalk::cli
