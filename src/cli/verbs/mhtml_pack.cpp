// SPDX-License-Identifier: MIT
//
// basewalk mhtml pack: a page and the files it uses as a bundle.
#include <CLI/CLI.hpp>
#include <filesystem>

#include "basewalk/bridge/write_bundle.h"
#include "cli/verbs/mhtml.h"
#include "text/whole_file.h"

namespace basewalk::cli {
namespace {

struct PackTyped {
  std::string source, output, base, max_bytes;
  bool outside = false;
} options;

Result<bundle::Packing> collect(const bundle::PackOptions& pack) {
  std::error_code error;
  if (std::filesystem::is_directory(options.source, error))
    return bundle::Packing::of_folder(options.source, pack);
  if (options.source.ends_with(".tsv")) return bundle::Packing::of_table(options.source, pack);
  return bundle::Packing::of_page(options.source, pack);
}

int run() {
  bundle::PackOptions pack;
  pack.base = options.base;
  pack.outside = options.outside;
  if (!options.max_bytes.empty() && !read_bytes("--max-bytes", options.max_bytes, pack.max_bytes))
    return kUsage;
  const Result<bundle::Packing> packing = collect(pack);
  if (!packing) {
    complain(packing.error().detail);
    return packing.error().code == "not-absolute" ? kUsage : kIncomplete;
  }
  WholeFile file;
  if (!file.open(options.output)) return kIncomplete;
  OutputSink sink(file.output());
  const Result<bool> written = bridge::write_bundle(*packing, sink);
  if (!written) {
    if (written.error().code != "unwritable") complain(written.error().detail);
    return kIncomplete;
  }
  if (!file.commit()) return kIncomplete;
  for (const std::string& missing : packing->missing())
    complain(options.source + ": not packed, as it is not below the page's folder: " + missing);
  return kDone;
}

Command::Run set_up(CLI::App& app) {
  app.add_option("SOURCE", options.source, "A page, a folder with an index.html, or a table (.tsv)")
      ->required();
  app.add_option("--base", options.base, "The URL of the page's folder (default: thismessage:/)")
      ->type_name("URL");
  app.add_flag("--outside", options.outside, "Also files outside the page's folder");
  app.add_option("--max-bytes", options.max_bytes, "The most bytes of files (default: 1 GiB)")
      ->type_name("N");
  app.add_option("-o,--output", options.output, "Write FILE, whole or not at all")
      ->type_name("FILE");
  app.footer(
      "A table has a line for each file: file, TAB, URL and, if need be, TAB, media type; the "
      "page\n"
      "first.  Nothing is fetched.  docs/bundles.md says more.");
  return run;
}

}  // namespace

const Command kMhtmlPack = {"pack", "A page and the files it uses as a bundle", set_up};

}  // namespace basewalk::cli
