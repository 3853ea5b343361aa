// SPDX-License-Identifier: MIT
//
// basewalk links: every link of every message, resolved.
#include <CLI/CLI.hpp>

#include "basewalk/bundle/bundle.h"
#include "cli/command.h"
#include "cli/options/shared_options.h"
#include "output/csv.h"
#include "output/records.h"
#include "output/rows.h"
#include "output/style.h"
#include "run/run.h"
#include "run/tally.h"

namespace basewalk::cli {
namespace {

SharedOptions options;

Visit flushed(Results& results) {
  results.flush_if_full();
  return results.stopped() ? Visit::stop : Visit::go_on;
}

class JsonLinks final : public Visitor {
 public:
  JsonLinks(Results& results, JsonRecords& records) : results_(results), records_(records) {}
  Visit link(const Link& link) override {
    records_.link(link, results_.buffer());
    return flushed(results_);
  }
  Visit note(const NoteReport& note) override {
    records_.note(note, results_.buffer());
    return flushed(results_);
  }

 private:
  Results& results_;
  JsonRecords& records_;
};

class CsvLinks final : public Visitor {
 public:
  CsvLinks(Results& results, CsvRecords& records) : results_(results), records_(records) {}
  Visit link(const Link& link) override {
    records_.link(link, results_.buffer());
    return flushed(results_);
  }

 private:
  Results& results_;
  CsvRecords& records_;
};

class RowLinks final : public Visitor {
 public:
  RowLinks(Results& results, const RowRecords& records, const MessageAt& at)
      : results_(results), records_(records), at_(at) {}
  Visit part(const PartReport& part) override {
    records_.part(part, results_.buffer());
    return flushed(results_);
  }
  Visit link(const Link& link) override {
    records_.link(link, results_.buffer());
    return flushed(results_);
  }
  Visit note(const NoteReport& note) override {
    records_.note(at_, note, results_.buffer());
    return flushed(results_);
  }

 private:
  Results& results_;
  const RowRecords& records_;
  const MessageAt& at_;
};

// Links on standard output, notes on standard error.
class TextLinks final : public Visitor {
 public:
  TextLinks(Results& results, const MessageAt& at) : results_(results), at_(at) {}
  Visit link(const Link& link) override {
    append_text_record(link, results_.buffer(), options.text);
    return flushed(results_);
  }
  Visit note(const NoteReport& note) override {
    if (options.quiet) return Visit::go_on;
    std::string& line = results_.notices();
    append_visible(line, at_.source);
    line += ":" + std::to_string(at_.offset + note.offset) + ": part " + std::string(note.part) +
            ": " + std::string(meaning(note.code)) + " [" + std::string(name(note.code)) + "]";
    if (!note.text.empty()) {
      line += ": ";
      append_visible(line, note.text);
    }
    line += '\n';
    return flushed(results_);
  }

 private:
  Results& results_;
  const MessageAt& at_;
};

void append_message_line(const MessageAt& at, const std::optional<std::string>& id,
                         std::string& out) {
  out += "# ";
  append_visible(out, at.source);
  out += ' ' + (at.number ? std::to_string(*at.number) : "?") + ' ';
  append_visible(out, id.value_or("-"));
  out += '\n';
}

// What the four formats have in common: the parts of bundles that links name are known.
class LinkWork : public MessageWork {
 public:
  explicit LinkWork(const WalkOptions& walk) : walk_(walk) {}

 protected:
  // As EachMessage::walk().
  WalkSummary walk(const EachMessage& each, Visitor& visitor) const {
    Counted counted(visitor, each.results.tally());
    bundle::Targets targets(walk_, *bundle::profile_named(options.match), counted);
    WalkSummary summary = each.walker.walk(each.message, targets);
    summary.notes += targets.notes();
    return summary;
  }

 private:
  const WalkOptions& walk_;
};

class TextWork final : public LinkWork {
 public:
  using LinkWork::LinkWork;
  void message(const EachMessage& each) override {
    if (!each.at.only)
      append_message_line(each.at, message_id_of(each.message), each.results.buffer());
    TextLinks visitor(each.results, each.at);
    walk(each, visitor);
  }
};

class JsonWork final : public LinkWork {
 public:
  using LinkWork::LinkWork;
  void message(const EachMessage& each) override {
    records_.begin(each.at, message_id_of(each.message));
    JsonLinks visitor(each.results, records_);
    const WalkSummary summary = walk(each, visitor);
    if (!summary.stopped) records_.message(each.at, summary, each.results.buffer());
  }
  void problem(const archive::Item& item, Results& results) override {
    JsonRecords::problem(item, results.buffer());
  }

 private:
  JsonRecords records_{options.text};
};

class CsvWork final : public LinkWork {
 public:
  using LinkWork::LinkWork;
  void message(const EachMessage& each) override {
    records_.begin(each.at, message_id_of(each.message));
    CsvLinks visitor(each.results, records_);
    const WalkSummary summary = walk(each, visitor);
    if (!options.shard.empty() && summary.links == 0) records_.no_links(each.results.buffer());
  }
  void problem(const archive::Item& item, Results& results) override {
    if (options.shard.empty()) return;
    records_.begin({*item.source, item.number, item.offset, {}}, {});
    records_.no_links(results.buffer());
  }

 private:
  CsvRecords records_{options.text};
};

class RowWork final : public LinkWork {
 public:
  using LinkWork::LinkWork;
  void message(const EachMessage& each) override {
    RowLinks visitor(each.results, records_, each.at);
    const WalkSummary summary = walk(each, visitor);
    if (!summary.stopped)
      records_.message(each.at, message_id_of(each.message), summary, each.results.buffer());
  }
  void problem(const archive::Item& item, Results& results) override {
    RowRecords::problem(item, results.buffer());
  }

 private:
  RowRecords records_{*url::rules_named(options.rules), options.text};
};

std::unique_ptr<MessageWork> new_work(Format format, const WalkOptions& walk) {
  switch (format) {
    case Format::jsonl:
      return std::make_unique<JsonWork>(walk);
    case Format::csv:
      return std::make_unique<CsvWork>(walk);
    case Format::sqlite:
      return std::make_unique<RowWork>(walk);
    case Format::text:
      break;
  }
  return std::make_unique<TextWork>(walk);
}

int run() {
  const std::optional<OutputPlan> plan = output_plan(options);
  const std::optional<WalkOptions> walk = walk_options(options);
  if (!plan || !walk) return kUsage;
  return walk_messages(options, *plan, [&] { return new_work(plan->format, *walk); });
}

Command::Run set_up(CLI::App& app) {
  add_options(app, options, {"text", "jsonl", "csv", "sqlite"});
  add_match_option(app, options);
  app.add_flag("--text", options.text, "Also what a reader sees of each link");
  app.add_flag("--refang", options.refang, "Also hxxp://h[.]example and the like, in text");
  return run;
}

}  // namespace

const Command kLinks = {"links", "Every link of every message, resolved", set_up};

}  // namespace basewalk::cli
