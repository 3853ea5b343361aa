// SPDX-License-Identifier: MIT
#include "filter/counters.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

#include "basewalk/version.h"

namespace basewalk::filter {
namespace {

// `label` splits one metric of Prometheus; those of one metric stand together.
struct Row {
  Count count;
  std::string_view name;    // in the log
  std::string_view metric;  // without the prefix and "_total"
  std::string_view label;   // of the key that the metric's first row names
  std::string_view help;
  std::string_view key = {};
};
constexpr Row kRows[] = {
    {Count::rewritten, "rewritten", "messages", "rewritten", "Messages by what became of them.",
     "result"},
    {Count::marked, "marked", "messages", "marked", {}},
    {Count::unchanged, "unchanged", "messages", "unchanged", {}},
    {Count::oversize, "oversize", "messages", "oversize", {}},
    {Count::tempfailed, "tempfailed", "messages", "tempfailed", {}},
    {Count::rejected, "rejected", "messages", "rejected", {}},
    {Count::accepted, "accepted", "messages", "accepted", {}},
    {Count::aborted, "aborted", "messages", "aborted", {}},
    {Count::quarantined,
     "quarantined",
     "quarantined",
     {},
     "Messages handed to the hold queue by --on-doubt."},
    {Count::bytes, "bytes", "bytes", {}, "Bytes of the messages looked at."},
    {Count::links, "links", "links", {}, "Links in them."},
    {Count::edits, "edits", "edits", {}, "References and base elements changed."},
    {Count::kept, "kept", "kept", {}, "References that could not be changed safely."},
    {Count::clear, "clear", "verdicts", "clear", "Messages by their verdict.", "verdict"},
    {Count::differs, "differs", "verdicts", "differs", {}},
    {Count::unread, "unread", "verdicts", "unread", {}},
    {Count::forged_marks, "forged-marks", "forged_marks", {}, "X-Basewalk fields removed."},
    {Count::connections, "connections", "connections", {}, "Connections served."},
    {Count::connections_refused,
     "refused",
     "connections_refused",
     {},
     "Connections over the bound, answered by --on-error."},
};
static_assert(std::size(kRows) == kCounts);

// As short as it can be, with a point whatever the locale is.
void append_seconds(double seconds, std::string& text) {
  char digits[64];
  const auto [end, error] =
      std::to_chars(digits, digits + sizeof digits, seconds, std::chars_format::fixed);
  static_cast<void>(error);  // there is room
  text.append(digits, end);
}

}  // namespace

std::string Counters::begin_metric(std::string_view name, std::string_view type,
                                   std::string_view help, std::string& text) const {
  std::string metric(prefix_);
  metric += name;
  text.append("# HELP ").append(metric).append(" ").append(help).append("\n");
  text.append("# TYPE ").append(metric).append(" ").append(type).append("\n");
  return metric;
}

std::string Counters::line() const {
  std::string text;
  for (const Row& row : kRows)
    text.append(row.name).append("=").append(std::to_string(value(row.count))).append(" ");
  return text + "open=" + std::to_string(open_connections());
}

void Counters::add_verdict(Verdict verdict) {
  switch (verdict) {
    case Verdict::clear:
      return add(Count::clear);
    case Verdict::differs:
      return add(Count::differs);
    case Verdict::unread:
      return add(Count::unread);
  }
}

void Counters::add_flags(std::span<const std::size_t, kFlags> links) {
  for (std::size_t i = 0; i < kFlags; ++i)
    if (links[i] > 0) flags_[i].fetch_add(links[i], std::memory_order_relaxed);
}

void Counters::add_time(std::chrono::nanoseconds spent) {
  const double seconds = std::chrono::duration<double>(spent).count();
  const std::size_t place =
      static_cast<std::size_t>(std::ranges::lower_bound(kBounds, seconds) - kBounds.begin());
  times_[place].fetch_add(1, std::memory_order_relaxed);
  nanoseconds_.fetch_add(static_cast<std::uint64_t>(spent.count()), std::memory_order_relaxed);
}

void Counters::append_flags(std::string& text) const {
  const std::string metric =
      begin_metric("flagged_links_total", "counter", "Links by the flags that they have.", text);
  for (const Flag flag : all_flags())
    text.append(metric)
        .append("{flag=\"")
        .append(name(flag))
        .append("\"} ")
        .append(std::to_string(read(flags_[static_cast<std::size_t>(flag)])))
        .append("\n");
}

void Counters::append_times(std::string& text) const {
  const std::string metric =
      begin_metric("message_seconds", "histogram", "Time spent on looking at a message.", text);
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < times_.size(); ++i) {
    all += read(times_[i]);
    text.append(metric).append("_bucket{le=\"");
    if (i < kBounds.size())
      append_seconds(kBounds[i], text);
    else
      text += "+Inf";
    text.append("\"} ").append(std::to_string(all)).append("\n");
  }
  text.append(metric).append("_sum ");
  append_seconds(static_cast<double>(read(nanoseconds_)) * 1e-9, text);
  text.append("\n").append(metric).append("_count ").append(std::to_string(all)).append("\n");
}

std::string Counters::prometheus() const {
  std::string text, metric;
  std::string_view key;
  for (const Row& row : kRows) {
    if (!row.help.empty()) {
      metric = begin_metric(std::string(row.metric) + "_total", "counter", row.help, text);
      key = row.key;
    }
    text += metric;
    if (!row.label.empty())
      text.append("{").append(key).append("=\"").append(row.label).append("\"}");
    text.append(" ").append(std::to_string(value(row.count))).append("\n");
  }
  append_flags(text);
  append_times(text);
  metric = begin_metric("connections_open", "gauge", "Connections open now.", text);
  text.append(metric).append(" ").append(std::to_string(open_connections())).append("\n");
  metric = begin_metric("build_info", "gauge", "The version that runs.", text);
  text.append(metric).append("{version=\"").append(version()).append("\"} 1\n");
  return text;
}

}  // namespace basewalk::filter
