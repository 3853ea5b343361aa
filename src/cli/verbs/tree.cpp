// SPDX-License-Identifier: MIT
//
// basewalk tree: the parts of a message with the base of each and an arrow to where that was
// declared.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "cli/command.h"
#include "cli/verbs/each_message.h"
#include "output/branches.h"
#include "output/records.h"
#include "output/style.h"
#include "text/amounts.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

using output::Branches;
using output::JsonRecords;
using output::message_id_of;
using output::Style;
using run::EachMessage;
using run::MessageAt;
using run::MessageWork;
using run::Results;
using text::append_visible;

// A PartReport that owns its texts: a line can be drawn only when it is known what follows.
struct Line {
  std::string section, type, base, base_part;
  BaseFrom base_from;
  std::size_t depth, size;
  bool decoded;
};

class Lines final : public Visitor {
 public:
  Visit part(const PartReport& part) override {
    branches_.add(part.depth);
    lines_.push_back({std::string(part.section), std::string(part.type),
                      std::string(part.base.value_or("")), std::string(part.base_part),
                      part.base_from, part.depth, part.size, part.decoded});
    return Visit::go_on;
  }
  void draw(const Style& style, std::string& out);

 private:
  void draw_line(const Line& line, const Style& style, std::size_t width, std::string& out) const;

  std::vector<Line> lines_;
  Branches branches_;
};

void Lines::draw(const Style& style, std::string& out) {
  branches_.finish();
  std::size_t width = 0;
  for (const Line& line : lines_)
    width = std::max(
        width, std::min<std::size_t>(line.depth * 3 + line.section.size() + line.type.size(), 60));
  for (const Line& line : lines_) {
    branches_.append_next(style, out);
    draw_line(line, style, width, out);
  }
}

void Lines::draw_line(const Line& line, const Style& style, std::size_t width,
                      std::string& out) const {
  out.append(style.part).append(line.section).append(style.plain).append(" ");
  out += style.type;
  append_visible(out, line.type);
  out += style.plain;
  const std::size_t used = line.depth * 3 + line.section.size() + line.type.size();
  out.append(width > used ? width - used : 0, ' ');
  const std::string size = text::bytes_text(line.size);
  out.append(size.size() < 10 ? 10 - size.size() : 1, ' ').append(size);
  if (line.decoded) out.append(style.dim).append("  decoded").append(style.plain);
  out += "  ";
  if (line.base_from == BaseFrom::none) {
    out.append(style.dim).append("no base").append(style.plain).append("\n");
    return;
  }
  out += style.base;
  append_visible(out, line.base.empty() ? "(too long to repeat)" : line.base);
  out.append(style.plain).append(" ").append(style.dim).append(style.arrow).append(style.plain);
  out.append(" ").append(style.from).append(name(line.base_from)).append(style.plain);
  if (line.base_part == line.section)
    out += " of this part";
  else if (!line.base_part.empty())
    out.append(" of part ").append(line.base_part);
  out += '\n';
}

class JsonParts final : public Visitor {
 public:
  JsonParts(Results& results, JsonRecords& records) : results_(results), records_(records) {}
  Visit part(const PartReport& part) override {
    records_.part(part, results_.buffer());
    results_.flush_if_full();
    return results_.stopped() ? Visit::stop : Visit::go_on;
  }
  Visit text(const TextReport& text) override {
    records_.text(text);
    return Visit::go_on;
  }

 private:
  Results& results_;
  JsonRecords& records_;
};

void append_heading(const MessageAt& at, const std::optional<std::string>& id, const Style& style,
                    std::string& out) {
  out += style.bold;
  append_visible(out, at.source);
  out.append(style.plain).append("  message ");
  out += at.number ? std::to_string(*at.number) : "?";
  if (id) {
    out += "  <";
    append_visible(out, *id);
    out += '>';
  }
  out += '\n';
}

class JsonTrees final : public MessageWork {
 public:
  void message(const EachMessage& each) override {
    records_.begin(each.at, message_id_of(each.message));
    JsonParts visitor(each.results, records_);
    const WalkSummary summary = each.walk(visitor);
    if (!summary.stopped) records_.message(each.message, summary, each.results.buffer());
  }
  void problem(const archive::Item& item, Results& results) override {
    JsonRecords::problem(item, results.buffer());
  }

 private:
  JsonRecords records_;
};

class TextTrees final : public MessageWork {
 public:
  explicit TextTrees(const Style& style) : style_(style) {}
  void message(const EachMessage& each) override {
    Lines lines;
    each.walk(lines);
    std::string& out = each.results.buffer();
    append_heading(each.at, message_id_of(each.message), style_, out);
    lines.draw(style_, out);
  }

 private:
  const Style& style_;
};

class Tree final : public Verb {
 public:
  void set_up(CLI::App& app) override { add_options(app, options_, {"text", "jsonl"}); }
  int run() override {
    const std::optional<OutputPlan> plan = output_plan(options_);
    if (!plan) return kUsage;
    const Style style =
        options_.output.empty() ? output::style_for_stdout() : output::style_for_files();
    return for_each_message(options_, *plan, [&]() -> std::unique_ptr<MessageWork> {
      if (plan->to.format == output::Format::jsonl) return std::make_unique<JsonTrees>();
      return std::make_unique<TextTrees>(style);
    });
  }

 private:
  SharedOptions options_;
};

}  // namespace

const Command kTree = {"tree", "The parts of each message, with the base of each", make_verb<Tree>};

}  // namespace basewalk::cli
