// SPDX-License-Identifier: MIT
//
// basewalk report: pages for people, about one message or many.
#include "report/report.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "basewalk/bundle/bundle.h"
#include "basewalk/rewrite/wrapped.h"
#include "cli/command.h"
#include "cli/manual/words.h"
#include "cli/options/browser_options.h"
#include "cli/options/choices.h"
#include "cli/options/output_plan.h"
#include "cli/options/rewrite_options.h"
#include "cli/options/shared_options.h"
#include "cli/options/written_files.h"
#include "cli/terminal.h"
#include "cli/verbs/each_message.h"
#include "output/database/database_reader.h"
#include "report/row.h"
#include "report/single.h"
#include "report/work.h"
#include "text/files/new_folder.h"
#include "text/files/path.h"
#include "text/files/whole_file.h"
#if BASEWALK_HAS_VERIFY
#include "browser/paper.h"
#endif

namespace basewalk::cli {
namespace {

using report::Made;
using report::Mail;
using report::WordOf;

// The words of the manual that pages explain.
report::Glossary glossary_of_manual() {
  constexpr std::pair<WordKind, WordOf> kKinds[] = {
      {WordKind::flag, WordOf::flag},       {WordKind::note, WordOf::note},
      {WordKind::status, WordOf::status},   {WordKind::base_from, WordOf::base_from},
      {WordKind::verdict, WordOf::verdict}, {WordKind::reading, WordOf::reading},
      {WordKind::unread, WordOf::unread}};
  report::Glossary glossary;
  for (const Word& word : all_words())
    for (const auto& [kind, of] : kKinds)
      if (word.kind == kind) glossary.add(of, word.name, plain(word.text));
  return glossary;
}

// As typed.
struct ReportOptions {
  SharedOptions shared;
  std::string pages, theme, write_theme, title, paper, wrap, wrap_key;
  bool single = false, no_bodies = false, live_links = false;
  BrowserOptions browser;

  bool is_pdf() const { return shared.output.ends_with(".pdf"); }
  bool is_single() const { return single || !paper.empty() || is_pdf(); }
};

std::string title_of(const ReportOptions& options) {
  if (!options.title.empty()) return options.title;
  const std::vector<std::string>& sources = options.shared.sources;
  if (sources.empty())
    return options.shared.plan.empty() ? options.shared.files_from : options.shared.plan;
  std::string title = sources.front() == "-" ? "standard input" : sources.front();
  if (sources.size() > 1) title += " and " + std::to_string(sources.size() - 1) + " more";
  return title;
}

class Report final : public Verb {
 public:
  void set_up(CLI::App& app) override;
  int run() override;

 private:
  // False, with a message, where something makes no sense.
  bool check(bool from_database) const;
  bool has_place_for_summary() const;
  bool open_links();
  int write_theme() const;
  int of_sources(run::Writer& writer);
  int of_database(run::Writer& writer);
  int make_folder();
  int make_single();
  int write_new_file(std::string_view bytes) const;
  int write_pdf(const std::string& page) const;

  CLI::App* app_ = nullptr;
  ReportOptions options_;
  bool from_database_ = false;
  report::Theme theme_;
  report::Glossary glossary_;
  std::optional<Made> made_;
  std::optional<report::WorkOptions> work_;
  std::string wrap_key_;
};

void Report::set_up(CLI::App& app) {
  app_ = &app;
  add_report_options(app, options_.shared);
  app.add_flag("--linkify", options_.shared.linkify, "Also example.com and the like, in text");
  app.add_flag("--refang", options_.shared.refang, "Also hxxp://h[.]example and the like, in text");
  app.add_option("-o,--output", options_.shared.output,
                 "The new folder; with --single the file, with .pdf at its end printed")
      ->type_name("DIR");
  app.add_option("--pages", options_.pages,
                 "Messages with a page: all, flagged, none; default: the first 2,000 and flagged "
                 "ones")
      ->check(CLI::IsMember({"all", "flagged", "none"}))
      ->type_name("WHICH");
  app.add_flag("--single", options_.single, "One message as one file");
  app.add_option("--print", options_.paper, "The same for paper, all unfolded: A4, letter")
      ->check(CLI::IsMember({"A4", "letter"}))
      ->type_name("PAPER");
  app.add_flag("--no-bodies", options_.no_bodies, "Do not show what readers see of messages");
  app.add_flag("--live-links", options_.live_links, "Links can be opened; default: they are text");
  app.add_option("--wrap", options_.wrap, "With --live-links: what opens them, as in rewrite")
      ->type_name("TEMPLATE");
  app.add_option("--wrap-key", options_.wrap_key, "Key of {mac}")->type_name("FILE");
  app.add_option("--title", options_.title, "Of the page about all; default: the sources")
      ->type_name("TEXT");
  app.add_option("--theme", options_.theme, "Templates, style and script of your own")
      ->type_name("DIR");
  app.add_option("--write-theme", options_.write_theme, "Write those of the tool to a new folder")
      ->type_name("DIR");
  add_browser_options(app, options_.browser);
}

bool Report::check(bool from_database) const {
  const auto wrong = [](const std::string& why) {
    complain("report: " + why);
    return false;
  };
  const ReportOptions& options = options_;
  if (options.shared.output.empty() || options.shared.output == "-")
    return wrong("name what is to be made: -o DIR, or with --single -o FILE");
  if (options.is_single() && !options.pages.empty())
    return wrong("--pages is for a folder, and --single, --print and .pdf make one file");
  if (options.is_single() && !options.title.empty())
    return wrong("--title is for a folder: a page of one message has its subject");
  if (!options.is_pdf())
    for (const char* const name : {"--browser", "--browser-sandbox", "--browser-seconds"})
      if (option_named(*app_, name)->count() > 0)
        return wrong(std::string(name) + " is for -o FILE.pdf, which Chromium prints");
#if !BASEWALK_HAS_VERIFY
  if (options.is_pdf())
    return wrong("this basewalk was built without what drives a browser: -o FILE.html --print " +
                 (options.paper.empty() ? "A4" : options.paper) + " can be printed by one");
#endif
  if (!options.live_links && !options.wrap.empty())
    return wrong("--wrap says what opens links, which needs --live-links");
  if (options.wrap.empty() && !options.wrap_key.empty()) return wrong("--wrap-key is for --wrap");
  if (options.shared.at && (options.shared.sources.size() != 1 || !options.shared.plan.empty()))
    return wrong("--at names a message of one SOURCE; give that, and no other and no list");
  if (!from_database) return true;
  // What was decided when the database was written.
  for (const char* const name :
       {"--base", "--rules", "--surplus-dots", "--honor", "--assume-scheme", "--open", "--limit",
        "--match", "--at", "--linkify", "--refang", "--as", "--jobs", "--no-bodies", "--progress",
        "--summary"})
    if (option_named(*app_, name)->count() > 0)
      return wrong(std::string(name) + " is for mail, and " + options.shared.sources.front() +
                   " is a database: what it says was decided by the run that wrote it");
  return true;
}

// It is written last, and takes the place of no file that is read, and of none that was made.
bool Report::has_place_for_summary() const {
  const std::string& summary = options_.shared.summary;
  SharedOptions read = options_.shared;
  if (read.sources.empty() && read.files_from.empty() && read.plan.empty())
    read.sources.emplace_back("-");
  read.sources.insert(read.sources.end(), {options_.wrap_key, options_.theme});
  return leaves_sources("--summary", summary, read) &&
         are_apart({{"-o", read.output}, {"--summary", summary}}, {}) &&
         is_outside({"--summary", summary}, read.output);
}

// How a page opens links; they are text where nothing is asked for.
bool Report::open_links() {
  if (!options_.live_links) return true;
  if (!options_.wrap_key.empty()) {
    std::optional<std::string> key = read_key("--wrap-key", options_.wrap_key, Keys::needed);
    if (!key) return false;
    wrap_key_ = *std::move(key);
  }
  if (!options_.wrap.empty()) {
    const Result<std::string> tried =
        rewrite::wrapped(options_.wrap, wrap_key_, "https://example.com/");
    if (!tried) {
      complain("--wrap: " + tried.error().detail);
      return false;
    }
  }
  made_->pages.live = [this](const report::MailLink& link) {
    const report::Excerpt& leads = link.has_clicked ? link.clicked : link.url;
    if (leads.text.empty() || leads.is_cut()) return std::string();
    if (!leads.text.starts_with("http://") && !leads.text.starts_with("https://"))
      return std::string();
    if (options_.wrap.empty()) return leads.text;
    const Result<std::string> wrapped = rewrite::wrapped(options_.wrap, wrap_key_, leads.text);
    return wrapped ? *wrapped : std::string();
  };
  return true;
}

int Report::write_theme() const {
  text::NewFolder folder;
  if (const Result<bool> opened = folder.open(options_.write_theme); !opened)
    return complain(options_.write_theme + ": " + opened.error().detail, kIncomplete);
  for (const std::string_view name : report::Theme::names())
    if (const int error = folder.add_file(std::string(name), {report::Theme::built_in(name)});
        error != 0)
      return complain(options_.write_theme + "/" + std::string(name) + ": " + std::strerror(error),
                      kIncomplete);
  if (const int error = folder.commit(); error != 0)
    return complain(options_.write_theme + ": " + std::strerror(error), kIncomplete);
  return kDone;
}

int Report::run() {
  if (!options_.write_theme.empty()) {
    for (const CLI::Option* const option : app_->get_options())
      if (option->count() > 0 && option->get_name() != "--write-theme")
        return complain("report: --write-theme writes the theme and does nothing else; leave out " +
                            option->get_name(),
                        kUsage);
    return write_theme();
  }
  const std::vector<std::string>& sources = options_.shared.sources;
  const auto database = std::ranges::find_if(sources, output::is_database);
  from_database_ = database != sources.end();
  if (from_database_ &&
      (sources.size() > 1 || !options_.shared.files_from.empty() || !options_.shared.plan.empty()))
    return complain("report: " + *database +
                        " is a database; give it alone (`basewalk merge` makes "
                        "one of several)",
                    kUsage);
  if (!check(from_database_)) return kUsage;
  if (text::exists(options_.shared.output))
    return complain("report: " + options_.shared.output +
                        ": is there already, and nothing is replaced; name what is not",
                    kUsage);
  if (!has_place_for_summary()) return kUsage;
  if (const std::string why = theme_.open(options_.theme); !why.empty())
    return complain("--theme: " + why, kUsage);
  glossary_ = glossary_of_manual();
  made_.emplace(Made{theme_, glossary_, {}, {}});
  made_->pages.single = options_.is_single();
  made_->pages.paper = options_.is_pdf() && options_.paper.empty() ? "A4" : options_.paper;
  made_->pages.from_database = from_database_;
  if (!options_.pages.empty())
    made_->which = options_.pages == "all"       ? report::Pages::all
                   : options_.pages == "flagged" ? report::Pages::flagged
                                                 : report::Pages::none;
  if (!open_links()) return kUsage;
  std::optional<WalkOptions> walk = walk_options(options_.shared);
  if (!walk) return kUsage;
  work_.emplace(report::WorkOptions{*made_,
                                    *std::move(walk),
                                    *bundle::profile_named(options_.shared.match),
                                    !options_.no_bodies,
                                    {},
                                    "../"});
  // From here on there may be something to remove.
  const Interruption interruption(true);
  const int status = options_.is_single() ? make_single() : make_folder();
  if (Interruption::happened()) Interruption::end();
  return status;
}

int Report::of_sources(run::Writer& writer) {
  OutputPlan plan;
  plan.to.file = options_.shared.output;
  plan.names_each = true;
  plan.own = &writer;
  plan.closes_itself = true;
  return for_each_message(options_.shared, plan, [this] { return report::new_work(*work_); });
}

int Report::of_database(run::Writer& writer) {
  const std::string& file = options_.shared.sources.front();
  output::DatabaseReader reader;
  if (const std::string why = reader.open(file); !why.empty()) return complain(why, kIncomplete);
  std::string rows, with_page;
  while (!writer.failed() && !Interruption::happened() && reader.next(rows)) {
    report::append_rows_with_page(rows, *work_, with_page);
    writer.write(with_page);
    rows.clear();
    with_page.clear();
  }
  if (Interruption::happened()) return complain("interrupted; nothing of it is kept", kIncomplete);
  if (!reader.failure().empty()) return complain(reader.failure(), kIncomplete);
  if (writer.failed() || !writer.commit()) return complain(writer.failure(), kIncomplete);
  return kDone;
}

int Report::make_folder() {
  report::Folder folder(*made_);
  folder.set_title(title_of(options_));
  if (const std::string why = folder.open(options_.shared.output); !why.empty())
    return complain("report: " + why, kIncomplete);
  work_->may_want_page = [&](const Mail& mail) { return folder.may_want_page(mail); };
  return from_database_ ? of_database(folder) : of_sources(folder);
}

int Report::make_single() {
  report::Single single(from_database_);
  work_->may_want_page = [&](const Mail&) { return single.messages() == 0; };
  work_->root = "";
  const int status = from_database_ ? of_database(single) : of_sources(single);
  if (single.messages() > 1) return kUsage;
  if (single.failed() || single.messages() == 0) return std::max<int>(status, kIncomplete);
  if (options_.is_pdf()) return std::max(status, write_pdf(single.page()));
  return std::max(status, write_new_file(single.page()));
}

// As the folder, it replaces nothing.
int Report::write_new_file(std::string_view bytes) const {
  text::WholeFile file;
  if (!file.open(options_.shared.output)) return complain(file.failure(), kIncomplete);
  file.output().buffer() += bytes;
  return file.commit(text::Existing::keep) ? int{kDone} : complain(file.failure(), kIncomplete);
}

int Report::write_pdf(const std::string& page) const {
#if BASEWALK_HAS_VERIFY
  browser::Chromium browser(
      {options_.browser.browser, options_.browser.sandbox == "on", options_.browser.seconds});
  const Result<std::string> pdf = browser::pdf_of(browser, page);
  if (!pdf) return complain(options_.shared.output + ": " + pdf.error().detail, kIncomplete);
  return write_new_file(*pdf);
#else
  (void)page;
  return kUsage;
#endif
}

}  // namespace

const Command kReport = {
    "report", "Pages for people: what is in the mail, and where its links lead", make_verb<Report>};

}  // namespace basewalk::cli
