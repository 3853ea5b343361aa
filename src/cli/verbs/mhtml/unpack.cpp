// SPDX-License-Identifier: MIT
//
// basewalk mhtml unpack: a bundle as a folder that opens in a browser.
#include <CLI/CLI.hpp>

#include "cli/terminal.h"
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
  const auto said = [](const std::string& text) {
    return text.empty() ? std::optional<std::string_view>() : std::optional<std::string_view>(text);
  };
  json.text_or_null("title", said(summary.page.title));
  json.text_or_null("url", said(summary.page.url));
  json.text_or_null("date", said(summary.page.date));
  json.text_or_null("language", said(summary.page.language));
  json.objects(
      "files", summary.files,
      [&](text::JsonObject& entry, const bundle::UnpackedFile& file) {
        entry.text("file", file.name);
        entry.text("part", bundle.section(file.part));
        entry.text("type", file.media_type);
        entry.number("bytes", file.bytes);
        if (!file.text.empty()) entry.text("text", file.text);
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

// As UntilInterrupted.
class FilesUntilInterrupted final : public bundle::Files {
 public:
  explicit FilesUntilInterrupted(bundle::Files& to) : to_(to) {}
  bool begin(std::string_view name) override { return goes_on() && to_.begin(name); }
  bool write(std::string_view bytes) override { return goes_on() && to_.write(bytes); }
  bool end() override { return goes_on() && to_.end(); }

 private:
  static bool goes_on() { return !Interruption::happened(); }

  bundle::Files& to_;
};

Made unpack_to_folder(const bundle::Bundle& bundle, const bundle::UnpackOptions& options,
                      const std::string& name, const Place& place) {
  const std::string& to = place.to;
  bundle::UnpackOptions unpack = options;
  unpack.reserved.emplace_back(kRecord);
  const auto told = [&](const Error& error) { return Made{{}, name + ": " + error.detail}; };
  if (place.is_there) {
    ComparedFolder there(to);
    Result<bundle::UnpackSummary> summary = bundle::unpack(bundle, unpack, there);
    if (!summary) return told(summary.error());
    there.begin(kRecord);
    there.write(record_of(bundle, *summary));
    there.end();
    if (!there.is_same()) return Made{{}, name + ": " + is_another_one(to)};
    return Made{*std::move(summary), {}};
  }
  const auto fail = [&](const std::string& why) { return Made{{}, to + ": " + why}; };
  Result<bundle::NewFolder> folder = bundle::NewFolder::create(to);
  if (!folder) return fail(folder.error().detail);
  FilesUntilInterrupted files(*folder);
  Result<bundle::UnpackSummary> summary =
      bundle::unpack(bundle, unpack, place.is_alone ? static_cast<bundle::Files&>(files) : *folder);
  if (!summary && place.is_alone && Interruption::happened()) return fail(kInterrupted);
  if (!summary)
    return summary.error().code == "unwritable" ? fail(folder->failure()) : told(summary.error());
  if (!folder->begin(kRecord) || !folder->write(record_of(bundle, *summary)) || !folder->end())
    return fail(folder->failure());
  const Result<bool> committed = folder->commit();
  if (!committed) return fail(committed.error().detail);
  return {*std::move(summary), {}};
}

class Unpack final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    add_bundle_options(app, options_);
    app.add_option("-o,--output", options_.output,
                   "A folder that is not there yet; DIR/ for a folder of each bundle")
        ->required()
        ->type_name("DIR");
    app.add_flag("--text", text_, "Also the text of each page, without the markup: index.txt");
    app.footer(
        "DIR appears whole or not at all; index.html opens the page, bundle.json says what came "
        "from\n"
        "where.  Nothing in it is loaded from elsewhere.  Many bundles (several SOURCEs, folders,\n"
        "archives) become folders in one, with a report of each in DIR/report.jsonl.  Exit "
        "status:\n"
        "0 as complete as the bundles, 1 something of a bundle is missing or was not made (each "
        "is\n"
        "named), 2 usage.  docs/bundles.md says more.");
  }
  int run() override {
    if (options_.output == "-")
      return complain("-o -: unpack makes a folder, which standard output is not; name it", kUsage);
    const MakeBundle make = [this](const bundle::Bundle& bundle,
                                   const bundle::UnpackOptions& options, const std::string& name,
                                   const Place& place) {
      bundle::UnpackOptions unpack = options;
      unpack.plain_text = text_;
      return unpack_to_folder(bundle, unpack, name, place);
    };
    return make_bundles(options_, make, [](const bundle::Bundle&) { return std::string_view(); });
  }

 private:
  BundleOptions options_;
  bool text_ = false;
};

}  // namespace

const Command kMhtmlUnpack = {"unpack", "A folder that opens in a browser", make_verb<Unpack>};

}  // namespace basewalk::cli
