// SPDX-License-Identifier: MIT
#include "run/tally.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk;
using namespace std::chrono_literals;
using run::Tally;

BOOST_AUTO_TEST_SUITE(tally)

BOOST_AUTO_TEST_CASE(every_count_of_one_is_added_to_that_of_the_other) {
  Tally one;
  one.messages = 1, one.bytes = 2, one.parts = 3, one.links = 4, one.notes = 5, one.problems = 6;
  one.by_status.fill(7);
  one.by_base_from.fill(8);
  one.by_code.fill(9);
  Tally both = one;
  both.add(one);
  BOOST_TEST(both.messages == 2u);
  BOOST_TEST(both.bytes == 4u);
  BOOST_TEST(both.parts == 6u);
  BOOST_TEST(both.links == 8u);
  BOOST_TEST(both.notes == 10u);
  BOOST_TEST(both.problems == 12u);
  for (const std::uint64_t count : both.by_status) BOOST_TEST(count == 14u);
  for (const std::uint64_t count : both.by_base_from) BOOST_TEST(count == 16u);
  for (const std::uint64_t count : both.by_code) BOOST_TEST(count == 18u);
}

BOOST_AUTO_TEST_CASE(the_slowest_of_all_is_kept_and_the_first_of_those) {
  Tally all, quick, slow, none, as_slow;
  quick.slowest = {"quick", 1, 0, 1ms};
  slow.slowest = {"slow", {}, 7, 9ms};
  as_slow.slowest = {"as slow", 2, 0, 9ms};
  all.add(none);
  BOOST_TEST(!all.slowest.has_value());
  all.add(quick);
  BOOST_TEST(all.slowest->source == "quick");
  all.add(slow);
  BOOST_TEST(all.slowest->source == "slow");
  all.add(none);
  all.add(quick);
  all.add(as_slow);
  BOOST_TEST(all.slowest->source == "slow");
  BOOST_TEST(!all.slowest->number.has_value());
  BOOST_TEST(all.slowest->offset == 7u);
}

BOOST_AUTO_TEST_CASE(what_passes_by_is_counted_and_passed_on) {
  struct Last final : Visitor {
    Visit part(const PartReport& part) override {
      told += "part " + std::string(part.section) + "\n";
      return answer;
    }
    Visit link(const Link& link) override {
      told += "link " + std::string(link.raw) + "\n";
      return answer;
    }
    Visit note(const NoteReport& note) override {
      told += "note " + std::string(note.text) + "\n";
      return answer;
    }
    std::string told;
    Visit answer = Visit::go_on;
  } last;
  Tally tally;
  run::Counted counted(last, tally);
  PartReport part;
  part.section = "2.1";
  Link link;
  link.raw = "x";
  link.status = Status::guessed;
  link.base_from = BaseFrom::content_base;
  const NoteReport note{NoteCode::limit_depth, "1", 0, "deep"};
  BOOST_TEST((counted.part(part) == Visit::go_on));
  BOOST_TEST((counted.link(link) == Visit::go_on));
  BOOST_TEST((counted.note(note) == Visit::go_on));
  last.answer = Visit::stop;
  BOOST_TEST((counted.part(part) == Visit::stop));
  BOOST_TEST((counted.link(link) == Visit::stop));
  BOOST_TEST((counted.note(note) == Visit::stop));
  BOOST_TEST(last.told == "part 2.1\nlink x\nnote deep\npart 2.1\nlink x\nnote deep\n");
  BOOST_TEST(tally.parts == 2u);
  BOOST_TEST(tally.links == 2u);
  BOOST_TEST(tally.notes == 2u);
  const auto only = [](const auto& counts, std::size_t at) {
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] != (i == at ? 2u : 0u)) return false;
    return true;
  };
  BOOST_TEST(only(tally.by_status, static_cast<std::size_t>(Status::guessed)));
  BOOST_TEST(only(tally.by_base_from, static_cast<std::size_t>(BaseFrom::content_base)));
  BOOST_TEST(only(tally.by_code, static_cast<std::size_t>(NoteCode::limit_depth)));
}

BOOST_AUTO_TEST_SUITE_END()
