// SPDX-License-Identifier: MIT
#include "output/prompt/gathered.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "output/unique_records.h"
#include "text/enum_table.h"
#include "text/siphash.h"
#include "text/visible.h"

namespace basewalk::output {
namespace {

struct KeyName {
  LinkKey key;
  std::string_view name;
};
constexpr KeyName kKeys[] = {
    {LinkKey::url, "url"},       {LinkKey::host, "host"},   {LinkKey::domain, "domain"},
    {LinkKey::status, "status"}, {LinkKey::where, "where"}, {LinkKey::count, "count"},
};
static_assert(is_table_of(kKeys, &KeyName::key));

std::optional<text::Separated> separated(Format format) {
  if (format == Format::csv) return text::Separated::by_commas;
  if (format == Format::tsv) return text::Separated::by_tabs;
  return {};
}

// Rows: a letter, and what stands behind it.  Nothing of this is ever stored.
constexpr char kMessageRow = 'm', kLinkRow = 'l';
constexpr std::uint64_t kNoLine = 0;

void append_number(std::string& out, std::uint64_t number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof bytes);
}

void append_sized(std::string& out, std::string_view text) {
  append_number(out, text.size());
  out += text;
}

std::uint64_t take_number(std::string_view& rest) {
  std::uint64_t number = 0;
  assert(rest.size() >= sizeof number);
  std::memcpy(&number, rest.data(), sizeof number);
  rest.remove_prefix(sizeof number);
  return number;
}

std::string_view take_sized(std::string_view& rest) {
  // It was a std::size_t when it was appended.
  const auto size = static_cast<std::size_t>(take_number(rest));
  assert(size <= rest.size());
  const std::string_view text = rest.substr(0, size);
  rest.remove_prefix(size);
  return text;
}

// From the lines of messages to those of their source: they are counted where each message follows
// the one before at once, or behind the blank line that an mbox has between them.
class SourceLines {
 public:
  void begin(std::string_view source, std::uint64_t offset, std::uint64_t bytes,
             std::uint64_t lines, std::uint64_t line_end) {
    const bool is_next = is_known_ && source_ == source;
    const bool is_behind_blank = is_next && line_end_ != 0 && offset == end_ + line_end_;
    const bool follows = is_behind_blank || (is_next && offset == end_);
    before_ = follows ? before_ + lines_ + (is_behind_blank ? 1 : 0) : 0;
    is_known_ = follows || offset == 0;
    if (source_ != source) source_ = source;
    end_ = offset + bytes;
    lines_ = lines;
    line_end_ = line_end;
  }
  // "mail.mbox:17:", or without the line where it is not known.
  void append(std::uint64_t line, std::string& out) const {
    text::append_visible(out, source_);
    out += ':';
    if (is_known_ && line != kNoLine) out.append(std::to_string(before_ + line)).append(":");
    out += '\t';
  }

 private:
  std::string source_;
  std::uint64_t end_ = 0, before_ = 0, lines_ = 0;
  std::uint64_t line_end_ = 0;  // bytes of the one that the message ends with
  bool is_known_ = false;
};

class Gathered final : public run::Writer {
 public:
  Gathered(const Gathering& what, Format format, std::unique_ptr<run::Writer> to)
      : what_(what), format_(format), to_(std::move(to)) {}

  void write(std::string_view rows) override;
  void checkpoint(const archive::Position&) override {}
  bool commit() override;
  void fail(std::string_view why) override { to_->fail(why); }
  bool failed() const override { return to_->failed(); }
  const std::string& failure() const override { return to_->failure(); }
  bool reader_gone() const override { return to_->reader_gone(); }
  std::size_t full() const override { return to_->full(); }

 private:
  using Counts = std::unordered_map<std::string, std::uint64_t, TextHash, std::equal_to<>>;
  struct Line {
    std::string key, text;
  };

  void link(std::string_view key, std::uint64_t line, std::string_view text);
  void unique(std::string_view value);
  void append_unique(std::string_view value, std::uint64_t links);
  void end_unique();
  void hand_on();

  const Gathering what_;
  const Format format_;
  std::unique_ptr<run::Writer> to_;
  SourceLines lines_;
  std::uint64_t links_ = 0;
  Counts counts_;
  std::vector<const Counts::value_type*> order_;  // as they were seen first
  std::vector<Line> sorted_;
  std::string made_, packed_;
};

void Gathered::write(std::string_view rows) {
  while (!rows.empty()) {
    const char letter = rows.front();
    rows.remove_prefix(1);
    if (letter == kMessageRow) {
      const std::string_view source = take_sized(rows);
      const std::uint64_t offset = take_number(rows), bytes = take_number(rows);
      const std::uint64_t lines = take_number(rows), line_end = take_number(rows);
      lines_.begin(source, offset, bytes, lines, line_end);
      continue;
    }
    const std::string_view key = take_sized(rows);
    const std::uint64_t line = take_number(rows);
    link(key, line, take_sized(rows));
  }
  hand_on();
}

void Gathered::link(std::string_view key, std::uint64_t line, std::string_view text) {
  ++links_;
  if (what_.unique) return unique(key);
  if (what_.count) return;
  std::string* to = &made_;
  if (what_.sort) to = &sorted_.emplace_back(Line{std::string(key), {}}).text;
  if (what_.place) lines_.append(line, *to);
  *to += text;
}

void Gathered::unique(std::string_view value) {
  const auto known = counts_.find(value);
  if (known != counts_.end()) {
    ++known->second;
    return;
  }
  const auto& made = *counts_.emplace(value, 1).first;
  if (what_.count || what_.sort)
    order_.push_back(&made);
  else
    append_unique(made.first, 1);
}

void Gathered::append_unique(std::string_view value, std::uint64_t links) {
  const UniqueValue row{name(*what_.unique), value,
                        what_.count ? std::optional(links) : std::nullopt};
  if (format_ == Format::jsonl)
    append_unique_json(row, made_);
  else if (const auto how = separated(format_))
    append_unique_fields(row, *how, made_);
  else
    append_unique_text(row, made_);
}

void Gathered::end_unique() {
  if (what_.sort == LinkKey::count)
    std::ranges::stable_sort(order_,
                             [](const auto* a, const auto* b) { return a->second > b->second; });
  else if (what_.sort)
    std::ranges::sort(order_, [](const auto* a, const auto* b) { return a->first < b->first; });
  for (const Counts::value_type* each : order_) {
    append_unique(each->first, each->second);
    if (made_.size() >= to_->full()) hand_on();
  }
}

void Gathered::hand_on() {
  if (made_.empty()) return;
  packed_.clear();
  const std::string why = text::append_compressed(packed_, made_, to_->compression());
  if (!why.empty()) to_->fail(why);
  to_->write(packed_);
  made_.clear();
}

bool Gathered::commit() {
  if (what_.unique) {
    end_unique();
  } else if (what_.count) {
    made_ = std::to_string(links_) + "\n";
  } else if (what_.sort) {
    std::ranges::stable_sort(sorted_, {}, &Line::key);
    for (const Line& line : sorted_) {
      made_ += line.text;
      if (made_.size() >= to_->full()) hand_on();
    }
  }
  hand_on();
  return to_->commit();
}

}  // namespace

std::string_view name(LinkKey key) { return kKeys[static_cast<std::size_t>(key)].name; }

std::optional<LinkKey> link_key_named(std::string_view name) {
  const KeyName* row = std::ranges::find(kKeys, name, &KeyName::name);
  return row == std::end(kKeys) ? std::nullopt : std::optional(row->key);
}

std::string Gathering::why_not(Format format) const {
  if (!is_any()) return {};
  if (format == Format::sqlite)
    return "a database is asked by SQL; --unique, --count, --sort and --with-place are for the "
           "other formats";
  if (unique && (unique == LinkKey::status || unique == LinkKey::where || unique == LinkKey::count))
    return "--unique takes url, host or domain";
  if (place && (unique || count))
    return "--with-place tells of links, which --unique and --count leave out; give one of both";
  if (place && format != Format::text)
    return "--with-place is for text; the other formats have `source` and `line`";
  if (unique) {
    if (sort && sort != LinkKey::count && sort != unique)
      return "--sort with --unique " + std::string(name(*unique)) + " takes " +
             std::string(name(*unique)) + " or count";
    return {};
  }
  if (count && sort) return "--count tells one number; --sort needs --unique beside it";
  if (count && format != Format::text) return "--count tells one number, as text";
  if (sort == LinkKey::count) return "--sort count needs --unique: what is to be counted?";
  if (sort && format == Format::jsonl)
    return "--sort is for text, csv and tsv: records that follow each other belong together";
  return {};
}

std::string Gathering::head(Format format) const {
  const auto how = separated(format);
  return unique && how ? unique_header(*how) : std::string();
}

GatherRows::GatherRows(const Gathering& what, Format format, RecordOptions records)
    : what_(what),
      format_(format),
      records_(records),
      separated_(records, separated(format).value_or(text::Separated::by_commas)),
      links_(records.full_data) {}

void GatherRows::begin(const run::MessageAt& at, const std::optional<std::string>& message_id,
                       std::string& out) {
  if (separated(format_)) separated_.begin(at, message_id);
  links_.begin(at.bytes, at.offset);
  if (!what_.place) return;
  lines_.begin(at.bytes);
  out += kMessageRow;
  append_sized(out, at.source);
  append_number(out, at.offset);
  append_number(out, at.bytes.size());
  append_number(out, lines_.of(at.bytes.size()) - 1);
  append_number(out, at.bytes.ends_with("\r\n") ? 2 : at.bytes.ends_with('\n') ? 1 : 0);
  lines_.begin(at.bytes);
}

// Of a link of which a browser opens something elsewhere that counts as well.
void GatherRows::unique(const Link& link, std::string& out) {
  const auto append = [&](std::string_view key) {
    out += kLinkRow;
    append_sized(out, key);
    append_number(out, kNoLine);
    append_sized(out, {});
  };
  const std::size_t before = out.size();
  append(key_of(link, *what_.unique));
  const std::optional<std::string_view> opened = opened_elsewhere(link);
  if (!opened) return;
  if (!link.url) out.resize(before);
  Link other = link;
  other.url = opened;
  append(key_of(other, *what_.unique));
}

void GatherRows::link(const Link& link, std::string& out) {
  if (what_.unique) return unique(link, out);
  out += kLinkRow;
  append_sized(out, what_.sort ? key_of(link, *what_.sort) : std::string_view());
  append_number(out, what_.place && link.at ? lines_.of(*link.at) : kNoLine);
  line_.clear();
  if (what_.count) {
    // What it says stands in the key.
  } else if (separated(format_)) {
    separated_.link(link, line_);
  } else {
    append_text_line_of(link, records_.text, line_);
  }
  append_sized(out, line_);
}

std::string_view GatherRows::key_of(const Link& link, LinkKey key) {
  switch (key) {
    case LinkKey::url:
      return links_.of(link).url.value_or("");
    case LinkKey::host:
      return links_.of(link).to.host;
    case LinkKey::domain:
      return links_.of(link).to.domain;
    case LinkKey::status:
      return name(link.status);
    case LinkKey::where:
      return where_ = extract::where(link.place);
    case LinkKey::count:
      break;
  }
  return {};
}

std::unique_ptr<run::Writer> gathered(const Gathering& what, Format format,
                                      std::unique_ptr<run::Writer> to) {
  return std::make_unique<Gathered>(what, format, std::move(to));
}

}  // namespace basewalk::output
