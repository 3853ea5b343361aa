// SPDX-License-Identifier: MIT
#include "run/shard.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk;

namespace {

std::string shown(const std::optional<archive::Shard>& shard) {
  return shard ? std::to_string(shard->index) + " of " + std::to_string(shard->count) : "none";
}
std::string parsed(std::string_view text) { return shown(run::parse_shard(text)); }
std::string named(std::string_view path) { return shown(run::shard_of_part(path)); }

}  // namespace

BOOST_AUTO_TEST_SUITE(shard)

BOOST_AUTO_TEST_CASE(a_slice_is_an_index_below_a_count) {
  BOOST_TEST(parsed("0/1") == "0 of 1");
  BOOST_TEST(parsed("7/8") == "7 of 8");
  BOOST_TEST(parsed("8/8") == "none");
  BOOST_TEST(parsed("9/8") == "none");
  BOOST_TEST(parsed("0/0") == "none");
  BOOST_TEST(parsed("999999/1000000") == "999999 of 1000000");
  BOOST_TEST(parsed("0/1000001") == "none");
}

BOOST_AUTO_TEST_CASE(nothing_stands_around_the_two_numbers) {
  for (const char* text : {"", "/", "1", "1/", "/8", "0-8", "0:8", " 0/8", "0 /8", "0/ 8", "0/8 ",
                           "0/8x", "-1/8", "+0/8", "0x0/8", "0/99999999999999999999"})
    BOOST_TEST(parsed(text) == "none", text);
}

BOOST_AUTO_TEST_CASE(parts_are_named_so_that_they_sort_by_their_slice) {
  BOOST_TEST(run::part_name({0, 8}, ".jsonl") == "part-00000-of-00008.jsonl");
  BOOST_TEST(run::part_name({12, 345}, "") == "part-00012-of-00345");
  BOOST_TEST(run::part_name({999'999, 1'000'000}, ".db") == "part-999999-of-1000000.db");
}

BOOST_AUTO_TEST_CASE(a_name_of_a_part_tells_its_slice) {
  BOOST_TEST(named("part-00003-of-00008.jsonl.zst") == "3 of 8");
  BOOST_TEST(named("out/x.y/part-00003-of-00008.db") == "3 of 8");
  BOOST_TEST(named(run::part_name({999'999, 1'000'000}, ".csv")) == "999999 of 1000000");
  for (const char* path :
       {"", "part-", "part-00003-of-00008", "part-00003-of-00008jsonl", "part-00008-of-00008.db",
        "part-00003-of-.db", "part--of-00008.db", "part-00003of-00008.db", "Part-00003-of-00008.db",
        "xpart-00003-of-00008.db", "00003-of-00008.db", "part-00003-of-00008.db/other.db",
        "part-00003-of-00008.db/"})
    BOOST_TEST(named(path) == "none", path);
}

BOOST_AUTO_TEST_SUITE_END()
