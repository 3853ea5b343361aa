// SPDX-License-Identifier: MIT
//
// basewalk links: every link of every message, resolved.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "basewalk/bundle/bundle.h"
#include "cli/command.h"
#include "cli/verbs/each_message.h"
#include "cli/verbs/links.h"
#include "output/prompt/choice.h"
#include "output/prompt/for_people.h"
#include "output/prompt/gathered.h"
#include "output/records.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

using output::CsvRecords;
using output::Format;
using output::JsonRecords;
using output::RowRecords;
using run::EachMessage;
using run::MessageAt;
using run::Results;

// What the works of all threads are made from.
struct Wanted {
  const SharedOptions& options;
  const WalkOptions walk;
  const bundle::Profile profile;
  const output::Choice choice;
  const output::Gathering gathering;
  const std::optional<output::PeopleStyle> people;  // on a terminal

  output::RecordOptions records() const {
    return {options.text, options.full_data, options.text_hash, options.show_passwords};
  }
};

// Tells each thing to `records`, and looks whether the output still takes any.
template <class Tell>
class Recorder final : public Visitor {
 public:
  Recorder(Results& results, Tell tell) : results_(results), tell_(std::move(tell)) {}
  Visit part(const PartReport& part) override { return told(part); }
  Visit link(const Link& link) override { return told(link); }
  Visit note(const NoteReport& note) override { return told(note); }
  Visit unread(const UnreadReport& unread) override { return told(unread); }
  Visit document(const DocumentReport& document) override { return told(document); }
  Visit text(const TextReport& text) override {
    if constexpr (std::is_invocable_v<Tell&, const TextReport&>) tell_(text);
    return Visit::go_on;
  }

 private:
  template <class What>
  Visit told(const What& what) {
    tell_(what, results_.buffer());
    results_.flush_if_full();
    return results_.stopped() ? Visit::stop : Visit::go_on;
  }

  Results& results_;
  Tell tell_;
};

// Keeps back the links that are not chosen.
class Chosen final : public Visitor {
 public:
  Chosen(const output::Choice& choice, output::Hosts& hosts, Visitor& to)
      : choice_(choice), hosts_(hosts), to_(to) {}
  Visit part(const PartReport& part) override { return to_.part(part); }
  Visit reading(const ReadingReport& reading) override { return to_.reading(reading); }
  Visit link(const Link& link) override {
    return choice_.has(link, hosts_) ? to_.link(link) : Visit::go_on;
  }
  Visit text(const TextReport& text) override { return to_.text(text); }
  Visit note(const NoteReport& note) override { return to_.note(note); }
  Visit unread(const UnreadReport& unread) override { return to_.unread(unread); }
  Visit document(const DocumentReport& document) override { return to_.document(document); }

 private:
  const output::Choice& choice_;
  output::Hosts& hosts_;
  Visitor& to_;
};

// What the formats have in common: links are chosen, and the parts of bundles that they name are
// known.
class LinkWork : public run::MessageWork {
 public:
  explicit LinkWork(const Wanted& wanted) : wanted_(wanted) {}

  void message(const EachMessage& each) final {
    if (wanted_.choice.asks_for_verdict()) {
      // It is known behind the last link, and links are not kept: they may be many.
      Visitor nobody;
      if (!wanted_.choice.has(each.walker.walk(each.message, nobody).verdict())) return;
    }
    chosen_message(each);
  }

 protected:
  virtual void chosen_message(const EachMessage& each) = 0;

  // As EachMessage::walk().
  WalkSummary walk(const EachMessage& each, Visitor& visitor) {
    run::Counted counted(visitor, each.results.tally());
    if (wanted_.choice.is_all()) return walk_all(each, counted);
    Chosen chosen(wanted_.choice, hosts_, counted);
    return walk_all(each, chosen);
  }
  template <class Tell>
  WalkSummary record(const EachMessage& each, Tell tell) {
    Recorder<Tell> recorder(each.results, std::move(tell));
    return walk(each, recorder);
  }

  const Wanted& wanted_;

 private:
  WalkSummary walk_all(const EachMessage& each, Visitor& visitor) const {
    bundle::Targets targets(wanted_.walk, wanted_.profile, visitor);
    WalkSummary summary = each.walker.walk(each.message, targets);
    summary.notes += targets.notes();
    if (!summary.stopped)
      ++each.results.tally().by_verdict[static_cast<std::size_t>(summary.verdict())];
    return summary;
  }

  output::Hosts hosts_;
};

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;  // clang before 17 does not find it out

// Of limits a note has told.
void append_unread(const MessageAt& at, const UnreadReport& unread, std::string& out) {
  if (unread.why == Unread::not_text) return;
  if (unread.why == Unread::limit && unread.limit != NoteCode::limit_documents) return;
  text::append_visible(out, at.source);
  out += ":" + std::to_string(at.offset + unread.offset) + ": part " + std::string(unread.section) +
         ": not read: " + std::string(meaning(unread.why)) + " [" + std::string(name(unread)) +
         "]: ";
  text::append_visible(out, unread.type);
  if (!unread.file_name.empty()) {
    out += ' ';
    text::append_visible(out, unread.file_name);
  }
  if (!unread.text.empty()) {
    out += ": ";
    text::append_visible(out, unread.text);
  }
  out += '\n';
}

void append_note(const MessageAt& at, const NoteReport& note, std::string& out) {
  text::append_visible(out, at.source);
  out += ":" + std::to_string(at.offset + note.offset) + ": part " + std::string(note.part) + ": " +
         std::string(meaning(note.code)) + " [" + std::string(name(note.code)) + "]";
  if (!note.text.empty()) {
    out += ": ";
    text::append_visible(out, note.text);
  }
  out += '\n';
}

void append_heading(const EachMessage& each, std::string& out) {
  out += "# ";
  text::append_visible(out, each.at.source);
  out += ' ' + (each.at.number ? std::to_string(*each.at.number) : "?") + ' ';
  text::append_visible(out, output::message_id_of(each.message).value_or("-"));
  out += '\n';
}

// Links on standard output, notes on standard error.
class NotedWork : public LinkWork {
 protected:
  using LinkWork::LinkWork;

  template <class TellLink>
  void record_noted(const EachMessage& each, TellLink tell_link) {
    const bool is_quiet = wanted_.options.quiet;
    record(each, Overloaded{[&](const Link& link, std::string& out) { tell_link(link, out); },
                            [&](const NoteReport& note, std::string&) {
                              if (!is_quiet) append_note(each.at, note, each.results.notices());
                            },
                            [&](const UnreadReport& unread, std::string&) {
                              if (!is_quiet) append_unread(each.at, unread, each.results.notices());
                            },
                            [](const DocumentReport&, std::string&) {},
                            [](const PartReport&, std::string&) {}});
  }
};

class TextWork final : public NotedWork {
 public:
  explicit TextWork(const Wanted& wanted) : NotedWork(wanted) {}
  void chosen_message(const EachMessage& each) override {
    // Where links are chosen, only of a message that has one.
    bool needs_heading = !each.at.only;
    const auto head = [&](std::string& out) {
      if (std::exchange(needs_heading, false)) append_heading(each, out);
    };
    if (wanted_.choice.is_all()) head(each.results.buffer());
    record_noted(each, [&](const Link& link, std::string& out) {
      head(out);
      if (wanted_.people)
        output::append_for_people(link, *wanted_.people, out);
      else
        output::append_text_line_of(link, wanted_.options.text, out);
    });
  }
};

class GatherWork final : public NotedWork {
 public:
  GatherWork(const Wanted& wanted, Format format)
      : NotedWork(wanted), rows_(wanted.gathering, format, wanted.records()) {}
  void chosen_message(const EachMessage& each) override {
    rows_.begin(each.at, output::message_id_of(each.message), each.results.buffer());
    record_noted(each, [&](const Link& link, std::string& out) { rows_.link(link, out); });
  }

 private:
  output::GatherRows rows_;
};

class JsonWork final : public LinkWork {
 public:
  explicit JsonWork(const Wanted& wanted) : LinkWork(wanted), records_(wanted.records()) {}
  void chosen_message(const EachMessage& each) override {
    records_.begin(each.at, output::message_id_of(each.message));
    const WalkSummary summary = record(
        each,
        Overloaded{
            [&](const Link& link, std::string& out) { records_.link(link, out); },
            [&](const NoteReport& note, std::string& out) { records_.note(note, out); },
            [&](const UnreadReport& unread, std::string& out) { records_.unread(unread, out); },
            [&](const DocumentReport& document, std::string& out) {
              records_.document(document, out);
            },
            [&](const TextReport& text) { records_.text(text); },
            [](const PartReport&, std::string&) {}});
    if (!summary.stopped) records_.message(each.message, summary, each.results.buffer());
  }
  void problem(const archive::Item& item, Results& results) override {
    JsonRecords::problem(item, results.buffer());
  }

 private:
  JsonRecords records_;
};

class CsvWork final : public LinkWork {
 public:
  CsvWork(const Wanted& wanted, text::Separated how)
      : LinkWork(wanted), records_(wanted.records(), how) {}
  void chosen_message(const EachMessage& each) override {
    records_.begin(each.at, output::message_id_of(each.message));
    const WalkSummary summary = record(
        each,
        Overloaded{[&](const Link& link, std::string& out) { records_.link(link, out); },
                   [](const NoteReport&, std::string&) {}, [](const UnreadReport&, std::string&) {},
                   [](const DocumentReport&, std::string&) {},
                   [](const PartReport&, std::string&) {}});
    if (is_slice() && summary.links == 0) records_.no_links(each.results.buffer());
  }
  void problem(const archive::Item& item, Results& results) override {
    if (!is_slice()) return;
    records_.begin({*item.source, item.number, item.offset, {}}, {});
    records_.no_links(results.buffer());
  }

 private:
  bool is_slice() const { return !wanted_.options.shard.empty(); }

  CsvRecords records_;
};

class RowWork final : public LinkWork {
 public:
  explicit RowWork(const Wanted& wanted) : LinkWork(wanted), records_(wanted.records()) {}
  void chosen_message(const EachMessage& each) override {
    records_.begin(each.at);
    const WalkSummary summary = record(
        each,
        Overloaded{
            [&](const Link& link, std::string& out) { records_.link(link, out); },
            [&](const NoteReport& note, std::string& out) { records_.note(note, out); },
            [&](const UnreadReport& unread, std::string& out) { records_.unread(unread, out); },
            [&](const DocumentReport& document, std::string& out) {
              records_.document(document, out);
            },
            [&](const TextReport& text) { records_.text(text); },
            [&](const PartReport& part, std::string& out) { records_.part(part, out); }});
    if (!summary.stopped) records_.message(each.message, summary, each.results.buffer());
  }
  void problem(const archive::Item& item, Results& results) override {
    RowRecords::problem(item, results.buffer());
  }

 private:
  RowRecords records_;
};

std::unique_ptr<run::MessageWork> new_work(Format format, const Wanted& wanted) {
  if (wanted.gathering.is_any()) return std::make_unique<GatherWork>(wanted, format);
  switch (format) {
    case Format::jsonl:
      return std::make_unique<JsonWork>(wanted);
    case Format::csv:
      return std::make_unique<CsvWork>(wanted, text::Separated::by_commas);
    case Format::tsv:
      return std::make_unique<CsvWork>(wanted, text::Separated::by_tabs);
    case Format::sqlite:
      return std::make_unique<RowWork>(wanted);
    case Format::text:
      break;
  }
  return std::make_unique<TextWork>(wanted);
}

std::optional<output::PeopleStyle> for_people(const SharedOptions& options,
                                              const LinkOptions& chosen, const OutputPlan& plan) {
  if (!options.text || plan.to.format != Format::text || !plan.to.file.empty() ||
      plan.gathering.is_any() || ::isatty(STDOUT_FILENO) == 0)
    return {};
  return output::PeopleStyle{output::style_for_stdout(), chosen.hyperlinks};
}

// What has no place in what is told would be thought to stand there; empty where all has one.
std::string why_not_told(const SharedOptions& options, const LinkOptions& chosen,
                         const OutputPlan& plan) {
  const bool has_records = !plan.gathering.is_any() &&
                           (plan.to.format == Format::jsonl || plan.to.format == Format::sqlite);
  if (options.text_hash && !has_records)
    return "--text-hash is for JSON lines, in which messages are told";
  if (options.show_passwords && !has_records)
    return "--show-passwords is for JSON lines and databases, in which documents are told";
  if (options.full_data && plan.to.format == Format::text && !plan.gathering.unique)
    return "--full-data is for the other formats and --unique: as text a URL always stands whole";
  if (options.text && (plan.gathering.unique || plan.gathering.count))
    return "--text tells of links, which --unique and --count leave out; give one of both";
  if (chosen.hyperlinks && !for_people(options, chosen, plan))
    return "--hyperlinks is for --text on a terminal, which this is not";
  return {};
}

class Links final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    add_options(app, options_, {"text", "jsonl", "csv", "tsv", "sqlite"});
    add_telling_of_links(app, options_, chosen_);
    add_gathering_options(app, chosen_);
    app.add_flag("--show-passwords", options_.show_passwords,
                 "Not as text: also which word of a mail has opened its document");
    app.add_flag("--text-hash", options_.text_hash,
                 "JSON lines: also a hash of the texts of each message");
    app.add_flag("--full-data", options_.full_data,
                 "Long data: URLs whole, not by their hash; not as text");
  }
  int run() override { return tell_links(options_, chosen_, false); }

 private:
  SharedOptions options_;
  LinkOptions chosen_;
};

}  // namespace

void add_telling_of_links(CLI::App& app, SharedOptions& options, LinkOptions& chosen) {
  add_match_option(app, options);
  add_choosing_option(app, chosen);
  app.add_flag("--text", options.text, "Also what a reader sees of each link");
  app.add_flag("--hyperlinks", chosen.hyperlinks,
               "With --text on a terminal: URLs that it opens (OSC 8)");
  app.add_flag("--linkify", options.linkify, "Also example.com and the like, in text");
  app.add_flag("--refang", options.refang, "Also hxxp://h[.]example and the like, in text");
}

bool can_tell_links(const SharedOptions& options, const LinkOptions& chosen, OutputPlan& plan,
                    output::Choice& choice) {
  if (!take_link_options(chosen, plan, choice)) return false;
  const std::string why = why_not_told(options, chosen, plan);
  if (!why.empty()) complain(why);
  return why.empty();
}

int tell_links(const SharedOptions& options, const LinkOptions& chosen, bool names_each,
               run::Writer* own) {
  std::optional<OutputPlan> plan = output_plan(options);
  std::optional<WalkOptions> walk = walk_options(options);
  output::Choice choice;
  if (!plan || !walk || !can_tell_links(options, chosen, *plan, choice)) return kUsage;
  plan->names_each = names_each;
  plan->own = own;
  const Wanted wanted{options,           *std::move(walk), *bundle::profile_named(options.match),
                      std::move(choice), plan->gathering,  for_people(options, chosen, *plan)};
  return for_each_message(options, *plan, [&] { return new_work(plan->to.format, wanted); });
}

const Command kLinks = {"links", "Every link of every message, resolved", make_verb<Links>};

}  // namespace basewalk::cli
