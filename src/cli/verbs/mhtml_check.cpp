// SPDX-License-Identifier: MIT
//
// basewalk mhtml check: what is wrong with a bundle, and by which clause.
#include <CLI/CLI.hpp>

#include "basewalk/bundle/check.h"
#include "cli/verbs/mhtml.h"
#include "output/style.h"
#include "text/json.h"

namespace basewalk::cli {
namespace {

SharedOptions options;
bool strict = false;

void append_text(const BundleFile& file, const bundle::Finding& finding, std::string& out) {
  append_visible(out, file.name);
  out += ":" + std::to_string(finding.offset) + ": " + std::string(name(severity(finding.code))) +
         ": part " + finding.section + ": " + std::string(meaning(finding.code));
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

void append_record(const BundleFile& file, const bundle::Finding& finding, std::string& out) {
  out += "{\"kind\":\"finding\",\"source\":";
  append_json(out, file.name);
  out += ",\"offset\":";
  append_number(out, finding.offset);
  out += ",\"part\":\"" + finding.section + "\",\"code\":\"";
  out.append(name(finding.code)).append("\",\"level\":\"").append(name(severity(finding.code)));
  out.append("\",\"clause\":\"").append(clause(finding.code)).append("\",\"refused\":");
  out.append(is_refused(finding.code) ? "true" : "false").append(",\"text\":");
  append_json(out, finding.text);
  out += "}\n";
}

void append_number_of(std::string& out, std::string_view key, std::size_t number) {
  out.append(",\"").append(key).append("\":");
  append_number(out, number);
}

void append_end(const BundleFile& file, const bundle::Report& report, std::string& out) {
  out += "{\"kind\":\"check\",\"source\":";
  append_json(out, file.name);
  append_number_of(out, "parts", report.parts);
  append_number_of(out, "inside", report.inside);
  append_number_of(out, "external", report.external);
  append_number_of(out, "errors", report.errors);
  append_number_of(out, "warnings", report.warnings);
  append_number_of(out, "omitted", report.omitted);
  out += "}\n";
}

int check(const BundleFile& file) {
  const bundle::Report report = bundle::check(file.bytes, file.walk);
  const bool json = options.format == "jsonl";
  std::string& out = file.output.buffer();
  for (const bundle::Finding& finding : report.findings) {
    if (json)
      append_record(file, finding, out);
    else
      append_text(file, finding, out);
    file.output.flush_if_full();
    if (file.output.failed()) return kIncomplete;
  }
  if (json)
    append_end(file, report, out);
  else
    append_summary(file, report, out);
  return report.errors > 0 || (strict && report.warnings > 0) ? kIncomplete : kDone;
}

int run() { return for_each_bundle(options, check); }

Command::Run set_up(CLI::App& app) {
  add_look_options(app, options);
  app.add_flag("--strict", strict, "Warnings count as errors");
  app.footer("Exit status: 0 sound (but for warnings), 1 an error was found, 2 usage.");
  return run;
}

}  // namespace

const Command kMhtmlCheck = {"check", "What is wrong with a bundle, and by which clause", set_up};

}  // namespace basewalk::cli
