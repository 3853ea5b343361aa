// SPDX-License-Identifier: MIT
#include "cli/manual/explain.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <utility>

#include "basewalk/bundle/bundle.h"
#include "basewalk/note.h"
#include "basewalk/walk/walk.h"
#include "cli/options/shared_options.h"
#include "output/records.h"
#include "text/utf8.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

constexpr std::size_t kMostRecords = 3, kMostLines = 24, kMostColumns = 72;

using Row = std::pair<std::string_view, std::string>;

std::string in_columns(const std::vector<Row>& rows) {
  std::size_t column = 0;
  for (const Row& row : rows) column = std::max(column, row.first.size());
  std::string out;
  for (const auto& [key, value] : rows) {
    out += std::string(key) + std::string(column - key.size() + 2, ' ');
    text::append_visible(out, value);
    out += '\n';
  }
  return out;
}

std::string joined(Flags flags) {
  std::string names;
  for (const Flag flag : flags) names += (names.empty() ? "" : " ") + std::string(name(flag));
  return names;
}

// Puts down what is about one word.
class AboutWord final : public Visitor {
 public:
  explicit AboutWord(const Word& word) : word_(word) {}

  Visit link(const Link& link) override {
    const bool is_it =
        (word_.kind == WordKind::flag && has_flag(link.flags)) ||
        (word_.kind == WordKind::status && name(link.status) == word_.name) ||
        (word_.kind == WordKind::base_from && base::name(link.base_from) == word_.name) ||
        (word_.kind == WordKind::reading && link.reading && name(*link.reading) == word_.name);
    if (!is_it) return Visit::go_on;
    std::vector<Row> rows{{"part", std::string(link.part)},
                          {"where", std::string(where_.of(link))},
                          {"raw", std::string(link.raw)}};
    if (link.base) rows.emplace_back("base", *link.base);
    rows.emplace_back("base_from", base::name(link.base_from));
    if (!link.base_part.empty()) rows.emplace_back("base_part", link.base_part);
    rows.emplace_back("status", name(link.status));
    if (link.url) rows.emplace_back("url", *link.url);
    if (link.clicked && link.clicked != link.url) rows.emplace_back("clicked", *link.clicked);
    if (link.text) rows.emplace_back("text", *link.text);
    if (!link.flags.empty()) rows.emplace_back("flags", joined(link.flags));
    if (link.reading) rows.emplace_back("reading", name(*link.reading));
    tell(rows);
    return Visit::go_on;
  }
  Visit note(const NoteReport& note) override {
    if (word_.kind != WordKind::note || name(note.code) != word_.name) return Visit::go_on;
    std::vector<Row> rows{{"part", std::string(note.part)},
                          {"offset", std::to_string(note.offset)},
                          {"code", std::string(name(note.code))},
                          {"level", std::string(name(level(note.code)))}};
    if (!note.text.empty()) rows.emplace_back("text", note.text);
    tell(rows);
    return Visit::go_on;
  }
  Visit unread(const UnreadReport& unread) override {
    if (word_.kind != WordKind::unread || name(unread.why) != word_.name) return Visit::go_on;
    std::vector<Row> rows{{"part", std::string(unread.section)},
                          {"type", std::string(unread.type)}};
    if (!unread.file_name.empty()) rows.emplace_back("name", unread.file_name);
    rows.emplace_back("size", std::to_string(unread.size));
    rows.emplace_back("why", name(unread));
    if (!unread.text.empty()) rows.emplace_back("text", unread.text);
    tell(rows);
    return Visit::go_on;
  }
  void end(const WalkSummary& summary) {
    if (word_.kind != WordKind::verdict || name(summary.verdict()) != word_.name) return;
    tell({{"links", std::to_string(summary.links)},
          {"verdict", std::string(name(summary.verdict()))},
          {"other_links", std::to_string(summary.other_links)},
          {"unread", std::to_string(summary.unread)}});
  }

  std::string take() { return std::move(told_); }

 private:
  bool has_flag(Flags flags) const {
    const auto flag = flag_named(word_.name);
    return flag && flags.has(*flag);
  }
  void tell(const std::vector<Row>& rows) {
    if (records_++ >= kMostRecords) return;
    if (!told_.empty()) told_ += '\n';
    told_ += in_columns(rows);
  }

  const Word& word_;
  output::Where where_;
  std::size_t records_ = 0;
  std::string told_;
};

// "--limit parts=3" as the verbs read it.
std::optional<WalkOptions> options_of_example(const Word& word) {
  SharedOptions options;
  CLI::App app;
  add_resolve_options(app, options);
  add_walk_options(app, options);
  try {
    app.parse(word.with);
  } catch (const CLI::ParseError&) {
    return {};
  }
  return walk_options(options);
}

// The name of the mail, without its folders.
std::string_view file_of(const Word& word) {
  return std::string_view(word.example).substr(word.example.rfind('/') + 1);
}

std::string indented(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    out += (line.empty() ? "" : "    ") + std::string(line) + '\n';
  }
  return out;
}

// The lines of a mail as far as they help.
std::string shown_mail(std::string_view mail) {
  std::string out;
  for (std::size_t i = 0; !mail.empty() && i < kMostLines; ++i) {
    std::string_view line = mail.substr(0, mail.find('\n'));
    mail.remove_prefix(std::min(line.size() + 1, mail.size()));
    const bool is_long = line.size() > kMostColumns;
    text::append_visible(out, utf8::cut(line, kMostColumns));
    out += is_long ? " ...\n" : "\n";
  }
  const auto left = std::ranges::count(mail, '\n') + (mail.ends_with('\n') ? 0 : 1);
  if (!mail.empty()) out += "... " + std::to_string(left) + " more lines\n";
  return out;
}

}  // namespace

std::string told_of_example(const Word& word, bool opens) {
  const std::string_view mail = embedded(word.example);
  if (mail.empty()) return {};
  std::optional<WalkOptions> options = options_of_example(word);
  if (!options) return {};
  if (!opens) options->open = {};
  AboutWord about(word);
  const Message message = read_message(mail, options->limits);
  bundle::Targets targets(*options, bundle::Profile::compat, about);
  about.end(walk(message, *options, static_cast<Visitor&>(targets)));
  return about.take();
}

std::string explained(const Word& word) {
  std::string out = word.name + ": " + std::string(meaning(word.kind));
  if (!word.level.empty()) out += ", level " + word.level;
  out += "\n\n" + wrapped(plain(word.text), 4);
  if (!word.clause.empty()) out += "    (" + word.clause + ")\n";
  const std::string_view mail = embedded(word.example);
  const std::string told = told_of_example(word);
  if (!told.empty()) {
    out += "\nAn example, " + std::string(file_of(word)) + ":\n\n" + indented(shown_mail(mail));
    out += "\nWhat basewalk links " + (word.with.empty() ? "" : word.with + " ") +
           std::string(file_of(word)) + " tells of it, with --format jsonl:\n\n" + indented(told);
    out += "\nThe mail alone: basewalk explain --mail " + word.name + ".";
  }
  out += (told.empty() ? "\n" : "  ") + std::string("See ") + std::string(page(word.kind)) + ".\n";
  return out;
}

std::string words_in_lines() {
  std::string out;
  WordKind kind{};
  std::string line;
  const auto end_kind = [&] {
    if (!line.empty()) out += std::string(meaning(kind)) + "\n" + wrapped(line, 4) + "\n";
    line.clear();
  };
  for (const Word& word : all_words()) {
    if (word.kind != kind) end_kind();
    kind = word.kind;
    line += (line.empty() ? "" : ", ") + word.name;
  }
  end_kind();
  return out;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (word.empty()) continue;
    if (column > 0 && column + 1 + word.size() > width) {
      out += '\n';
      column = 0;
    }
    out += column == 0 ? std::string(indent, ' ') : " ";
    column += column == 0 ? indent : 1;
    out += word;
    column += word.size();
  }
  return out + "\n";
}

}  // namespace basewalk::cli
