// SPDX-License-Identifier: MIT
#include "report/table_data.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/json.h"
#include "text/utf8.h"
#include "text/visible.h"

namespace basewalk::report {

// No value holds a line end: visible() spells it out.
void TableData::text(std::size_t column, std::string_view text) {
  std::string value = text::visible(utf8::cut(text, kLongest));
  if (text.size() > kLongest) value += "…";
  Values& values = values_[column];
  if (rows_ != first_) values.json += '\n';
  values.json += value;
  bytes_ += value.size() + 1;
}

void TableData::append(std::size_t column, std::string_view number) {
  Values& values = values_[column];
  if (rows_ != first_) values.json += ',';
  values.json += number;
  bytes_ += number.size() + 1;
}

void TableData::number(std::size_t column, std::optional<std::uint64_t> number) {
  append(column, number ? std::to_string(*number) : "null");
}

void TableData::word(std::size_t column, std::string_view word) {
  if (word.empty()) return append(column, "-1");
  Values& values = values_[column];
  auto known = values.words.find(word);
  if (known == values.words.end()) {
    known = values.words.emplace(word, values.names.size()).first;
    values.names.push_back(text::visible(utf8::cut(word, kLongest)));
    bytes_ += word.size();
  }
  append(column, std::to_string(known->second));
}

void TableData::set(std::size_t column, std::uint64_t bits) {
  append(column, std::to_string(bits));
}

void TableData::end_row() {
  ++rows_;
  if (rows_ - first_ == kRows || bytes_ >= kBytes) flush();
}

void TableData::finish() {
  if (rows_ != first_) flush();
}

void TableData::flush() {
  std::string out = "basewalk.take(";
  text::append_json(out, name_);
  out += "," + std::to_string(files_) + ",";
  const auto columns_of = [&](text::JsonObject& object, Kind kind) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].kind != kind) continue;
      const Values& values = values_[i];
      const std::string list = "[" + values.json + "]";
      if (kind == Kind::text)
        object.text(columns_[i].name, values.json);
      else if (kind == Kind::number)
        object.raw(columns_[i].name, list);
      else
        object.object(columns_[i].name, [&](text::JsonObject& words) {
          words.texts("names", kind == Kind::set ? sets_ : values.names);
          words.raw("of", list);
        });
    }
  };
  text::JsonObject all(out);
  all.number("first", first_);
  all.number("count", rows_ - first_);
  struct OfKind {
    Kind kind;
    std::string_view key;
  };
  constexpr OfKind kKinds[] = {
      {Kind::text, "text"}, {Kind::number, "number"}, {Kind::word, "word"}, {Kind::set, "set"}};
  for (const OfKind& of : kKinds)
    all.object(of.key, [&](text::JsonObject& object) { columns_of(object, of.kind); });
  all.end();
  out += ");\n";
  (void)write_("data/" + std::string(name_) + "-" + std::to_string(files_) + ".js", out);
  ++files_;
  first_ = rows_;
  bytes_ = 0;
  for (Values& values : values_) values = {};
}

}  // namespace basewalk::report
