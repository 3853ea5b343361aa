// SPDX-License-Identifier: MIT
#include "archive/find/plan_line.h"

#include <charconv>
#include <limits>

#include "text/enum_table.h"

namespace basewalk::archive {
namespace {

constexpr char kTab = '\t';

struct KindRow {
  Kind kind;
  std::string_view name;
};
constexpr KindRow kKinds[] = {{Kind::automatic, "auto"}, {Kind::eml, "eml"}, {Kind::mbox, "mbox"}};

struct WhatRow {
  FileStream::From from;
  bool is_repository;
  std::string_view name;
};
constexpr WhatRow kWhats[] = {{FileStream::From::name, false, "name"},
                              {FileStream::From::folder, false, "folder"},
                              {FileStream::From::name, true, "name-git"},
                              {FileStream::From::folder, true, "folder-git"}};

struct Escape {
  char byte, letter;
};
constexpr Escape kEscapes[] = {{'\t', 't'}, {'\n', 'n'}, {'\r', 'r'}, {'\\', '\\'}};

void append_field(std::string& line, std::string_view text) {
  line += kTab;
  for (const char c : text) {
    char letter = 0;
    for (const Escape& escape : kEscapes)
      if (escape.byte == c) letter = escape.letter;
    if (letter != 0) line += '\\';
    line += letter != 0 ? letter : c;
  }
}

void append_number(std::string& line, std::uint64_t number) { line += std::to_string(number); }

// Takes fields off the front of a line; `ok` says whether all were as they should be.
struct Fields {
  std::string_view rest;
  bool ok = true;
  bool more = true;

  std::string_view next() {
    if (!more) {
      ok = false;
      return {};
    }
    const std::size_t end = rest.find(kTab);
    const std::string_view field = rest.substr(0, end);
    more = end != rest.npos;
    rest = more ? rest.substr(end + 1) : std::string_view();
    return field;
  }

  std::uint64_t number() {
    const std::string_view field = next();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    ok = ok && error == std::errc() && end == field.data() + field.size();
    return value;
  }

  std::string text() {
    const std::string_view field = next();
    std::string out;
    for (std::size_t at = 0; at < field.size(); ++at) {
      if (field[at] != '\\') {
        out += field[at];
        continue;
      }
      ++at;
      bool known = false;
      for (const Escape& escape : kEscapes)
        if (at < field.size() && field[at] == escape.letter) {
          out += escape.byte;
          known = true;
        }
      ok = ok && known;
    }
    return out;
  }

  template <class Row, std::size_t rows>
  const Row& row(const Row (&table)[rows]) {
    const std::string_view field = next();
    for (const Row& each : table)
      if (each.name == field) return each;
    ok = false;
    return table[0];
  }
};

}  // namespace

std::string plan_line(const Found& found) {
  std::string line;
  const Extent place = found.place.value_or(Extent());
  append_number(line, place.begin);
  append_number(line += kTab, place.length);
  append_number(line += kTab, found.name_number);
  for (const WhatRow& what : kWhats)
    if (what.from == found.from && what.is_repository == found.is_repository)
      (line += kTab) += what.name;
  for (const KindRow& kind : kKinds)
    if (kind.kind == found.kind) (line += kTab) += kind.name;
  append_field(line, found.name);
  if (!found.only.empty() || found.failure) append_field(line, found.only);
  if (found.failure) {
    (line += kTab) += name(found.failure->trouble);
    append_field(line, found.failure->problem);
  }
  return line += '\n';
}

std::optional<Found> read_plan_line(std::string_view line) {
  Fields fields{line};
  Found found;
  Extent place;
  place.begin = fields.number();
  place.length = fields.number();
  found.place = place;
  found.name_number = fields.number();
  const WhatRow& what = fields.row(kWhats);
  found.from = what.from;
  found.is_repository = what.is_repository;
  found.kind = fields.row(kKinds).kind;
  found.name = fields.text();
  if (fields.more) found.only = fields.text();
  if (fields.more) {
    const std::optional<Trouble> trouble = trouble_named(fields.next());
    found.failure = Failure{fields.text(), false, trouble.value_or(Trouble::unreadable)};
    fields.ok = fields.ok && trouble;
  }
  const bool fits = place.length <= std::numeric_limits<std::uint64_t>::max() - place.begin;
  // To the system a name ends at a NUL, and would be that of another file.
  const bool is_name =
      !found.name.empty() && (found.failure || found.name.find('\0') == found.name.npos);
  if (!fields.ok || fields.more || !fits || !is_name) return {};
  return found;
}

namespace {
constexpr std::string_view kEnd = "end";
}

std::string plan_end_line(const PlanEnd& end) {
  std::string line(kEnd);
  append_number(line += kTab, end.files);
  append_number(line += kTab, end.bytes);
  (line += kTab) += end.id;
  return line += '\n';
}

std::optional<PlanEnd> read_plan_end(std::string_view line) {
  Fields fields{line};
  fields.ok = fields.next() == kEnd;
  PlanEnd end;
  end.files = fields.number();
  end.bytes = fields.number();
  end.id = fields.next();
  if (!fields.ok || fields.more || end.id.empty()) return {};
  return end;
}

}  // namespace basewalk::archive
