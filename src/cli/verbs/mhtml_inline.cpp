// SPDX-License-Identifier: MIT
//
// basewalk mhtml inline: a bundle as one page that holds everything.
#include <CLI/CLI.hpp>

#include "cli/verbs/mhtml.h"
#include "text/whole_file.h"

namespace basewalk::cli {
namespace {

BundleOptions options;

int inline_to_file(const bundle::Bundle& bundle, const bundle::UnpackOptions& unpack) {
  WholeFile file;
  if (!file.open(options.output)) return kIncomplete;
  OutputSink sink(file.output());
  const Result<bundle::UnpackSummary> summary = bundle::inline_page(bundle, unpack, sink);
  if (!summary) {
    if (summary.error().code != "unwritable")
      complain(options.file + ": " + summary.error().detail);
    return kIncomplete;
  }
  if (!file.commit()) return kIncomplete;
  return tell_summary(options, *summary);
}

int run() { return with_bundle(options, inline_to_file); }

Command::Run set_up(CLI::App& app) {
  add_bundle_options(app, options);
  app.add_option("-o,--output", options.output, "Write FILE, whole or not at all")
      ->type_name("FILE");
  app.footer(
      "Images, fonts and style sheets become data: URLs, frames srcdoc.  Nothing is loaded from\n"
      "elsewhere.  docs/bundles.md says more.");
  return run;
}

}  // namespace

const Command kMhtmlInline = {"inline", "One page that holds everything", set_up};

}  // namespace basewalk::cli
