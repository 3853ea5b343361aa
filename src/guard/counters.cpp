// SPDX-License-Identifier: MIT
#include "guard/counters.h"

#include "basewalk/version.h"

namespace basewalk::guard {
namespace {

// `label` splits one metric of Prometheus; those of one metric stand together.
struct Row {
  Count count;
  std::string_view name;    // in the log
  std::string_view metric;  // without "basewalk_guard_" and "_total"
  std::string_view label;   // with its name
  std::string_view help;    // of the metric, at its first row
};
constexpr Row kRows[] = {
    {Count::shown, "shown", "requests", "verdict=\"shown\"", "Requests by what became of them."},
    {Count::opened, "opened", "requests", "verdict=\"opened\"", {}},
    {Count::direct, "direct", "requests", "verdict=\"direct\"", {}},
    {Count::reported, "reported", "requests", "verdict=\"reported\"", {}},
    {Count::blocked, "blocked", "requests", "verdict=\"blocked\"", {}},
    {Count::expired, "expired", "requests", "verdict=\"expired\"", {}},
    {Count::forged, "forged", "requests", "verdict=\"forged\"", {}},
    {Count::foreign, "foreign", "requests", "verdict=\"foreign\"", {}},
    {Count::unopenable, "unopenable", "requests", "verdict=\"unopenable\"", {}},
    {Count::too_long, "too-long", "requests", "verdict=\"too-long\"", {}},
    {Count::bad_request, "bad-request", "requests", "verdict=\"bad-request\"", {}},
    {Count::previous_key, "previous-key", "previous_key", {}, "Links made by a previous key."},
    {Count::form_query, "form-query", "form_query", {}, "Links with what a form filled in."},
    {Count::reports_written, "reports-written", "reports", "result=\"written\"",
     "Reports by what became of them."},
    {Count::reports_again, "reports-again", "reports", "result=\"again\"", {}},
    {Count::reports_dropped, "reports-dropped", "reports", "result=\"dropped\"", {}},
    {Count::asked, "asked", "asked", {}, "Links that the command was asked about."},
    {Count::unanswered, "unanswered", "unanswered", {}, "Of those, links without an answer."},
    {Count::slow, "slow", "slow_connections", {}, "Connections closed as they took too long."},
    {Count::log_failures, "log-failures", "log_failures", {}, "Lines that could not be logged."},
};
static_assert(is_table_of(kRows, &Row::count));

}  // namespace

std::string_view name(Count count) { return kRows[static_cast<std::size_t>(count)].name; }

std::string Counters::line() const {
  std::string text;
  for (const Row& row : kRows)
    text.append(text.empty() ? "" : " ")
        .append(row.name)
        .append("=")
        .append(std::to_string(value(row.count)));
  return text;
}

std::string Counters::prometheus() const {
  std::string text;
  for (const Row& row : kRows) {
    const std::string metric = "basewalk_guard_" + std::string(row.metric) + "_total";
    if (!row.help.empty()) {
      text.append("# HELP ").append(metric).append(" ").append(row.help).append("\n");
      text.append("# TYPE ").append(metric).append(" counter\n");
    }
    text += metric;
    if (!row.label.empty()) text.append("{").append(row.label).append("}");
    text.append(" ").append(std::to_string(value(row.count))).append("\n");
  }
  text += "# HELP basewalk_guard_connections_open Connections open now.\n";
  text += "# TYPE basewalk_guard_connections_open gauge\n";
  text += "basewalk_guard_connections_open " + std::to_string(open_connections()) + "\n";
  text += "# HELP basewalk_guard_build_info The version, as a label.\n";
  text += "# TYPE basewalk_guard_build_info gauge\n";
  text += "basewalk_guard_build_info{version=\"" + std::string(version()) + "\"} 1\n";
  return text;
}

}  // namespace basewalk::guard
