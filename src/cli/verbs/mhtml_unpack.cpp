// SPDX-License-Identifier: MIT
//
// basewalk mhtml unpack: a bundle as a folder that opens in a browser.
#include <CLI/CLI.hpp>

#include "cli/verbs/mhtml.h"
#include "text/json.h"

namespace basewalk::cli {
namespace {

constexpr const char* kRecord = "bundle.json";

BundleOptions options;

void append_field(std::string& out, std::string_view name, std::string_view text) {
  out.append(",\"").append(name).append("\":");
  append_json(out, text);
}

// What came from where (docs/bundles.md).
std::string record_of(const bundle::Bundle& bundle, const bundle::UnpackSummary& summary) {
  std::string out = "{\"version\":1";
  append_field(out, "root", bundle.section(summary.root));
  out += ",\"files\":[";
  bool first = true;
  for (const bundle::UnpackedFile& file : summary.files) {
    out += first ? "\n{\"file\":" : ",\n{\"file\":";
    first = false;
    append_json(out, file.name);
    append_field(out, "part", bundle.section(file.part));
    append_field(out, "type", file.media_type);
    out += ",\"bytes\":";
    append_number(out, file.bytes);
    const bundle::Labels labels = bundle.labels(file.part);
    if (!labels.content_id.empty()) append_field(out, "content_id", labels.content_id);
    if (!labels.location.empty()) append_field(out, "location", labels.location);
    out += '}';
  }
  out += "],\"left_out_count\":";
  append_number(out, summary.left_out_count);
  out += ",\"left_out\":[";
  first = true;
  for (const bundle::LeftOut& left_out : summary.left_out) {
    out += first ? "\n{\"part\":" : ",\n{\"part\":";
    first = false;
    append_json(out, bundle.section(left_out.part));
    append_field(out, "where", left_out.where);
    append_field(out, "url", left_out.url);
    out += '}';
  }
  out += "]}\n";
  return out;
}

int fail(const std::string& why) {
  complain(options.output + ": " + why);
  return kIncomplete;
}

int unpack_to_folder(const bundle::Bundle& bundle, bundle::UnpackOptions unpack) {
  Result<bundle::NewFolder> folder = bundle::NewFolder::create(options.output);
  if (!folder) return fail(folder.error().detail);
  unpack.reserved.push_back(kRecord);
  const Result<bundle::UnpackSummary> summary = bundle::unpack(bundle, unpack, *folder);
  if (!summary) {
    if (summary.error().code == "unwritable") return fail(folder->failure());
    complain(options.file + ": " + summary.error().detail);
    return kIncomplete;
  }
  if (!folder->begin(kRecord) || !folder->write(record_of(bundle, *summary)) || !folder->end())
    return fail(folder->failure());
  const Result<bool> committed = folder->commit();
  if (!committed) return fail(committed.error().detail);
  return tell_summary(options, *summary);
}

int run() { return with_bundle(options, unpack_to_folder); }

Command::Run set_up(CLI::App& app) {
  add_bundle_options(app, options);
  app.add_option("-o,--output", options.output, "A folder that is not there yet")
      ->required()
      ->type_name("DIR");
  app.footer(
      "DIR appears whole or not at all; index.html opens the page, bundle.json says what came "
      "from\n"
      "where.  Nothing in it is loaded from elsewhere.  docs/bundles.md says more.");
  return run;
}

}  // namespace

const Command kMhtmlUnpack = {"unpack", "A folder that opens in a browser", set_up};

}  // namespace basewalk::cli
