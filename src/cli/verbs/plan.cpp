// SPDX-License-Identifier: MIT
//
// basewalk plan: the files of sources and their sizes, listed once for many slices.
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "basewalk/archive/plan.h"
#include "cli/command.h"
#include "cli/options/output_plan.h"
#include "cli/options/shared_options.h"
#include "cli/options/sources.h"
#include "cli/terminal.h"
#include "output/writers.h"
#include "text/amounts.h"
#include "text/files/path.h"

namespace basewalk::cli {
namespace {

class PlanVerb final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    add_finding_options(app, options_);
    app.footer(
        "Each slice of a plan reads the same files, and looks at no others:\n"
        "  basewalk plan /archive -o lists.plan\n"
        "  basewalk links --plan lists.plan --shard 0/64 -o parts/\n"
        "Names stand in it as they were given: where they are relative, slices run in this "
        "folder.");
  }
  int run() override;

 private:
  int write(Sources& sources, run::Writer& writer);

  SharedOptions options_;
};

int PlanVerb::run() {
  // A plan that is begun is made anew: it takes no longer than to go on with it.
  std::optional<OutputPlan> plan = output_plan(options_);
  if (!plan) return kUsage;
  plan->to.forget = true;
  if (plan->to.compression != text::Compression::none)
    return complain("-o " + options_.output + ": a plan is read at more than one place, and is " +
                        "not compressed; give a name without " +
                        std::string(text::extension(plan->to.compression)),
                    kUsage);
  int status = kDone;
  Sources sources(options_);
  if (!sources.open(status)) return status;
  const Interruption interruption(!plan->to.file.empty() && text::is_replaceable(plan->to.file));
  Result<std::unique_ptr<run::Writer>> writer = output::open_writer(plan->to);
  if (!writer)
    return complain(writer.error().detail, writer.error().code == "kind" ? kUsage : kIncomplete);
  status = write(sources, **writer);
  if (Interruption::happened()) {
    writer->reset();
    complain(kInterrupted);
    Interruption::end();
  }
  if (!sources.ended()) return kIncomplete;
  if ((*writer)->commit() || (*writer)->reader_gone()) return status;
  return complain((*writer)->failure(), kIncomplete);
}

int PlanVerb::write(Sources& sources, run::Writer& writer) {
  // It may lie among the sources.
  const std::string& file = options_.output;
  archive::PlanMaker maker(sources.names(), kind_of_sources(options_),
                           {file, file + ".partial", file + ".resume"});
  std::string lines;
  int status = kDone;
  while (std::optional<archive::PlanMaker::Line> line = maker.next()) {
    lines += line->text;
    if (!line->problem.empty() && !archive::is_skip(line->trouble)) {
      complain(line->source + ": " + line->problem);
      status = kIncomplete;
    }
    if (Interruption::happened()) return status;
    if (lines.size() < writer.full()) continue;
    writer.write(lines);
    lines.clear();
    if (writer.failed()) return status;
  }
  writer.write(lines);
  if (!file.empty())
    complain(text::number_text(maker.files()) + (maker.files() == 1 ? " file, " : " files, ") +
             text::number_text(maker.bytes()) + (maker.bytes() == 1 ? " byte" : " bytes"));
  return status;
}

}  // namespace

const Command kPlan = {"plan", "Sources and their sizes, listed once for many slices",
                       make_verb<PlanVerb>};

}  // namespace basewalk::cli
