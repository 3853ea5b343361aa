// SPDX-License-Identifier: MIT
#include "report/counts.h"

#include <algorithm>

#include "text/ascii.h"

namespace basewalk::report {
namespace {

// "2024-01" of a date; empty where it has none, or a year that no calendar of mail has: that says
// nothing, and would draw a very wide picture.
std::string_view month_of(std::string_view date) {
  const std::string_view month = date.substr(0, 7);
  if (month.size() < 7 || month[4] != '-') return {};
  for (const std::size_t i : {0, 1, 2, 3, 5, 6})
    if (!ascii::is_digit(month[i])) return {};
  const std::string_view year = month.substr(0, 4), number = month.substr(5);
  return year >= "1970" && year < "2100" && number >= "01" && number <= "12" ? month
                                                                             : std::string_view();
}

}  // namespace

std::vector<std::pair<std::string, std::uint64_t>> Names::top(std::size_t most) const {
  std::vector<std::pair<std::string, std::uint64_t>> names(counts_.begin(), counts_.end());
  const auto before = [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  };
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size()));
  std::partial_sort(names.begin(), end, names.end(), before);
  names.erase(end, names.end());
  return names;
}

void Counts::add(const MailLink& link) {
  ++links;
  ++by_status[static_cast<std::size_t>(link.status)];
  ++by_base_from[static_cast<std::size_t>(link.base_from)];
  for (const Flag flag : link.flags) ++by_flag[static_cast<std::size_t>(flag)];
  flagged_links += link.flags.empty() ? 0 : 1;
  if (link.reading) ++by_reading[static_cast<std::size_t>(*link.reading)];
  if (!link.host.empty()) hosts.add(link.host);
  if (!link.domain.empty()) domains.add(link.domain);
  if (link.through_base) {
    ++through_base;
    through_base_hosts.add(link.host);
  }
}

void Counts::add(const Mail& mail) {
  ++messages;
  bytes += mail.size;
  parts += mail.part_count;
  notes += mail.note_count;
  flagged_messages += mail.is_flagged() ? 1 : 0;
  ++by_verdict[static_cast<std::size_t>(mail.verdict)];
  const std::string& date = mail.date.empty() ? mail.received : mail.date;
  if (const std::string_view month = month_of(date); !month.empty())
    ++by_month[std::string(month)][static_cast<std::size_t>(mail.verdict)];
  else
    ++undated;
}

}  // namespace basewalk::report
