// SPDX-License-Identifier: MIT
#include "archive/warc/record.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "text/ascii.h"

namespace basewalk::archive {
namespace {

// The fields that are read; each may be there once (5.1: only WARC-Concurrent-To may repeat).
enum Field {
  kType,
  kLength,
  kUrl,
  kDate,
  kMediaType,
  kPayloadDigest,
  kRefersToUrl,
  kTruncated,
  kSegment,
  kFields
};
constexpr std::string_view kNames[kFields] = {
    "WARC-Type",          "Content-Length",      "WARC-Target-URI",           "WARC-Date",
    "Content-Type",       "WARC-Payload-Digest", "WARC-Refers-To-Target-URI", "WARC-Truncated",
    "WARC-Segment-Number"};

struct Value {
  std::string text;
  bool seen = false, differs = false;
};

bool is_name(std::string_view name) {
  if (name.empty()) return false;
  for (const char c : name)
    if (c <= ' ' || c >= 0x7F || std::string_view("()<>@,;:\\\"/[]?={}").find(c) != name.npos)
      return false;
  return true;
}

std::optional<std::uint64_t> read_number(std::string_view text) {
  if (text.empty()) return {};
  std::uint64_t number = 0;
  for (const char c : text) {
    if (!ascii::is_digit(c)) return {};
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (number > (std::numeric_limits<std::uint64_t>::max() / 2 - digit) / 10) return {};
    number = number * 10 + digit;
  }
  return number;
}

WarcType type_of(std::string_view name) {
  if (ascii::iequals(name, "response")) return WarcType::response;
  if (ascii::iequals(name, "resource")) return WarcType::resource;
  if (ascii::iequals(name, "revisit")) return WarcType::revisit;
  return WarcType::other;
}

std::string url_of(std::string_view text) {
  if (text.starts_with('<') && text.ends_with('>')) text = text.substr(1, text.size() - 2);
  return std::string(text);
}

std::string digest_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return {};
  return ascii::lowered(text.substr(0, colon)).append(text.substr(colon));
}

// Takes one line, with the lines that it is folded into; false where there is none.
bool take_line(std::string_view& rest, std::string_view& line) {
  const std::size_t end = rest.find('\n');
  if (end == rest.npos) return false;
  line = rest.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  rest.remove_prefix(end + 1);
  return true;
}

}  // namespace

bool begins_warc(std::string_view bytes) {
  return bytes.size() > 7 && bytes.starts_with("WARC/") && ascii::is_digit(bytes[5]) &&
         bytes[6] == '.' && ascii::is_digit(bytes[7]);
}

std::optional<std::int64_t> read_warc_date(std::string_view text) {
  // Year, month, day, hour, minute, second; behind each but the last what stands before the next.
  constexpr std::array<std::size_t, 6> kDigits = {4, 2, 2, 2, 2, 2};
  constexpr std::string_view kBetween = "--T::";
  std::array<int, 6> parts = {1970, 1, 1, 0, 0, 0};
  std::size_t read = 0;
  for (; read < parts.size(); ++read) {
    if (text.size() < kDigits[read]) break;
    int number = 0;
    for (const char c : text.substr(0, kDigits[read])) {
      if (!ascii::is_digit(c)) return {};
      number = number * 10 + (c - '0');
    }
    parts[read] = number;
    text.remove_prefix(kDigits[read]);
    if (read + 1 == parts.size() || !text.starts_with(kBetween[read])) {
      ++read;
      break;
    }
    text.remove_prefix(1);
  }
  if (read == 0) return {};
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    while (!text.empty() && ascii::is_digit(text.front())) text.remove_prefix(1);
  }
  if (!text.empty() && text != "Z") return {};
  const std::chrono::year_month_day day{std::chrono::year(parts[0]),
                                        std::chrono::month(static_cast<unsigned>(parts[1])),
                                        std::chrono::day(static_cast<unsigned>(parts[2]))};
  if (!day.ok() || parts[3] > 23 || parts[4] > 59 || parts[5] > 60) return {};
  const std::int64_t days = std::chrono::sys_days(day).time_since_epoch().count();
  return ((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5];
}

std::optional<WarcHeader> read_warc_header(std::string_view bytes, std::string& why) {
  const auto fail = [&](std::string_view what) {
    why = what;
    return std::nullopt;
  };
  std::string_view rest = bytes.substr(0, kLongestWarcHeader);
  std::string_view line;
  if (!begins_warc(rest)) return fail("no record begins here");
  if (!take_line(rest, line)) return fail("its first line has no end");
  Value values[kFields];
  std::size_t last = kFields;
  for (;;) {
    if (!take_line(rest, line)) return fail("its header has no end");
    if (line.empty()) break;
    if (ascii::is_blank(line.front())) {
      if (last < kFields) values[last].text.append(" ").append(ascii::trim(line));
      continue;
    }
    const std::size_t colon = line.find(':');
    // So that headers never overlap: what looks for records finds each once.
    if (colon == line.npos || !is_name(line.substr(0, colon)))
      return fail("a line of its header is no field");
    last = 0;
    while (last < kFields && !ascii::iequals(kNames[last], line.substr(0, colon))) ++last;
    if (last == kFields) continue;
    Value& value = values[last];
    const std::string_view text = ascii::trim(line.substr(colon + 1));
    if (!value.seen)
      value.text = text;
    else if (value.text != text)
      value.differs = true;
    if (value.differs) last = kFields;
    value.seen = true;
  }
  if (values[kLength].differs) return fail("it has two lengths");
  if (values[kType].differs) return fail("it has two types");
  const std::optional<std::uint64_t> length = read_number(values[kLength].text);
  if (!length) return fail("its Content-Length is no number");
  WarcHeader header;
  for (Value& value : values)
    if (value.differs) value.text.clear();
  header.type = type_of(values[kType].text);
  header.url = url_of(values[kUrl].text);
  header.date = read_warc_date(values[kDate].text);
  header.media_type = values[kMediaType].text;
  header.payload_digest = digest_of(values[kPayloadDigest].text);
  header.refers_to_url = url_of(values[kRefersToUrl].text);
  header.partial = values[kTruncated].seen || values[kSegment].seen;
  header.length = *length;
  header.size = std::min(bytes.size(), kLongestWarcHeader) - rest.size();
  return header;
}

}  // namespace basewalk::archive
