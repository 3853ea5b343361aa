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
  const std::optional<WalkOptions> walk = walk_options(options);
  if (!walk) return kUsage;
  Output output;
  if (!options.output.empty() && !output.open(options.output)) return kIncomplete;
  const bool json = options.format == "jsonl";
  Walker walker(*walk);
  JsonRecords records;

  const int status = for_each_message(options, walk->limits, [&](const MessageAt& at) {
    const Message message = read_message(at.bytes, walk->limits);
    const std::optional<std::string> id = message_id_of(message);
    if (json) {
      records.begin(at, id);
      JsonLinks visitor(output, records);
      const WalkSummary summary = walker.walk(message, visitor);
      if (!summary.stopped) records.message(at, summary, output.buffer());
    } else {
      if (!at.only) append_message_line(at, id, output.buffer());
      TextLinks visitor(output, at);
      walker.walk(message, visitor);
    }
    output.flush_if_full();
    return !output.failed();
  });
  if (status == kUsage) return status;
  return output.commit() ? status : kIncomplete;
}

Command::Run set_up(CLI::App& app) {
  add_source_options(app, options);
  add_resolve_options(app, options);
  add_walk_options(app, options);
  add_output_options(app, options);
  app.footer("Text: part TAB where TAB status TAB url, a line a link.");
  return run;
}

}  // namespace

const Command kLinks = {"links", "Every link of every message, resolved", set_up};

}  // namespace basewalk::cli
