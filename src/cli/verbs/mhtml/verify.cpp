// SPDX-License-Identifier: MIT
//
// basewalk mhtml verify: a browser opens a bundle and what was made of it, and says what differs.
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/options/written_files.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "cli/verbs/mhtml/proving.h"
#include "text/files/output.h"

namespace basewalk::cli {
namespace {

class MhtmlVerify final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("ORIGINAL", files_,
                   "A bundle and what was made of it (folder, page or bundle), and more pairs")
        ->type_name("ORIGINAL RESULT")
        ->required();
    add_proving_options(app, options_);
    app.footer(
        "Chromium opens both, without scripts and without a network.  same: nothing differs; more: "
        "all\n"
        "of the original is there, and what did not come in it; differs; not-compared.  "
        "docs/bundles.md\n"
        "says more.  Exit status: 0 each is the same, or more; 1 one differs or could not be "
        "compared,\n"
        "2 usage.");
  }
  int run() override {
    if (files_.size() % 2 != 0)
      return complain("mhtml verify: give pairs: ORIGINAL RESULT [ORIGINAL RESULT ...]", kUsage);
    SharedOptions shared;
    shared.sources = files_;
    if (!leaves_sources("--verify-report", options_.report, shared)) return kUsage;
    const std::unique_ptr<Prover> prover = make_prover(options_);
    if (!prover) return kIncomplete;
    text::Output output;
    int status = kDone;
    for (std::size_t i = 0; i < files_.size(); i += 2) {
      const Proved proved = prover->prove(files_[i], files_[i + 1]);
      if (!proved.holds) status = kIncomplete;
      append_proved(files_[i], files_[i + 1], proved, output.buffer());
      output.flush();  // a pair takes a while
      if (output.failed()) break;
    }
    status = std::max(status, prover->end());
    return end_output(output, status);
  }

 private:
  std::vector<std::string> files_;
  ProvingOptions options_;
};

}  // namespace

const Command kMhtmlVerify = {"verify",
                              "Does a browser show the same of a bundle and what was made of it?",
                              make_verb<MhtmlVerify>};

}  // namespace basewalk::cli
