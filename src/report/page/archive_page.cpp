// SPDX-License-Identifier: MIT
#include "report/page/archive_page.h"

#include <algorithm>
#include <span>

#include "text/amounts.h"

namespace basewalk::report {
namespace {

// Names in a chart.
constexpr std::size_t kMostBars = 25;
// Columns of the picture over time: where there are more months, years are drawn.
constexpr std::size_t kMostColumns = 72;
constexpr std::size_t kColumnWidth = 12, kColumnGap = 3, kTimeHeight = 140;

struct Bar {
  std::string name;
  std::uint64_t count = 0;
  std::string_view meaning;
};

// Of an enumeration: in its own order, those that are.
template <class Enum, std::size_t kSize>
std::vector<Bar> bars_of(const std::array<std::uint64_t, kSize>& counts, const Glossary& glossary,
                         WordOf of) {
  std::vector<Bar> bars;
  for (std::size_t i = 0; i < kSize; ++i) {
    const std::string_view word = name(static_cast<Enum>(i));
    if (counts[i] > 0) bars.push_back({std::string(word), counts[i], glossary.sentence(of, word)});
  }
  return bars;
}

template <class Map>
std::vector<Bar> bars_of(const Map& counts, const Glossary& glossary, WordOf of) {
  std::vector<Bar> bars;
  for (const auto& [word, count] : counts)
    bars.push_back({word, count, glossary.sentence(of, word)});
  return bars;
}

std::vector<Bar> bars_of(const Names& names) {
  std::vector<Bar> bars;
  for (auto& [name, count] : names.top(kMostBars)) bars.push_back({name, count, {}});
  return bars;
}

// `id` is the chart's in the page, `of` what is counted, `names` those of which the first are
// drawn.
void chart(Values page, std::string_view id, std::string_view title, std::string_view of,
           const std::vector<Bar>& bars, const Names* names = nullptr) {
  if (bars.empty()) return;
  Values chart = page.add("CHART");
  chart.set("ID", id);
  chart.set("TITLE", title);
  chart.set("OF", of);
  const std::uint64_t most = std::ranges::max(bars, {}, &Bar::count).count;
  for (const Bar& bar : bars) {
    Values one = chart.add("BAR");
    one.text("NAME", bar.name);
    one.count("COUNT", bar.count);
    one.number("NUMBER", bar.count);
    // In thousandths of the longest; what is there is seen.
    one.number("WIDTH", std::max<std::uint64_t>(
                            1, static_cast<std::uint64_t>(1000.0 * static_cast<double>(bar.count) /
                                                          static_cast<double>(most))));
    // The first sentence: the pages of messages have all of it.
    if (!bar.meaning.empty())
      one.add("HAS_MEANING").set("MEANING", bar.meaning.substr(0, bar.meaning.find(". ")));
  }
  if (names == nullptr) return;
  if (names->size() > bars.size())
    chart.add("MORE_NAMES").count("COUNT", names->size() - bars.size());
  if (names->beyond() > 0) chart.add("BEYOND").count("COUNT", names->beyond());
}

using Months = std::map<std::string, Counts::Verdicts, std::less<>>;

// "2024-12" is followed by "2025-01".
std::string month_after(std::string month) {
  if (month.ends_with("-12")) return std::to_string(std::stoi(month.substr(0, 4)) + 1) + "-01";
  if (month.back() == '9') return month.substr(0, 5) + "10";
  ++month.back();
  return month;
}

// All months from the first to the last; years where those are too many for a picture.
Months columns_of(const Months& months) {
  const std::string &first = months.begin()->first, &last = months.rbegin()->first;
  const auto number = [](const std::string& month) {
    return std::stoi(month.substr(0, 4)) * 12 + std::stoi(month.substr(5, 2));
  };
  Months columns;
  if (number(last) - number(first) < static_cast<int>(kMostColumns)) {
    columns = months;
    for (std::string month = first; month != last; month = month_after(month)) columns[month];
    return columns;
  }
  for (int year = std::stoi(first.substr(0, 4)); year <= std::stoi(last.substr(0, 4)); ++year)
    columns[std::to_string(year)];
  for (const auto& [month, counts] : months)
    for (std::size_t i = 0; i < counts.size(); ++i) columns[month.substr(0, 4)][i] += counts[i];
  return columns;
}

void over_time(Values page, const Counts& counts) {
  if (counts.by_month.empty()) return;
  const Months columns = columns_of(counts.by_month);
  std::uint64_t most = 1;
  for (const auto& [when, verdicts] : columns) {
    std::uint64_t all = 0;
    for (const std::uint64_t count : verdicts) all += count;
    most = std::max(most, all);
  }
  Values time = page.add("TIME");
  time.number("WIDTH", columns.size() * (kColumnWidth + kColumnGap));
  time.number("HEIGHT", kTimeHeight);
  time.count("MOST", most);
  time.set("FIRST", columns.begin()->first);
  time.set("LAST", columns.rbegin()->first);
  if (counts.undated > 0) time.add("UNDATED").count("COUNT", counts.undated);
  std::size_t x = 0;
  for (const auto& [when, verdicts] : columns) {
    Values column = time.add("COLUMN");
    column.set("WHEN", when);
    std::size_t top = kTimeHeight;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      const std::string_view verdict = name(static_cast<Verdict>(i));
      Values count = column.add("OF");
      count.set("VERDICT", verdict);
      count.count("COUNT", verdicts[i]);
      if (verdicts[i] == 0) continue;
      const std::size_t height = std::min<std::size_t>(
          top, std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(kTimeHeight) *
                                                                 static_cast<double>(verdicts[i]) /
                                                                 static_cast<double>(most))));
      top -= height;
      Values piece = time.add("BOX");
      piece.set("VERDICT", verdict);
      piece.number("X", x);
      piece.number("Y", top);
      piece.number("WIDTH", kColumnWidth);
      piece.number("HEIGHT", height);
    }
    x += kColumnWidth + kColumnGap;
  }
}

void table(Values page, const char* section, const ArchiveFacts::Table& table) {
  Values one = page.add(section);
  one.number("ROWS", table.rows);
  one.count("ROWS_TEXT", table.rows);
  one.number("FILES", table.files);
}

}  // namespace

bool append_archive_page(const ArchiveFacts& facts, const Theme& theme, const Glossary& glossary,
                         const PageOptions& options, std::string& out) {
  const Counts& counts = facts.counts;
  ctemplate::TemplateDictionary dictionary("archive");
  Values page(dictionary);
  fill_head(page, theme, options, facts.title + " - basewalk", "");
  page.text("NAME", facts.title);
  page.count("MESSAGES", counts.messages);
  page.count("LINKS", counts.links);
  page.count("PARTS", counts.parts);
  page.count("NOTES", counts.notes);
  page.set("NOTES_WORD", counts.notes == 1 ? "note" : "notes");
  page.count("DOCUMENTS", counts.documents);
  page.set("SIZE", text::bytes_text(counts.bytes));
  page.count("FLAGGED_MESSAGES", counts.flagged_messages);
  page.count("FLAGGED_LINKS", counts.flagged_links);
  page.count("THROUGH_BASE", counts.through_base);
  page.show_if("ANY_FLAGGED", counts.flagged_messages > 0);
  page.show_if("ANY_THROUGH_BASE", counts.through_base > 0);
  page.count("HOSTS", counts.hosts.size());
  page.count("PAGES", facts.pages);
  page.show_if("FROM_DATABASE", options.from_database);
  if (facts.pages < counts.messages)
    page.add("NOT_ALL_PAGES").count("WITHOUT", counts.messages - facts.pages);
  page.count("PROBLEMS", counts.problems);
  page.count("SKIPPED", counts.skipped);
  if (!facts.problems.empty()) {
    Values problems = page.add("ANY_PROBLEMS");
    for (const Problem& problem : facts.problems) {
      Values one = problems.add("PROBLEM");
      one.text("SOURCE", problem.source);
      one.count("OFFSET", problem.offset);
      one.set("CODE", problem.code);
      one.text("TEXT", problem.text);
    }
    const std::uint64_t all = counts.problems + counts.skipped;
    if (all > facts.problems.size())
      problems.add("MORE").count("COUNT", all - facts.problems.size());
  }
  chart(page, "through-base", "Hosts that are reached through a base", "links",
        bars_of(counts.through_base_hosts), &counts.through_base_hosts);
  chart(page, "flags", "Flags", "links", bars_of<Flag>(counts.by_flag, glossary, WordOf::flag));
  chart(page, "verdicts", "Verdicts", "messages",
        bars_of<Verdict>(counts.by_verdict, glossary, WordOf::verdict));
  chart(page, "readings", "Links that other readers alone have", "links",
        bars_of<Doubt>(counts.by_reading, glossary, WordOf::reading));
  chart(page, "unread", "What was not read", "parts",
        bars_of(counts.unread_by_why, glossary, WordOf::unread));
  chart(page, "statuses", "What became of links", "links",
        bars_of<Status>(counts.by_status, glossary, WordOf::status));
  chart(page, "bases", "Where the base in force came from", "links",
        bars_of<BaseFrom>(counts.by_base_from, glossary, WordOf::base_from));
  chart(page, "hosts", "Hosts", "links", bars_of(counts.hosts), &counts.hosts);
  chart(page, "domains", "Registrable domains", "links", bars_of(counts.domains), &counts.domains);
  chart(page, "notes", "Notes", "notes", bars_of(counts.notes_by_code, glossary, WordOf::note));
  over_time(page, counts);
  table(page, "MESSAGES_TABLE", facts.messages);
  table(page, "LINKS_TABLE", facts.links);
  return theme.fill("archive.html", dictionary, out);
}

}  // namespace basewalk::report
