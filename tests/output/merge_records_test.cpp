// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "output/merge/merge.h"
#include "output/records.h"
#include "support/folder.h"

using namespace basewalk;
using namespace basewalk::output;
using test::Folder;

namespace {

struct Bytes final : Sink {
  bool write(std::string_view bytes) override {
    if (takes == 0) return false;
    --takes;
    all += bytes;
    return true;
  }
  std::string all;
  std::size_t takes = static_cast<std::size_t>(-1);
};

std::string json(const std::string& kind, const std::string& source, const std::string& number,
                 const std::string& rest) {
  return R"({"kind":")" + kind + R"(","source":")" + source + R"(","message":)" + number +
         ",\"x\":\"" + rest + "\"}\n";
}

struct Fixture {
  // What merging gives, or why it does not.
  template <class Merge>
  std::string merged(Merge merge, const std::vector<std::string>& parts) {
    std::vector<std::string> names;
    for (const std::string& part : parts)
      names.push_back(folder.write("part" + std::to_string(names.size()), part));
    Bytes bytes;
    const std::string why = merge(names, bytes);
    return why.empty() ? bytes.all : why;
  }
  std::string jsonl(const std::vector<std::string>& parts) { return merged(merge_jsonl, parts); }
  std::string csv(const std::vector<std::string>& parts) { return merged(merge_csv, parts); }
  std::string not_ours(int part, int record) const {
    return (folder / ("part" + std::to_string(part))) + ": record " + std::to_string(record) +
           " is not one that basewalk writes; nothing was put together";
  }
  std::string begins_inside(int part, const std::string& source) const {
    return (folder / ("part" + std::to_string(part))) + ": begins inside " + source +
           ", which no part before it has; are all parts there, and in their order?";
  }

  const Folder folder;
  const std::string head = CsvRecords::header();
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(merge_records, Fixture)

BOOST_AUTO_TEST_CASE(json_records_are_kept_as_they_are_where_their_number_is_known) {
  const std::string one = json("link", "a", "1", "x") + json("message", "a", "1", "x");
  const std::string two = json("problem", "b", "null", "y");
  BOOST_TEST(jsonl({one}) == one);
  BOOST_TEST(jsonl({one, json("message", "b", "1", "")}) == one + json("message", "b", "1", ""));
  BOOST_TEST(jsonl({}) == "");
  BOOST_TEST(jsonl({"", one, ""}) == one);
}

// Its own record is the last of a message.
BOOST_AUTO_TEST_CASE(a_part_that_ends_within_a_message_is_refused) {
  const std::string whole = json("link", "a", "1", "x") + json("message", "a", "1", "x");
  const std::string cut = whole + json("link", "a", "2", "x");
  for (const std::vector<std::string>& parts : {std::vector{cut}, std::vector{cut, whole}})
    BOOST_TEST(jsonl(parts) == (folder / "part0") +
                                   ": ends with record 3, within a message: it is cut off; nothing "
                                   "was put together");
}

// Records of one message come before that of the message itself; a problem stands alone.
BOOST_AUTO_TEST_CASE(json_numbers_that_a_slice_could_not_know_are_filled_in) {
  const std::string known = json("link", "a", "1", "x") + json("message", "a", "1", "x");
  BOOST_TEST(jsonl({known,
                    json("link", "a", "null", "1") + json("note", "a", "null", "2") +
                        json("message", "a", "null", "3") + json("problem", "a", "null", "4") +
                        json("message", "a", "null", "5"),
                    json("message", "a", "null", "6") + json("message", "b", "1", "7")}) ==
             known + json("link", "a", "2", "1") + json("note", "a", "2", "2") +
                 json("message", "a", "2", "3") + json("problem", "a", "3", "4") +
                 json("message", "a", "4", "5") + json("message", "a", "5", "6") +
                 json("message", "b", "1", "7"));
}

BOOST_AUTO_TEST_CASE(json_of_a_source_that_no_part_before_has_cannot_be_placed) {
  BOOST_TEST(jsonl({json("message", "a", "null", "")}) == begins_inside(0, "a"));
  BOOST_TEST(jsonl({json("message", "a", "1", ""), json("message", "b", "null", "")}) ==
             begins_inside(1, "b"));
}

BOOST_AUTO_TEST_CASE(quotes_in_a_source_are_told_apart_from_its_end) {
  const std::string odd = R"(a\",\"message\":9\\)";
  BOOST_TEST(jsonl({json("message", odd, "1", ""), json("message", odd, "null", "")}) ==
             json("message", odd, "1", "") + json("message", odd, "2", ""));
}

BOOST_AUTO_TEST_CASE(lines_that_are_not_ours_are_told_by_their_number) {
  const std::string good = json("message", "a", "1", "");
  for (const std::string& odd : std::vector<std::string>{
           "\n", "{}\n", "x\n", R"({"kind":"link"})",
           R"({"kind":"link","source":"a","message":1,"x":)",
           R"({"kind":"link","source":"a","message":x,"y":1})", R"({"kind":"link","message":1})",
           R"({"source":"a","kind":"link","message":1})", R"({"kind":"link","source":"a"})",
           R"({"kind":"link","source":"a)", R"({"kind":"link","source":"a\)",
           R"({"kind":"link","source":"a","message":,"x":1})",
           // Bytes of it are missing, are zeros, or are there twice.
           R"({"kind":"link","source":"a","message":1,"x":"y":"z"})",
           R"({"kind":"link","source":"a","message":1,"x":"y"}")",
           R"({"kind":"link","source":"a","message":1,"x":"y"}{"kind":"link"})",
           R"({"kind":"link","source":"a","message":1,"x":"y\"})",
           R"({"kind":"link","source":"a","message":1,"x":["y"})",
           R"({"kind":"link","source":"a","message":1,"x":nul})",
           R"({"kind":"link","source":"a","message":1,})",
           std::string(R"({"kind":"link","source":"a","message":1,"x":")") + '\0' + "\"}",
           std::string(R"({"kind":"link","source":"a","message":1,"x":")") + "\xC3\"}",
           R"({"kind":"link","source":"a","message":1x,"x":1})"}) {
    BOOST_TEST_CONTEXT(odd) {
      BOOST_TEST(jsonl({odd + (odd.ends_with('\n') ? "" : "\n")}) == not_ours(0, 1));
      BOOST_TEST(jsonl({good, good + good + odd}) == not_ours(1, 3));
    }
  }
  // The last line has an end, too.
  BOOST_TEST(jsonl({good.substr(0, good.size() - 1)}) == not_ours(0, 1));
}

BOOST_AUTO_TEST_CASE(csv_has_one_header_and_records_with_their_numbers) {
  const std::string one = "a,1,0,i,1,rest\r\n", two = "a,2,9,i,1,rest\r\n";
  // The header is the caller's.
  BOOST_TEST(csv({head + one, head + two}) == one + two);
  BOOST_TEST(csv({head, head + one}) == one);
  BOOST_TEST(csv({one}) == not_ours(0, 1));
  BOOST_TEST(csv({head + one, ""}) == not_ours(1, 1));
}

// A record of the same offset in the same source is of the same message.
BOOST_AUTO_TEST_CASE(csv_numbers_that_a_slice_could_not_know_are_filled_in) {
  BOOST_TEST(csv({head + "a,1,0,i,1,x\r\n", head + "a,,9,i,1,x\r\na,,9,i,2,y\r\na,,20,,1,z\r\n",
                  head + "a,,30,,1,\r\n"}) ==
             "a,1,0,i,1,x\r\na,2,9,i,1,x\r\na,2,9,i,2,y\r\na,3,20,,1,z\r\na,4,30,,1,\r\n");
  // Another part begins another message, even at the same offset of a source of that name.
  BOOST_TEST(csv({head + "a,1,0,i,1,x\r\na,,9,i,1,x\r\n", head + "a,,9,i,1,x\r\n"}) ==
             "a,1,0,i,1,x\r\na,2,9,i,1,x\r\na,3,9,i,1,x\r\n");
  BOOST_TEST(csv({head + "a,,0,i,1,x\r\n"}) == begins_inside(0, "a"));
  BOOST_TEST(csv({head + "a,1,0,i,1,x\r\n", head + "b,,0,i,1,x\r\n"}) == begins_inside(1, "b"));
}

// A slice tells of messages without links so that they are counted; they are no links.
BOOST_AUTO_TEST_CASE(csv_records_without_a_link_count_and_go) {
  BOOST_TEST(csv({head + "a,1,0,i,1,x\r\na,2,5,i,,,\r\n", head + "a,,9,i,,,\r\na,,20,i,1,x\r\n"}) ==
             "a,1,0,i,1,x\r\na,4,20,i,1,x\r\n");
}

BOOST_AUTO_TEST_CASE(csv_fields_in_quotes_hold_commas_quotes_and_line_ends) {
  const std::string odd = "\"a \"\"b\"\", c\r\nd\"";
  BOOST_TEST(
      csv({head + odd + ",1,0,\"i,\n1\",1,\"x\n\"\r\n", head + odd + ",,9,i,1,\"\n\"\r\n"}) ==
      odd + ",1,0,\"i,\n1\",1,\"x\n\"\r\n" + odd + ",2,9,i,1,\"\n\"\r\n");
}

BOOST_AUTO_TEST_CASE(csv_records_that_are_not_ours_are_told_by_their_number) {
  const std::string good = "a,1,0,i,1,x\r\n";
  for (const std::string odd :
       {"a,1,0,i,1,x\n", "a\r\n", "a,1,0,i\r\n", "a,x,0,i,1,x\r\n", "a,1x,0,i,1,x\r\n", "\r\n",
        "a,1,0,i,1,x", "\"a,1,0,i,1,x\r\n", "a,1,0,i,1,\"x\r\n", "a,1,0,i,1,\"\"\"\r\n"})
    BOOST_TEST(csv({head + good + odd}) == not_ours(0, 3), odd);
}

BOOST_AUTO_TEST_CASE(records_longer_than_what_is_read_at_a_time_are_whole) {
  std::string lines, records;
  for (int i = 1; i <= 40; ++i) {
    const std::string number = std::to_string(i), rest(static_cast<std::size_t>(i) * 7001, 'x');
    lines += json("message", "a", number, rest);
    records += "a," + number + ",0,i,1,\"" + rest + "\n\"\r\n";
  }
  BOOST_TEST((jsonl({lines}) == lines));
  BOOST_TEST((csv({head + records}) == records));
}

BOOST_AUTO_TEST_CASE(it_ends_where_the_sink_takes_nothing_more) {
  const std::string part =
      folder.write("part", json("message", "a", "1", "") + json("message", "a", "2", "") + "odd\n");
  Bytes bytes;
  bytes.takes = 1;
  BOOST_TEST(merge_jsonl({part}, bytes) == "");
  BOOST_TEST(bytes.all == json("message", "a", "1", ""));
  const std::string table = folder.write("table", head + "a,1,0,i,1,x\r\na,2,0,i,1,x\r\nodd\r\n");
  Bytes few;
  few.takes = 1;
  BOOST_TEST(merge_csv({table}, few) == "");
  BOOST_TEST(few.all == "a,1,0,i,1,x\r\n");
}

BOOST_AUTO_TEST_CASE(a_part_that_cannot_be_read_is_named) {
  Bytes bytes;
  const std::string gone = folder / "gone", why = gone + ": No such file or directory";
  BOOST_TEST(merge_jsonl({gone}, bytes) == why);
  BOOST_TEST(merge_csv({gone}, bytes) == why);
  // Cut in the middle of what is compressed: it is not taken for the end.
  std::string lines, packed;
  for (int i = 1; i <= 1000; ++i)
    lines += json("message", "a", std::to_string(i), std::to_string(i * i));
  BOOST_REQUIRE_EQUAL(text::append_compressed(packed, lines, text::Compression::gzip), "");
  packed.resize(packed.size() / 2);
  BOOST_TEST(jsonl({packed}).starts_with((folder / "part0") + ": "));
  BOOST_TEST(jsonl({packed}).find("record") == std::string::npos);
  lines = head;
  for (int i = 1; i <= 1000; ++i) {
    lines += "a," + std::to_string(i) + ",0,i,1,";
    lines += std::to_string(i * i) + "\r\n";
  }
  packed.clear();
  BOOST_REQUIRE_EQUAL(text::append_compressed(packed, lines, text::Compression::gzip), "");
  packed.resize(packed.size() / 2);
  BOOST_TEST(csv({packed}).starts_with((folder / "part0") + ": "));
  BOOST_TEST(csv({packed}).find("record") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
