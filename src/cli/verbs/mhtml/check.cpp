// SPDX-License-Identifier: MIT
//
// basewalk mhtml check: what is wrong with a bundle, and by which clause.
#include <CLI/CLI.hpp>

#include "basewalk/bundle/check.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "output/bundle_records.h"
#include "text/amounts.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

using text::append_visible;
using text::counted;

void append_text(const BundleFile& file, const bundle::Finding& finding, std::string& out) {
  append_visible(out, file.name);
  out += ":" + std::to_string(file.offset + finding.offset) + ": " +
         std::string(name(severity(finding.code))) + ": part " + finding.section + ": " +
         std::string(meaning(finding.code));
  if (!finding.text.empty()) {
    out += ": ";
    append_visible(out, finding.text);
  }
  out.append(" [").append(name(finding.code)).append("] (").append(clause(finding.code));
  out.append(is_refused(finding.code) ? "; Chromium refuses the file)\n" : ")\n");
}

void append_summary(const BundleFile& file, const bundle::Report& report, std::string& out) {
  append_visible(out, file.name);
  out += ": " + counted(report.errors, "error") + ", " + counted(report.warnings, "warning");
  if (report.omitted > 0) out += " (" + std::to_string(report.omitted) + " not shown)";
  out += "; " + counted(report.parts, "part") + ", " + counted(report.inside, "reference") +
         " to them, " + std::to_string(report.external) + " to elsewhere\n";
}

class Check final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    add_look_options(app, options_);
    app.add_flag("--strict", strict_, "Warnings count as errors");
    app.footer("Exit status: 0 sound (but for warnings), 1 an error was found, 2 usage.");
  }
  int run() override {
    return for_each_bundle(options_, [this](const BundleFile& file) { return check(file); });
  }

 private:
  int check(const BundleFile& file) const;

  SharedOptions options_;
  bool strict_ = false;
};

int Check::check(const BundleFile& file) const {
  const bundle::Report report = bundle::check(file.bytes, file.walk);
  const bool json = options_.format == "jsonl";
  std::string& out = file.out;
  for (const bundle::Finding& finding : report.findings) {
    if (json)
      append_record(output::FindingAt{file.name, file.offset, finding}, out);
    else
      append_text(file, finding, out);
    if (!file.go_on()) return kIncomplete;
  }
  if (json)
    append_record(output::CheckEnd{file.name, report}, out);
  else
    append_summary(file, report, out);
  return report.errors > 0 || (strict_ && report.warnings > 0) ? kIncomplete : kDone;
}

}  // namespace

const Command kMhtmlCheck = {"check", "What is wrong with a bundle, and by which clause",
                             make_verb<Check>};

}  // namespace basewalk::cli
