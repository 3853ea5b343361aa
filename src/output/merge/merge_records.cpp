// SPDX-License-Identifier: MIT
//
// JSON lines and CSV are put together record by record: the bytes are those that were written, but
// for message numbers that were not known.
#include <algorithm>
#include <charconv>

#include "output/merge/merge.h"
#include "output/records.h"
#include "text/files/compress.h"
#include "text/json.h"

namespace basewalk::output {
namespace {

// Cuts what a reader gives into records, each with its line end.
class Records {
 public:
  /// In CSV a line end between quotes ends no record.
  Records(text::PlainReader& reader, bool quotes) : reader_(reader), quotes_(quotes) {}

  /// Empty at the end; good until the next call.
  std::string_view next() {
    bool inside = false;
    for (std::size_t at = begin_;;) {
      at = record_end(at, inside);
      if (at != std::string::npos) return take(at);
      const std::size_t held = buffer_.size() - begin_;
      const std::string_view more = reader_.next();
      if (more.empty()) return take(buffer_.size());
      buffer_.erase(0, begin_);
      begin_ = 0;
      buffer_ += more;
      at = held;
    }
  }

 private:
  // Behind the line end that ends the record, if there is one at `at` or later.
  std::size_t record_end(std::size_t at, bool& inside) const {
    while (quotes_ && (at = buffer_.find_first_of("\"\n", at)) != std::string::npos) {
      if (buffer_[at] == '"') inside = !inside;
      if (buffer_[at++] == '\n' && !inside) return at;
    }
    if (quotes_) return std::string::npos;
    const std::size_t end = buffer_.find('\n', at);
    return end == std::string::npos ? end : end + 1;
  }
  std::string_view take(std::size_t end) {
    const std::string_view record = std::string_view(buffer_).substr(begin_, end - begin_);
    begin_ = end;
    return record;
  }

  text::PlainReader& reader_;
  const bool quotes_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the next record
};

std::optional<std::uint64_t> digits_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

// What merge has to know of a record.
struct Head {
  std::string_view source;
  std::string_view number;  // empty or "null" where it is not known
  std::string_view offset;  // CSV
  bool ends_message = false;
  bool is_link = true;
};

bool take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

// {"kind":"link","source":"a.mbox","message":1,...
std::optional<Head> json_head(std::string_view line) {
  Head head;
  if (!line.ends_with("}\n") || !text::is_json_object(line.substr(0, line.size() - 1)) ||
      !take(line, "{\"kind\":\""))
    return {};
  const std::string_view kind = line.substr(0, line.find('"'));
  head.ends_message = kind == "message" || kind == "problem" || kind == "skipped";
  line.remove_prefix(kind.size());
  if (!take(line, "\",\"source\":\"")) return {};
  std::size_t end = 0;
  while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
  if (end >= line.size()) return {};
  head.source = line.substr(0, end);
  line.remove_prefix(end);
  if (!take(line, "\",\"message\":")) return {};
  head.number = line.substr(0, line.find(','));
  if (head.number != "null" && !digits_of(head.number)) return {};
  return head;
}

// source,message,offset,message_id,part,...
std::optional<Head> csv_head(std::string_view record) {
  // One that is cut off within quotes may end with a line end of its value.
  if (!record.ends_with("\r\n") || std::ranges::count(record, '"') % 2 != 0) return {};
  std::string_view columns[5];
  std::size_t begin = 0;
  for (std::string_view& column : columns) {
    std::size_t end = begin;
    for (bool inside = false; end < record.size() && (inside || record[end] != ','); ++end)
      if (record[end] == '"') inside = !inside;
    if (end >= record.size()) return {};
    column = record.substr(begin, end - begin);
    begin = end + 1;
  }
  if (!columns[1].empty() && !digits_of(columns[1])) return {};
  return Head{columns[0], columns[1], columns[2], false, !columns[4].empty()};
}

std::string not_ours(const std::string& part, std::uint64_t record) {
  return part + ": record " + std::to_string(record) +
         " is not one that basewalk writes; nothing was put together";
}

std::string unreadable(const std::string& part, const text::PlainReader& reader) {
  return reader.problem().empty() ? "" : part + ": " + reader.problem();
}

// The record with its number.
void append_numbered(std::string& out, std::string_view record, std::string_view number_text,
                     std::uint64_t number) {
  const auto at = static_cast<std::size_t>(number_text.data() - record.data());
  out += record.substr(0, at);
  text::append_number(out, number);
  out += record.substr(at + number_text.size());
}

}  // namespace

std::string merge_jsonl(const std::vector<std::string>& parts, Sink& sink) {
  Numbers numbers;
  std::string numbered;
  for (const std::string& part : parts) {
    text::PlainReader reader;
    if (!reader.open(part)) return unreadable(part, reader);
    Records records(reader, false);
    bool same_message = false;
    std::uint64_t count = 0;
    for (std::string_view line = records.next(); !line.empty(); line = records.next()) {
      const std::optional<Head> head = json_head(line);
      ++count;
      if (!reader.problem().empty()) break;
      if (!head) return not_ours(part, count);
      const std::optional<std::uint64_t> known = digits_of(head->number);
      const std::optional<std::uint64_t> number = numbers.of(head->source, known, same_message);
      if (!number) return begins_inside(part, head->source);
      same_message = !head->ends_message;
      numbered.clear();
      if (!known) append_numbered(numbered, line, head->number, *number);
      if (!sink.write(known ? line : numbered)) return {};
    }
    if (std::string why = unreadable(part, reader); !why.empty()) return why;
    if (same_message)
      return part + ": ends with record " + std::to_string(count) +
             ", within a message: it is cut off; nothing was put together";
  }
  return {};
}

std::string merge_csv(const std::vector<std::string>& parts, Sink& sink) {
  const std::string header = CsvRecords::header(text::Separated::by_commas);
  Numbers numbers;
  std::string numbered, source, offset;
  for (const std::string& part : parts) {
    text::PlainReader reader;
    if (!reader.open(part)) return unreadable(part, reader);
    Records records(reader, true);
    if (records.next() != header && reader.problem().empty()) return not_ours(part, 1);
    std::uint64_t count = 1;
    source.clear();
    for (std::string_view record = records.next(); !record.empty(); record = records.next()) {
      const std::optional<Head> head = csv_head(record);
      ++count;
      if (!reader.problem().empty()) break;
      if (!head) return not_ours(part, count);
      const std::optional<std::uint64_t> known = digits_of(head->number);
      const bool same_message = head->source == source && head->offset == offset;
      const std::optional<std::uint64_t> number = numbers.of(head->source, known, same_message);
      if (!number) return begins_inside(part, head->source);
      if (!same_message) source = head->source, offset = head->offset;
      if (!head->is_link) continue;
      numbered.clear();
      if (!known) append_numbered(numbered, record, head->number, *number);
      if (!sink.write(known ? record : numbered)) return {};
    }
    if (std::string why = unreadable(part, reader); !why.empty()) return why;
  }
  return {};
}

}  // namespace basewalk::output
