// SPDX-License-Identifier: MIT
//
// basewalk links: every link of every message, resolved.
#include <CLI/CLI.hpp>

#include "basewalk/bundle/bundle.h"
#include "cli/command.h"
#include "cli/verbs/each_message.h"
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

// What the four formats have in common: the parts of bundles that links name are known.
class LinkWork : public run::MessageWork {
 public:
  explicit LinkWork(const Wanted& wanted) : wanted_(wanted) {}

 protected:
  // As EachMessage::walk().
  WalkSummary walk(const EachMessage& each, Visitor& visitor) const {
    run::Counted counted(visitor, each.results.tally());
    bundle::Targets targets(wanted_.walk, wanted_.profile, counted);
    WalkSummary summary = each.walker.walk(each.message, targets);
    summary.notes += targets.notes();
    if (!summary.stopped)
      ++each.results.tally().by_verdict[static_cast<std::size_t>(summary.verdict())];
    return summary;
  }
  template <class Tell>
  WalkSummary record(const EachMessage& each, Tell tell) const {
    Recorder<Tell> recorder(each.results, std::move(tell));
    return walk(each, recorder);
  }

  const Wanted& wanted_;
};

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;  // clang before 17 does not find it out

// Links on standard output, notes on standard error.
class TextWork final : public LinkWork {
 public:
  using LinkWork::LinkWork;
  void message(const EachMessage& each) override {
    if (!each.at.only) append_heading(each);
    record(each,
           Overloaded{
               [&](const Link& link, std::string& out) {
                 output::append_text_line_of(link, wanted_.options.text, out);
               },
               [&](const NoteReport& note, std::string&) {
                 if (!wanted_.options.quiet) append_note(each.at, note, each.results.notices());
               },
               [&](const UnreadReport& unread, std::string&) {
                 if (!wanted_.options.quiet &&
                     (unread.why != Unread::limit || unread.limit == NoteCode::limit_documents))
                   append_unread(each.at, unread, each.results.notices());
               },
               [](const DocumentReport&, std::string&) {}, [](const PartReport&, std::string&) {}});
  }

 private:
  static void append_heading(const EachMessage& each) {
    std::string& out = each.results.buffer();
    out += "# ";
    text::append_visible(out, each.at.source);
    out += ' ' + (each.at.number ? std::to_string(*each.at.number) : "?") + ' ';
    text::append_visible(out, output::message_id_of(each.message).value_or("-"));
    out += '\n';
  }
  // Of limits a note has told.
  static void append_unread(const MessageAt& at, const UnreadReport& unread, std::string& out) {
    if (unread.why == Unread::not_text) return;
    text::append_visible(out, at.source);
    out += ":" + std::to_string(at.offset + unread.offset) + ": part " +
           std::string(unread.section) + ": not read: " + std::string(meaning(unread.why)) + " [" +
           std::string(name(unread)) + "]: ";
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
  static void append_note(const MessageAt& at, const NoteReport& note, std::string& out) {
    text::append_visible(out, at.source);
    out += ":" + std::to_string(at.offset + note.offset) + ": part " + std::string(note.part) +
           ": " + std::string(meaning(note.code)) + " [" + std::string(name(note.code)) + "]";
    if (!note.text.empty()) {
      out += ": ";
      text::append_visible(out, note.text);
    }
    out += '\n';
  }
};

class JsonWork final : public LinkWork {
 public:
  explicit JsonWork(const Wanted& wanted) : LinkWork(wanted), records_(wanted.records()) {}
  void message(const EachMessage& each) override {
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
  explicit CsvWork(const Wanted& wanted) : LinkWork(wanted), records_(wanted.records()) {}
  void message(const EachMessage& each) override {
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
  void message(const EachMessage& each) override {
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
  switch (format) {
    case Format::jsonl:
      return std::make_unique<JsonWork>(wanted);
    case Format::csv:
      return std::make_unique<CsvWork>(wanted);
    case Format::sqlite:
      return std::make_unique<RowWork>(wanted);
    case Format::text:
      break;
  }
  return std::make_unique<TextWork>(wanted);
}

class Links final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    add_options(app, options_, {"text", "jsonl", "csv", "sqlite"});
    add_match_option(app, options_);
    app.add_flag("--text", options_.text, "Also what a reader sees of each link");
    app.add_flag("--show-passwords", options_.show_passwords,
                 "Also which word of a mail has opened its document");
    app.add_flag("--text-hash", options_.text_hash,
                 "JSON lines: also a hash of the texts of each message");
    app.add_flag("--full-data", options_.full_data,
                 "Long data: URLs whole, not by their hash; not as text");
    app.add_flag("--linkify", options_.linkify, "Also example.com and the like, in text");
    app.add_flag("--refang", options_.refang, "Also hxxp://h[.]example and the like, in text");
  }
  int run() override {
    const std::optional<OutputPlan> plan = output_plan(options_);
    std::optional<WalkOptions> walk = walk_options(options_);
    if (!plan || !walk) return kUsage;
    const Wanted wanted{options_, *std::move(walk), *bundle::profile_named(options_.match)};
    return for_each_message(options_, *plan, [&] { return new_work(plan->to.format, wanted); });
  }

 private:
  SharedOptions options_;
};

}  // namespace

const Command kLinks = {"links", "Every link of every message, resolved", make_verb<Links>};

}  // namespace basewalk::cli
