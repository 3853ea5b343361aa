// SPDX-License-Identifier: MIT
#include "output/summary.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk;
using namespace basewalk::output;
using namespace std::chrono_literals;

namespace {

run::Tally full_tally() {
  run::Tally tally;
  tally.messages = 1234, tally.bytes = 5'600'000, tally.parts = 2345, tally.links = 15;
  tally.notes = 2, tally.problems = 1;
  for (std::size_t i = 0; i < run::kStatuses; ++i) tally.by_status[i] = i + 1;
  tally.by_base_from[static_cast<std::size_t>(BaseFrom::none)] = 3;
  tally.by_base_from[static_cast<std::size_t>(BaseFrom::html_base)] = 12;
  tally.by_code[static_cast<std::size_t>(NoteCode::limit_depth)] = 2;
  tally.by_verdict[static_cast<std::size_t>(Verdict::clear)] = 1232;
  tally.by_verdict[static_cast<std::size_t>(Verdict::differs)] = 2;
  tally.by_reading[static_cast<std::size_t>(Doubt::base64)] = 4;
  tally.unread_by_why[static_cast<std::size_t>(Unread::encrypted)] = 5;
  tally.slowest = {"a\x1b/box", 7, 100, 1234567us};
  return tally;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(summary)

BOOST_AUTO_TEST_CASE(people_read_what_was_seen_and_nothing_that_was_not) {
  BOOST_TEST(summary_as_text(full_tally(), 2s) ==
             "  messages  1,234, 5.6 MB in 2.000 s\n"
             "  parts     2,345\n"
             "  verdicts  1,232 clear, 2 differs\n"
             "  links     15: 1 absolute, 2 resolved, 3 guessed, 4 unresolved, 5 invalid\n"
             "  bases     3 none, 12 html-base\n"
             "  readings  4 base64\n"
             "  unread    5 encrypted\n"
             "  notes     2: 2 limit-depth\n"
             "  problems  1\n"
             "  slowest   1.235 s, a\\x1B/box at 100\n");
  BOOST_TEST(summary_as_text({}, 0s) ==
             "  messages  0, 0 B in 0.000 s\n"
             "  parts     0\n"
             "  links     0\n"
             "  notes     0\n");
}

BOOST_AUTO_TEST_CASE(programs_read_every_status_and_the_others_that_were_seen) {
  BOOST_TEST(summary_as_json(full_tally(), 1500ms, true) ==
             R"({"kind":"summary","messages":1234,"bytes":5600000,"parts":2345,"links":15,)"
             R"("links_by_status":{"absolute":1,"resolved":2,"guessed":3,"unresolved":4,)"
             R"("invalid":5},"links_by_base_from":{"none":3,"html-base":12},"notes":2,)"
             R"("notes_by_code":{"limit-depth":2},"problems":1,)"
             R"("slowest":{"source":"a\u001b/box","message":7,"offset":100,"seconds":1.235},)"
             R"("seconds":1.500,"resumed":true,"verdicts":{"clear":1232,"differs":2},)"
             R"("links_by_reading":{"base64":4},)"
             R"("unread_by_why":{"encrypted":5},"skipped":0,"documents":0})"
             "\n");
  BOOST_TEST(summary_as_json({}, 0s, false) ==
             R"({"kind":"summary","messages":0,"bytes":0,"parts":0,"links":0,)"
             R"("links_by_status":{"absolute":0,"resolved":0,"guessed":0,"unresolved":0,)"
             R"("invalid":0},"links_by_base_from":{},"notes":0,"notes_by_code":{},"problems":0,)"
             R"("slowest":null,"seconds":0.000,"resumed":false,)"
             R"("verdicts":{},"links_by_reading":{},"unread_by_why":{},"skipped":0,"documents":0})"
             "\n");
}

BOOST_AUTO_TEST_SUITE_END()
