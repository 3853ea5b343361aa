// SPDX-License-Identifier: MIT
#include "milter/counters.h"

#include <iterator>
#include <string_view>

namespace basewalk::milter {
namespace {

// `label` splits one metric of Prometheus; those of one metric stand together.
struct Row {
  Count count;
  std::string_view name;    // in the log
  std::string_view metric;  // without "basewalk_milter_" and "_total"
  std::string_view label;
  std::string_view help;
};
constexpr Row kRows[] = {
    {Count::rewritten, "rewritten", "messages", "rewritten", "Messages by what became of them."},
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
    {Count::differs, "differs", "doubtful", "differs", "Messages whose verdict is not clear."},
    {Count::unread, "unread", "doubtful", "unread", {}},
    {Count::forged_marks, "forged-marks", "forged_marks", {}, "X-Basewalk fields removed."},
    {Count::connections, "connections", "connections", {}, "Connections served."},
    {Count::connections_refused,
     "refused",
     "connections_refused",
     {},
     "Connections over the bound, answered by --on-error."},
    {Count::microseconds, "microseconds", "microseconds", {}, "Time spent on looking at messages."},
};
static_assert(std::size(kRows) == kCounts);

}  // namespace

std::string Counters::line() const {
  std::string text;
  for (const Row& row : kRows)
    text.append(row.name).append("=").append(std::to_string(value(row.count))).append(" ");
  return text + "open=" + std::to_string(open_connections());
}

std::string Counters::prometheus() const {
  std::string text;
  for (const Row& row : kRows) {
    const std::string metric = "basewalk_milter_" + std::string(row.metric) + "_total";
    if (!row.help.empty()) {
      text.append("# HELP ").append(metric).append(" ").append(row.help).append("\n");
      text.append("# TYPE ").append(metric).append(" counter\n");
    }
    text += metric;
    if (!row.label.empty())
      text.append(row.metric == "doubtful" ? "{verdict=\"" : "{result=\"")
          .append(row.label)
          .append("\"}");
    text.append(" ").append(std::to_string(value(row.count))).append("\n");
  }
  text += "# HELP basewalk_milter_connections_open Connections open now.\n";
  text += "# TYPE basewalk_milter_connections_open gauge\n";
  text += "basewalk_milter_connections_open " + std::to_string(open_connections()) + "\n";
  return text;
}

}  // namespace basewalk::milter
