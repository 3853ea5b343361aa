// SPDX-License-Identifier: MIT
#include "cli/manual/words.h"

#include <algorithm>
#include <iterator>

#include "cli/manual/embedded.h"
#include "text/ascii.h"
#include "text/enum_table.h"

namespace basewalk::cli {
namespace {

struct KindRow {
  WordKind kind;
  std::string_view name, meaning, page;
};
constexpr KindRow kKinds[] = {
    {WordKind::flag, "flag", "a flag of a link", "basewalk-flags(7)"},
    {WordKind::note, "note", "the code of a note", "basewalk-notes(7)"},
    {WordKind::status, "status", "the status of a link", "basewalk-words(7)"},
    {WordKind::base_from, "base_from", "where a base came from", "basewalk-words(7)"},
    {WordKind::verdict, "verdict", "the verdict of a message", "basewalk-words(7)"},
    {WordKind::reading, "reading", "another reading of a message", "basewalk-words(7)"},
    {WordKind::unread, "unread", "why something was not searched for links", "basewalk-words(7)"},
    {WordKind::problem, "problem", "why a source was not read, or not all of it",
     "basewalk-words(7)"},
    {WordKind::finding, "finding", "what mhtml check finds", "basewalk-mhtml(1)"},
    {WordKind::kept, "kept", "why rewrite left a link as it is", "basewalk-words(7)"},
};
static_assert(is_table_of(kKinds, &KindRow::kind));

const KindRow& row_of(WordKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

using Cells = std::vector<std::string>;

// "| a | b \| c |": a `|` within a cell has a `\` before it.
Cells cells_of(std::string_view line) {
  Cells cells;
  std::string cell;
  line = ascii::trim(line);
  line.remove_prefix(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      cells.emplace_back(ascii::trim(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

// What stands in `...`, one after the other.
std::vector<std::string> codes_in(std::string_view text) {
  std::vector<std::string> codes;
  for (;;) {
    const std::size_t begin = text.find('`');
    const std::size_t end = begin == text.npos ? begin : text.find('`', begin + 1);
    if (end == text.npos) return codes;
    codes.emplace_back(text.substr(begin + 1, end - begin - 1));
    text.remove_prefix(end + 1);
  }
}

std::string first_code(std::string_view text) {
  const std::vector<std::string> codes = codes_in(text);
  return codes.empty() ? "" : codes.front();
}

// "[`wrapped.eml`](../tests/data/flags/wrapped.eml)", or a path in `...`.
std::string file_in(std::string_view cell) {
  const std::size_t link = cell.find("](../");
  if (link != cell.npos) {
    const std::size_t begin = link + 5;
    return std::string(cell.substr(begin, cell.find(')', begin) - begin));
  }
  return first_code(cell);
}

// One table, from its heading to its end.
class WordTable {
 public:
  WordTable(WordKind kind, Cells head) : kind_(kind), head_(std::move(head)) {}

  void row(const Cells& cells, std::vector<Word>& words) const {
    if (cells.size() != head_.size()) return;
    Word word;
    word.kind = kind_;
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const std::string& head = head_[i];
      if (head == "example" || head == "message")
        word.example = file_in(cells[i]);
      else if (head == "with")
        word.with = first_code(cells[i]);
      else if (head == "level")
        word.level = cells[i];
      else if (head == "clause")
        word.clause = cells[i];
      else if (word.text.empty() && head != "refused" && head != "test")
        word.text = cells[i];
    }
    if (!word.example.starts_with("tests/data/")) word.example.clear();
    for (std::string& name : codes_in(cells.front())) {
      word.name = std::move(name);
      words.push_back(word);
    }
  }

 private:
  WordKind kind_;
  Cells head_;
};

// Options of the messages that need a limit: tests/data/notes/limits.tsv.
void add_limits(std::vector<Word>& words) {
  std::string_view rows = embedded("tests/data/notes/limits.tsv");
  while (!rows.empty()) {
    const std::string_view row = rows.substr(0, rows.find('\n'));
    rows.remove_prefix(std::min(row.size() + 1, rows.size()));
    const std::size_t first = row.find('\t'), second = row.rfind('\t');
    if (first == second) continue;
    for (Word& word : words)
      if (word.kind == WordKind::note && word.name == row.substr(0, first))
        word.with = "--limit " + std::string(row.substr(first + 1, second - first - 1)) + "=" +
                    std::string(row.substr(second + 1));
  }
}

}  // namespace

std::string_view name(WordKind kind) { return row_of(kind).name; }
std::string_view meaning(WordKind kind) { return row_of(kind).meaning; }
std::string_view page(WordKind kind) { return row_of(kind).page; }

std::vector<Word> read_words(std::string_view markdown) {
  constexpr std::string_view kMark = "<!-- words: ";
  std::vector<Word> words;
  for (std::size_t mark = markdown.find(kMark); mark != markdown.npos;
       mark = markdown.find(kMark, mark + 1)) {
    std::string_view rest = markdown.substr(mark + kMark.size());
    const auto kind = std::ranges::find(kKinds, rest.substr(0, rest.find(' ')), &KindRow::name);
    if (kind == std::end(kKinds)) continue;
    std::vector<Cells> rows;
    rest.remove_prefix(std::min(rest.find('\n') + 1, rest.size()));
    for (;;) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (line.starts_with('|'))
        rows.push_back(cells_of(line));
      else if (!line.empty() || !rows.empty() || rest.empty())
        break;
    }
    if (rows.size() < 3) continue;
    const WordTable table(kind->kind, rows.front());
    for (std::size_t i = 2; i < rows.size(); ++i) table.row(rows[i], words);
  }
  return words;
}

const std::vector<Word>& all_words() {
  static const std::vector<Word> all = [] {
    std::vector<Word> words;
    for (const EmbeddedFile& file : kEmbedded) {
      if (!file.name.ends_with(".md")) continue;
      std::ranges::move(read_words(file.bytes), std::back_inserter(words));
    }
    add_limits(words);
    std::ranges::stable_sort(words, {}, &Word::kind);
    return words;
  }();
  return all;
}

std::vector<const Word*> words_named(std::string_view name) {
  std::vector<const Word*> words;
  for (const Word& word : all_words())
    if (word.name == name) words.push_back(&word);
  return words;
}

std::string plain(std::string_view markdown) {
  std::string out;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const char c = markdown[i];
    const std::size_t close = c == '[' ? markdown.find(']', i) : markdown.npos;
    if (c == '`' || c == '"') {
      out += '"';
    } else if (close != markdown.npos && markdown.substr(close + 1).starts_with('(')) {
      out += plain(markdown.substr(i + 1, close - i - 1));
      i = std::min(markdown.find(')', close), markdown.size() - 1);
    } else if (close != markdown.npos && out.ends_with(" (") &&
               markdown.substr(close + 1).starts_with(')')) {
      out.resize(out.size() - 2);  // " ([R5])" leads to docs/semantics.md
      i = close + 1;
    } else if (c != '*' || !markdown.substr(i).starts_with("**")) {
      out += c;
    } else {
      ++i;
    }
  }
  return out;
}

std::string_view embedded(std::string_view name) {
  const auto file = std::ranges::find(kEmbedded, name, &EmbeddedFile::name);
  return file == kEmbedded.end() ? std::string_view() : file->bytes;
}

}  // namespace basewalk::cli
