// SPDX-License-Identifier: MIT
//
// basewalk mhtml inline: a bundle as one page that holds everything.
#include <CLI/CLI.hpp>

#include "cli/verbs/mhtml/mhtml.h"
#include "text/files/whole_file.h"

namespace basewalk::cli {
namespace {

class Inline final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    add_bundle_options(app, options_);
    app.add_option("-o,--output", options_.output, "Write FILE, whole or not at all")
        ->type_name("FILE");
    app.footer(
        "Images, fonts and style sheets become data: URLs, frames srcdoc.  Nothing is loaded from\n"
        "elsewhere.  docs/bundles.md says more.");
  }
  int run() override {
    return with_bundle(options_,
                       [this](const bundle::Bundle& bundle, const bundle::UnpackOptions& unpack) {
                         return inline_to_file(bundle, unpack);
                       });
  }

 private:
  int inline_to_file(const bundle::Bundle& bundle, const bundle::UnpackOptions& unpack) const;

  BundleOptions options_;
};

int Inline::inline_to_file(const bundle::Bundle& bundle,
                           const bundle::UnpackOptions& unpack) const {
  text::WholeFile file;
  if (!file.open(options_.output)) return complain(file.failure(), kIncomplete);
  const Result<bundle::UnpackSummary> summary = bundle::inline_page(bundle, unpack, file.output());
  if (!summary)
    return complain(summary.error().code == "unwritable"
                        ? file.failure()
                        : options_.file + ": " + summary.error().detail,
                    kIncomplete);
  if (!file.commit()) return complain(file.failure(), kIncomplete);
  return tell_summary(options_.file, bundle, *summary);
}

}  // namespace

const Command kMhtmlInline = {"inline", "One page that holds everything", make_verb<Inline>};

}  // namespace basewalk::cli
