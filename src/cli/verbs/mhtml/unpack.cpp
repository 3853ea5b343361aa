// SPDX-License-Identifier: MIT
//
// basewalk mhtml unpack: a bundle as a folder that opens in a browser.
#include <CLI/CLI.hpp>

#include "cli/verbs/mhtml/mhtml.h"
#include "text/json.h"

namespace basewalk::cli {
namespace {

constexpr const char* kRecord = "bundle.json";

// What came from where (docs/bundles.md).
std::string record_of(const bundle::Bundle& bundle, const bundle::UnpackSummary& summary) {
  std::string out;
  text::JsonObject json(out);
  json.number("version", 1);
  json.text("root", bundle.section(summary.root));
  json.objects(
      "files", summary.files,
      [&](text::JsonObject& entry, const bundle::UnpackedFile& file) {
        entry.text("file", file.name);
        entry.text("part", bundle.section(file.part));
        entry.text("type", file.media_type);
        entry.number("bytes", file.bytes);
        const bundle::Labels labels = bundle.labels(file.part);
        if (!labels.content_id.empty()) entry.text("content_id", labels.content_id);
        if (!labels.location.empty()) entry.text("location", labels.location);
      },
      text::JsonLines::one_a_line);
  json.number("left_out_count", summary.left_out_count);
  json.objects(
      "left_out", summary.left_out,
      [&](text::JsonObject& entry, const bundle::LeftOut& left_out) {
        entry.text("part", bundle.section(left_out.part));
        entry.text("where", left_out.where);
        entry.text("url", left_out.url);
      },
      text::JsonLines::one_a_line);
  json.end();
  return out + "\n";
}

class Unpack final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    add_bundle_options(app, options_);
    app.add_option("-o,--output", options_.output, "A folder that is not there yet")
        ->required()
        ->type_name("DIR");
    app.footer(
        "DIR appears whole or not at all; index.html opens the page, bundle.json says what came "
        "from\n"
        "where.  Nothing in it is loaded from elsewhere.  docs/bundles.md says more.");
  }
  int run() override {
    return with_bundle(options_,
                       [this](const bundle::Bundle& bundle, const bundle::UnpackOptions& unpack) {
                         return unpack_to_folder(bundle, unpack);
                       });
  }

 private:
  int fail(const std::string& why) const {
    return complain(options_.output + ": " + why, kIncomplete);
  }
  int unpack_to_folder(const bundle::Bundle& bundle, bundle::UnpackOptions unpack) const;

  BundleOptions options_;
};

int Unpack::unpack_to_folder(const bundle::Bundle& bundle, bundle::UnpackOptions unpack) const {
  Result<bundle::NewFolder> folder = bundle::NewFolder::create(options_.output);
  if (!folder) return fail(folder.error().detail);
  unpack.reserved.push_back(kRecord);
  const Result<bundle::UnpackSummary> summary = bundle::unpack(bundle, unpack, *folder);
  if (!summary) {
    if (summary.error().code == "unwritable") return fail(folder->failure());
    return complain(options_.file + ": " + summary.error().detail, kIncomplete);
  }
  if (!folder->begin(kRecord) || !folder->write(record_of(bundle, *summary)) || !folder->end())
    return fail(folder->failure());
  const Result<bool> committed = folder->commit();
  if (!committed) return fail(committed.error().detail);
  return tell_summary(options_.file, bundle, *summary);
}

}  // namespace

const Command kMhtmlUnpack = {"unpack", "A folder that opens in a browser", make_verb<Unpack>};

}  // namespace basewalk::cli
