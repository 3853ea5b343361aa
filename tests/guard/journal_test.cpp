// SPDX-License-Identifier: MIT
#include "guard/journal.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>

#include "support/files.h"
#include "support/folder.h"

using namespace basewalk;
using namespace basewalk::guard;

namespace {

constexpr std::time_t kNow = 1'800'000'000;

Line line_of(std::string_view url, std::string_view client = "192.0.2.1") {
  Line line;
  line.verdict = "reported";
  line.host = "e.example";
  line.url = url;
  line.client = client;
  return line;
}

BOOST_AUTO_TEST_SUITE(journal_suite)

BOOST_AUTO_TEST_CASE(a_line_is_an_object) {
  Line line = line_of("http://e.example/\"\n\xFF");
  line.has_key = true;
  line.key = 1;
  line.flags = {Flag::base_split, Flag::userinfo};
  line.asked = "good";
  line.form_query = true;
  BOOST_TEST(json_line(line, kNow) ==
             "{\"time\":\"2027-01-15T08:00:00Z\",\"verdict\":\"reported\",\"host\":\"e.example\","
             "\"url\":\"http://e.example/\\\"\\n\uFFFD\",\"client\":\"192.0.2.1\",\"key\":1,"
             "\"flags\":[\"base-split\",\"userinfo\"],\"asked\":\"good\",\"form_query\":true}\n");
  Line forged;
  forged.verdict = "forged";
  BOOST_TEST(json_line(forged, kNow) ==
             "{\"time\":\"2027-01-15T08:00:00Z\",\"verdict\":\"forged\"}\n");
}

BOOST_AUTO_TEST_CASE(reports_are_counted_once_and_bounded) {
  const test::Folder folder;
  Options options;
  options.report = folder / "reports";
  options.report_bytes = 1'000'000;
  Counters counters;
  Journal journal(options, counters);
  BOOST_TEST_REQUIRE(journal.open());
  for (int i = 0; i < 5; ++i) journal.report(line_of("http://e.example/"), kNow);
  BOOST_TEST(counters.value(Count::reports_written) == 1U);
  BOOST_TEST(counters.value(Count::reports_again) == 4U);
  journal.report(line_of("http://e.example/", "192.0.2.2"), kNow);
  journal.report(line_of("http://e.example/"), kNow + 3600);  // an hour later
  BOOST_TEST(counters.value(Count::reports_written) == 3U);
  // Of others, sixty in a minute.
  for (int i = 0; i < 100; ++i)
    journal.report(line_of("http://e.example/" + std::to_string(i)), kNow + 7200);
  BOOST_TEST(counters.value(Count::reports_written) + counters.value(Count::reports_dropped) +
                 counters.value(Count::reports_again) ==
             107U);
  BOOST_TEST(counters.value(Count::reports_written) == 63U);
}

BOOST_AUTO_TEST_CASE(the_file_grows_no_longer_than_it_may) {
  const test::Folder folder;
  Options options;
  options.report = folder / "reports";
  options.report_bytes = 500;
  Counters counters;
  Journal journal(options, counters);
  BOOST_TEST_REQUIRE(journal.open());
  for (int i = 0; i < 50; ++i)
    journal.report(line_of("http://e.example/" + std::to_string(i)), kNow);
  BOOST_TEST(std::filesystem::file_size(options.report) <= 500U);
  BOOST_TEST(counters.value(Count::reports_written) > 0U);
  BOOST_TEST(counters.value(Count::reports_dropped) > 0U);
  // Moved away: a new one begins.
  std::filesystem::rename(options.report, options.report + ".1");
  const auto before = counters.value(Count::reports_written);
  journal.report(line_of("http://new.example/"), kNow + 60);
  BOOST_TEST(counters.value(Count::reports_written) == before + 1);
  BOOST_TEST(std::filesystem::file_size(options.report) > 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
