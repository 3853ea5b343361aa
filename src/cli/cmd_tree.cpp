// SPDX-License-Identifier: MIT
//
// basewalk tree: the parts of a message with the base of each and an arrow to where that was
// declared.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "cli/command.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/records.h"
#include "cli/source.h"
#include "cli/style.h"

namespace basewalk::cli {
namespace {

SharedOptions options;

// A PartReport that owns its texts: a line can be drawn only when it is known what follows.
struct Line {
  std::string section, type, base, base_part;
  BaseFrom base_from;
  std::size_t depth, size;
  bool decoded;
  bool last = true;  // of its siblings
};

class Lines final : public Visitor {
 public:
  Visit part(const PartReport& part) override {
    lines_.push_back({std::string(part.section), std::string(part.type),
                      std::string(part.base.value_or("")), std::string(part.base_part),
                      part.base_from, part.depth, part.size, part.decoded});
    return Visit::go_on;
  }
  void draw(const Style& style, std::string& out);

 private:
  void find_last_siblings();
  void draw_line(const Line& line, const Style& style, std::size_t width, std::string& out) const;

  std::vector<Line> lines_;
  std::vector<bool> open_;  // at each depth: siblings follow
};

// Backwards: a part is the last of its siblings if none of its depth follows before a shallower
// one.
void Lines::find_last_siblings() {
  std::vector<bool> seen;
  for (std::size_t i = lines_.size(); i-- > 0;) {
    Line& line = lines_[i];
    seen.resize(line.depth + 1, false);
    line.last = !seen[line.depth];
    seen[line.depth] = true;
  }
}

std::string size_text(std::size_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " B";
  constexpr std::string_view kUnits[] = {"kB", "MB", "GB"};
  std::size_t unit = 0, tenths = bytes / 100;
  while (tenths >= 10000 && unit < 2) tenths /= 1000, ++unit;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " " +
         std::string(kUnits[unit]);
}

void Lines::draw(const Style& style, std::string& out) {
  find_last_siblings();
  std::size_t width = 0;
  for (const Line& line : lines_)
    width = std::max(
        width, std::min<std::size_t>(line.depth * 3 + line.section.size() + line.type.size(), 60));
  for (const Line& line : lines_) {
    open_.resize(line.depth + 1);
    draw_line(line, style, width, out);
    open_[line.depth] = !line.last;
  }
}

void Lines::draw_line(const Line& line, const Style& style, std::size_t width,
                      std::string& out) const {
  out += style.dim;
  for (std::size_t d = 1; d < line.depth; ++d) out += open_[d] ? style.bar : style.gap;
  if (line.depth > 0) out += line.last ? style.last : style.branch;
  out += style.plain;
  out.append(style.part).append(line.section).append(style.plain).append(" ");
  out += style.type;
  append_visible(out, line.type);
  out += style.plain;
  const std::size_t used = line.depth * 3 + line.section.size() + line.type.size();
  out.append(width > used ? width - used : 0, ' ');
  const std::string size = size_text(line.size);
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
  JsonParts(Output& output, const JsonRecords& records) : output_(output), records_(records) {}
  Visit part(const PartReport& part) override {
    records_.part(part, output_.buffer());
    output_.flush_if_full();
    return output_.failed() ? Visit::stop : Visit::go_on;
  }

 private:
  Output& output_;
  const JsonRecords& records_;
};

void append_heading(const MessageAt& at, const std::optional<std::string>& id, const Style& style,
                    std::string& out) {
  out += style.bold;
  append_visible(out, at.source);
  out.append(style.plain).append("  message ").append(std::to_string(at.number));
  if (id) {
    out += "  <";
    append_visible(out, *id);
    out += '>';
  }
  out += '\n';
}

int run() {
  const Style style = options.output.empty() ? style_for_stdout() : style_for_files();
  JsonRecords records;
  return walk_messages(options, [&](const EachMessage& each) {
    const std::optional<std::string> id = message_id_of(each.message);
    std::string& out = each.output.buffer();
    if (options.format == "jsonl") {
      records.begin(each.at, id);
      JsonParts visitor(each.output, records);
      const WalkSummary summary = each.walker.walk(each.message, visitor);
      if (!summary.stopped) records.message(each.at, summary, out);
    } else {
      Lines lines;
      each.walker.walk(each.message, lines);
      append_heading(each.at, id, style, out);
      lines.draw(style, out);
    }
  });
}

Command::Run set_up(CLI::App& app) {
  add_options(app, options);
  return run;
}

}  // namespace

const Command kTree = {"tree", "The parts of each message, with the base of each", set_up};

}  // namespace basewalk::cli
