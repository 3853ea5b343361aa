// SPDX-License-Identifier: MIT
#include "report/counts.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace basewalk::report {
namespace {

BOOST_AUTO_TEST_CASE(names_by_their_number_and_by_name) {
  Names names;
  for (const char* const name : {"b", "a", "c", "c", "", "d", "d"}) names.add(name);
  const auto top = names.top(3);
  BOOST_TEST_REQUIRE(top.size() == 3u);
  BOOST_TEST(top[0].first == "c");
  BOOST_TEST(top[1].first == "d");
  BOOST_TEST(top[2].first == "");
  BOOST_TEST(names.top(100).size() == 5u);
  BOOST_TEST(names.size() == 5u);
  BOOST_TEST(names.total() == 7u);
  BOOST_TEST(names.beyond() == 0u);
}

BOOST_AUTO_TEST_CASE(names_are_bounded) {
  Names names;
  for (std::size_t i = 0; i < Names::kMost + 5; ++i) names.add(std::to_string(i));
  names.add("0");
  BOOST_TEST(names.size() == Names::kMost);
  BOOST_TEST(names.beyond() == 5u);
  BOOST_TEST(names.top(1)[0].first == "0");
  Names long_ones;
  long_ones.add(std::string(Names::kLongest + 1, 'x'));
  long_ones.add(std::string(Names::kLongest + 2, 'x'));
  BOOST_TEST(long_ones.size() == 1u);
}

BOOST_AUTO_TEST_CASE(months_of_dates) {
  const struct {
    const char *date, *received, *month;
  } kRows[] = {
      {"2024-01-02T03:04:05Z", "", "2024-01"},
      {"", "2023-12-31T00:00:00Z", "2023-12"},
      {"2024-01-02T03:04:05Z", "2023-12-31T00:00:00Z", "2024-01"},
      {"", "", ""},
      {"1969-12-31T00:00:00Z", "", ""},
      {"2100-01-01T00:00:00Z", "", ""},
      {"2024-13-01T00:00:00Z", "", ""},
      {"2024-00-01T00:00:00Z", "", ""},
      {"20x4-01-01", "", ""},
      {"2024-1", "", ""},
      {"2024/01/01", "", ""},
  };
  for (const auto& row : kRows) {
    Counts counts;
    Mail mail;
    mail.date = row.date;
    mail.received = row.received;
    mail.verdict = Verdict::unread;
    counts.add(mail);
    BOOST_TEST(counts.undated == (*row.month == 0 ? 1u : 0u), row.date);
    BOOST_TEST_REQUIRE(counts.by_month.size() == (*row.month == 0 ? 0u : 1u), row.date);
    if (*row.month == 0) continue;
    BOOST_TEST(counts.by_month.begin()->first == row.month);
    BOOST_TEST(counts.by_month.begin()->second[static_cast<std::size_t>(Verdict::unread)] == 1u);
  }
}

}  // namespace
}  // namespace basewalk::report
