// SPDX-License-Identifier: MIT
#include "output/rows.h"

#include <cassert>
#include <cstring>

#include "basewalk/url/url.h"
#include "output/records.h"
#include "text/json.h"

namespace basewalk::cli {
namespace {

constexpr std::uint32_t kNullText = 0xFFFFFFFF;
constexpr std::uint64_t kNullNumber = ~std::uint64_t{0};

template <class T>
void append_raw(std::string& out, T value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof bytes);
}

template <class T>
T take_raw(std::string_view& rest) {
  T value{};
  assert(rest.size() >= sizeof value);
  std::memcpy(&value, rest.data(), sizeof value);
  rest.remove_prefix(sizeof value);
  return value;
}

// SQLite refuses a row of more than 1,000,000,000 bytes (sqlite.org/limits.html), and one message
// of that size must not end the run.
constexpr std::size_t kLongest = std::size_t{64} << 20;

void append(std::string& out, std::string_view text) {
  text = text.substr(0, kLongest);
  const std::size_t at = out.size();
  append_raw(out, std::uint32_t{0});
  append_utf8(out, text);
  const auto length = static_cast<std::uint32_t>(out.size() - at - sizeof(std::uint32_t));
  std::memcpy(out.data() + at, &length, sizeof length);
}
void append(std::string& out, const std::optional<std::string_view>& text) {
  if (text)
    append(out, *text);
  else
    append_raw(out, kNullText);
}
void append(std::string& out, std::uint64_t number) { append_raw(out, number); }

std::optional<std::string_view> unless_empty(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

// The host of a URL, in lower case.
std::string host_of(std::string_view url, url::Rules rules) {
  std::string host(url::host_of_authority(url::split(url, rules).authority.text));
  for (char& c : host)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  return host;
}

}  // namespace

void RowRecords::part(const PartReport& part, std::string& out) const {
  out += static_cast<char>(Table::part);
  append(out, part.section);
  append(out, part.type);
  append(out, part.depth);
  append(out, part.size);
  append(out, part.base);
  append(out, name(part.base_from));
  append(out, unless_empty(part.base_part));
}

void RowRecords::link(const Link& link, std::string& out) const {
  out += static_cast<char>(Table::link);
  append(out, link.part);
  append(out, link.type);
  append(out, link.where);
  append(out, link.raw);
  append(out, link.base);
  append(out, name(link.base_from));
  append(out, unless_empty(link.base_part));
  append(out, name(link.status));
  append(out, link.url);
  const std::string host = link.url ? host_of(*link.url, rules_) : std::string();
  append(out, unless_empty(host));
  append(out, link.clicked);
  append(out, link.target);
  std::string flags;
  append_flags(link.flags, " ", flags);
  append(out, std::string_view(flags));
  append(out, with_text_ ? link.text : std::nullopt);
}

void RowRecords::note(const MessageAt& at, const NoteReport& note, std::string& out) const {
  out += static_cast<char>(Table::note);
  append(out, at.offset + note.offset);
  append(out, note.part);
  append(out, name(note.code));
  append(out, name(level(note.code)));
  append(out, note.text);
}

void RowRecords::message(const MessageAt& at, const std::optional<std::string>& message_id,
                         const WalkSummary& summary, std::string& out) const {
  out += static_cast<char>(Table::message);
  append(out, at.source);
  append(out, at.number.value_or(kNullNumber));
  append(out, at.offset);
  append(out, message_id ? std::optional<std::string_view>(*message_id) : std::nullopt);
  append(out, at.bytes.size());
  append(out, summary.parts);
  append(out, summary.links);
  append(out, summary.notes);
}

void RowRecords::problem(const archive::Item& item, std::string& out) {
  out += static_cast<char>(Table::problem);
  append(out, std::string_view(*item.source));
  append(out, item.number.value_or(kNullNumber));
  append(out, item.offset);
  append(out, std::string_view(item.problem));
}

std::optional<Table> RowReader::next_row() {
  if (rest_.empty()) return {};
  const auto table = static_cast<Table>(rest_.front());
  rest_.remove_prefix(1);
  return table;
}

std::optional<std::string_view> RowReader::text() {
  const auto length = take_raw<std::uint32_t>(rest_);
  if (length == kNullText) return {};
  assert(length <= rest_.size());
  const std::string_view text = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return text;
}

std::optional<std::uint64_t> RowReader::number() {
  const auto number = take_raw<std::uint64_t>(rest_);
  return number == kNullNumber ? std::nullopt : std::optional(number);
}

}  // namespace basewalk::cli
