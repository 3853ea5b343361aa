// SPDX-License-Identifier: MIT
//
// basewalk mhtml inline: a bundle as one page that holds everything.
#include <CLI/CLI.hpp>

#include "cli/verbs/mhtml/mhtml.h"
#include "text/files/whole_file.h"

namespace basewalk::cli {
namespace {

Made inline_to_file(const bundle::Bundle& bundle, const bundle::UnpackOptions& unpack,
                    const std::string& name, const std::string& to) {
  NullSink nowhere;
  text::WholeFile file;
  if (!to.empty() && !file.open(to)) return {{}, file.failure()};
  Result<bundle::UnpackSummary> summary =
      bundle::inline_page(bundle, unpack, to.empty() ? static_cast<Sink&>(nowhere) : file.output());
  if (!summary)
    return {{},
            summary.error().code == "unwritable" ? file.failure()
                                                 : name + ": " + summary.error().detail};
  if (!to.empty() && !file.commit()) return {{}, file.failure()};
  return {*std::move(summary), {}};
}

class Inline final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    add_bundle_options(app, options_);
    app.add_option("-o,--output", options_.output,
                   "Write FILE, whole or not at all; DIR/ for a page of each bundle")
        ->type_name("FILE");
    app.footer(
        "Images, fonts and style sheets become data: URLs, frames srcdoc.  Nothing is loaded from\n"
        "elsewhere.  Many bundles (several SOURCEs, folders, archives) go into a folder, -o DIR/, "
        "with\n"
        "a report of each in DIR/report.jsonl.  Exit status: 0 as complete as the bundles, 1 "
        "something\n"
        "of a bundle is missing or was not made (each is named), 2 usage.  docs/bundles.md says "
        "more.");
  }
  int run() override { return make_bundles(options_, inline_to_file, ".html"); }

 private:
  BundleOptions options_;
};

}  // namespace

const Command kMhtmlInline = {"inline", "One page that holds everything", make_verb<Inline>};

}  // namespace basewalk::cli
