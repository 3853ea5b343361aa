// SPDX-License-Identifier: MIT
//
// basewalk watch: the links of mail as it comes.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/verbs/links.h"
#include "output/writers.h"
#include "run/arrivals.h"
#include "text/amounts.h"
#include "text/files/path.h"

namespace basewalk::cli {
namespace {

class Watch final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("FOLDER", folders_, "Maildirs, or folders that messages are put into")
        ->required();
    add_resolve_options(app, options_);
    add_walk_options(app, options_);
    app.footer(
        "What lies there already is not read; `basewalk links FOLDER` does that.  It goes on "
        "until\n"
        "it is ended, or whoever reads it has gone:\n"
        "  basewalk watch ~/Maildir --only flag=text-differs --quiet | while read -r link; do "
        "...\n" +
        app.get_footer());
    app.add_option("--format", options_.format, "text (default), jsonl")
        ->check(CLI::IsMember({"text", "jsonl"}).description(""))
        ->type_name("FORMAT");
    app.add_flag("-q,--quiet", options_.quiet, "With text: no notes on standard error");
    add_telling_of_links(app, options_, chosen_);
    options_.formats = {"text", "jsonl"};
  }
  int run() override;

 private:
  SharedOptions options_;
  LinkOptions chosen_;
  std::vector<std::string> folders_;
};

int Watch::run() {
  // What makes no sense is said before mail comes.
  options_.sources = {"-"};
  std::optional<OutputPlan> plan = output_plan(options_);
  output::Choice choice;
  if (!plan || !walk_options(options_) || !can_tell_links(options_, chosen_, *plan, choice))
    return kUsage;
  const Result<std::unique_ptr<run::Writer>> writer = output::open_writer(plan->to);
  if (!writer) return complain(writer.error().detail, kIncomplete);
  run::Arrivals arrivals;
  for (const std::string& folder : folders_)
    if (const std::string why = arrivals.add(folder); !why.empty())
      return complain(why, kIncomplete);
  // Whoever waits for this may deliver.
  if (!options_.quiet)
    complain("watching " + text::number_text(arrivals.folders()) +
             (arrivals.folders() == 1 ? " folder" : " folders"));
  int status = kDone;
  using Next = run::Arrivals::Next;
  for (;;) {
    switch (arrivals.next()) {
      case Next::file:
        options_.sources = {arrivals.name()};
        if (const int told = tell_links(options_, chosen_, true, writer->get()); told != kDone) {
          // What comes behind half a record is no record.
          if ((*writer)->failed()) return told;
          if (text::exists(arrivals.name()))
            status = std::max(status, told);
          else
            arrivals.missed();
        }
        break;
      case Next::trouble:
        status = complain(arrivals.what(), kIncomplete);
        break;
      case Next::end:
        return complain(arrivals.what(), kIncomplete);
      case Next::nobody:
        return status;
    }
  }
}

}  // namespace

const Command kWatch = {"watch", "The links of mail as it comes into a folder", make_verb<Watch>};

}  // namespace basewalk::cli
