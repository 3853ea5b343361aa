// SPDX-License-Identifier: MIT
//
// basewalk links: every link of every message, resolved.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/records.h"
#include "cli/source.h"
#include "cli/style.h"

namespace basewalk::cli {
namespace {

SharedOptions options;

class JsonLinks final : public Visitor {
 public:
  JsonLinks(Output& output, JsonRecords& records) : output_(output), records_(records) {}
  Visit link(const Link& link) override {
    records_.link(link, output_.buffer());
    return flushed();
  }
  Visit note(const NoteReport& note) override {
    records_.note(note, output_.buffer());
    return flushed();
  }

 private:
  Visit flushed() {
    output_.flush_if_full();
    return output_.failed() ? Visit::stop : Visit::go_on;
  }

  Output& output_;
  JsonRecords& records_;
};

// Links on standard output, notes on standard error.
class TextLinks final : public Visitor {
 public:
  TextLinks(Output& output, const MessageAt& at) : output_(output), at_(at) {}
  Visit link(const Link& link) override {
    append_text_record(link, output_.buffer());
    output_.flush_if_full();
    return output_.failed() ? Visit::stop : Visit::go_on;
  }
  Visit note(const NoteReport& note) override {
    if (options.quiet) return Visit::go_on;
    std::string line(at_.source);
    line += ":" + std::to_string(at_.offset + note.offset) + ": part " + std::string(note.part) +
            ": " + std::string(meaning(note.code)) + " [" + std::string(name(note.code)) + "]";
    if (!note.text.empty()) {
      line += ": ";
      append_visible(line, note.text);
    }
    line += '\n';
    std::fputs(line.c_str(), stderr);
    return Visit::go_on;
  }

 private:
  Output& output_;
  const MessageAt& at_;
};

void append_message_line(const MessageAt& at, const std::optional<std::string>& id,
                         std::string& out) {
  out += "# ";
  append_visible(out, at.source);
  out += ' ' + std::to_string(at.number) + ' ';
  append_visible(out, id.value_or("-"));
  out += '\n';
}

int run() {
  JsonRecords records;
  return walk_messages(options, [&](const EachMessage& each) {
    const std::optional<std::string> id = message_id_of(each.message);
    std::string& out = each.output.buffer();
    if (options.format == "jsonl") {
      records.begin(each.at, id);
      JsonLinks visitor(each.output, records);
      const WalkSummary summary = each.walker.walk(each.message, visitor);
      if (!summary.stopped) records.message(each.at, summary, out);
    } else {
      if (!each.at.only) append_message_line(each.at, id, out);
      TextLinks visitor(each.output, each.at);
      each.walker.walk(each.message, visitor);
    }
  });
}

Command::Run set_up(CLI::App& app) {
  add_options(app, options);
  return run;
}

}  // namespace

const Command kLinks = {"links", "Every link of every message, resolved", set_up};

}  // namespace basewalk::cli
