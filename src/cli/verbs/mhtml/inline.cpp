// SPDX-License-Identifier: MIT
//
// basewalk mhtml inline: a bundle as one page that holds everything.
#include <CLI/CLI.hpp>
#include <optional>
#include <utility>

#include "basewalk/bundle/unpack.h"
#include "cli/terminal.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "text/ascii.h"
#include "text/files/whole_file.h"

namespace basewalk::cli {
namespace {

bool is_xml_name(std::string_view name) {
  const auto ends = [name](std::string_view end) {
    return name.size() >= end.size() && ascii::iequals(name.substr(name.size() - end.size()), end);
  };
  return ends(".xhtml") || ends(".xht") || ends(".xml") || ends(".svg");
}

// A browser goes by the name, and where it reads XML as HTML, or the reverse, what was text may
// run.
std::string why_misnamed(const bundle::Bundle& bundle, const std::string& to) {
  const std::string_view end = bundle::page_ending(bundle);
  const bool is_xml = end != ".html";
  if (to == "-" || is_xml == is_xml_name(to)) return {};
  return to + ": the page is " +
         (!is_xml         ? "HTML"
          : end == ".svg" ? "SVG"
                          : "XHTML") +
         ", which a browser would not read it as under this name: give it one that ends with " +
         std::string(end);
}

Made inline_to_file(const bundle::Bundle& bundle, const bundle::UnpackOptions& unpack,
                    const std::string& name, const Place& place) {
  const std::string& to = place.to;
  if (std::string why = why_misnamed(bundle, to); !why.empty()) return {{}, std::move(why)};
  ComparedFile there;
  text::WholeFile file;
  if (place.is_there)
    there.open(to);
  else if (!file.open(to))
    return {{}, file.failure()};
  std::optional<UntilInterrupted> alone;
  if (place.is_alone) alone.emplace(file.output());
  Result<bundle::UnpackSummary> summary =
      bundle::inline_page(bundle, unpack,
                          place.is_there ? static_cast<Sink&>(there)
                          : alone        ? static_cast<Sink&>(*alone)
                                         : file.output());
  if (!summary && place.is_alone && Interruption::happened())
    return {{}, name + ": " + kInterrupted};
  if (!summary)
    return {{},
            summary.error().code == "unwritable" ? file.failure()
                                                 : name + ": " + summary.error().detail};
  if (place.is_there && !there.is_same()) return {{}, name + ": " + is_another_one(to)};
  if (!place.is_there && !file.commit()) return {{}, file.failure()};
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
  int run() override { return make_bundles(options_, inline_to_file, bundle::page_ending); }

 private:
  BundleOptions options_;
};

}  // namespace

const Command kMhtmlInline = {"inline", "One page that holds everything", make_verb<Inline>};

}  // namespace basewalk::cli
