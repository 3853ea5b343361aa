// SPDX-License-Identifier: MIT
#include "run/results.h"

#include <boost/test/unit_test.hpp>
#include <thread>

#include "run/order.h"
#include "run/recorder.h"
#include "support/folder.h"

using namespace basewalk;
using run::Order;
using run::Results;
using test::Ear;
using test::Recorder;
using test::Told;

namespace {

struct Fixture {
  Told told;
  Recorder writer{told};
  Ear ear{told};
  Order order{writer, ear, nullptr, {}};
};

archive::Item message_at(std::uint64_t offset) {
  archive::Item item;
  item.source = std::make_shared<const std::string>("box");
  item.offset = offset;
  item.number = offset + 1;
  item.name_number = 4;
  item.member = 5;
  item.files = 6;
  return item;
}

std::string unpacked(const std::string& bytes) {
  const test::Folder folder;
  text::PlainReader reader;
  BOOST_REQUIRE(reader.open(folder.write("packed", bytes)));
  std::string all;
  for (std::string_view more = reader.next(); !more.empty(); more = reader.next()) all += more;
  BOOST_TEST(reader.problem() == "");
  return all;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(results, Fixture)

BOOST_AUTO_TEST_CASE(they_are_written_at_the_end_of_the_batch) {
  Results results(order, writer, 0);
  results.buffer() += "one ";
  results.flush_if_full();
  results.buffer() += "two";
  results.notices() += "note";
  results.tally().messages = 2;
  results.flush_if_full();
  BOOST_TEST(told.text == "");
  BOOST_TEST(order.tally().messages == 0u);
  results.finish(0);
  BOOST_TEST(told.text == "one two[says note]");
  BOOST_TEST(order.tally().messages == 2u);
  BOOST_TEST(order.is_turn(1));
}

BOOST_AUTO_TEST_CASE(a_batch_whose_turn_it_is_writes_as_soon_as_it_has_enough) {
  writer.most = 8;
  Results results(order, writer, 0);
  results.buffer() += "1234567";
  results.flush_if_full();
  BOOST_TEST(told.text == "");
  results.buffer() += "8";
  results.tally().messages = 1;
  results.flush_if_full();
  BOOST_TEST(told.text == "12345678");
  BOOST_TEST(results.buffer() == "");
  BOOST_TEST(order.tally().messages == 1u);
  results.notices() += "so many notes";  // they count as well
  results.tally().messages = 1;
  results.flush_if_full();
  BOOST_TEST(told.text == "12345678[says so many notes]");
  results.finish(0);
  BOOST_TEST(told.text == "12345678[says so many notes]");
  BOOST_TEST(order.tally().messages == 2u);  // each is counted once
}

BOOST_AUTO_TEST_CASE(another_one_collects_until_its_turn_has_come) {
  writer.most = 8;
  Results first(order, writer, 0), second(order, writer, 1);
  second.buffer() += std::string(300'000, 'b');
  second.flush_if_full();
  second.buffer() += std::string(300'000, 'b');
  second.flush_if_full();
  BOOST_TEST(told.text == "");
  first.buffer() += "a";
  first.finish(0);
  BOOST_TEST(told.text == "a");
  second.buffer() += std::string(300'000, 'b');
  second.flush_if_full();
  BOOST_TEST(told.text == "a" + std::string(900'000, 'b'));
  second.finish(0);
  BOOST_TEST(told.text == "a" + std::string(900'000, 'b'));
}

BOOST_AUTO_TEST_CASE(whoever_has_collected_too_much_waits_for_its_turn) {
  const std::string many(std::size_t{4} << 20, 'b');
  Results first(order, writer, 0);
  std::thread second([&] {
    Results results(order, writer, 1);
    results.buffer() += many;
    results.flush_if_full();  // waits for the first
    results.buffer() += "c";
    results.finish(0);
  });
  first.buffer() += "a";
  first.finish(0);
  second.join();
  BOOST_TEST((told.text == "a" + many + "c"));
  BOOST_TEST(writer.pieces.size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_run_can_go_on_behind_the_last_whole_message) {
  writer.keeps = true;
  Results results(order, writer, 0);
  const archive::Item first = message_at(0), second = message_at(10);
  results.buffer() += "one ";
  results.end_message(first);
  results.buffer() += "two ";
  results.end_message(second);
  results.buffer() += "problem";
  results.finish(0);
  BOOST_TEST(told.text == "one two [behind box:10 #11 of name 4]problem");
  BOOST_TEST(writer.last->member.value() == 5u);
  BOOST_TEST(writer.last->files.value() == 6u);
}

// Whoever goes on behind a place is told of the gaps before it, and meets those behind it again.
BOOST_AUTO_TEST_CASE(a_gap_is_told_before_the_next_place_alone) {
  writer.keeps = writer.tells_gaps = true;
  const archive::Item item = message_at(0);
  {
    Results results(order, writer, 0);
    results.buffer() += "one ";
    results.end_message(item);
    results.buffer() += "problem";
    results.gap();
    results.finish(0);
  }
  BOOST_TEST(told.text == "one [behind box:0 #1 of name 4]problem[gap]");
  BOOST_TEST(order.has_gap());
  told.text.clear();
  {
    Results results(order, writer, 1);
    results.buffer() += "problem two ";
    results.gap();
    results.end_message(item);
    results.finish(0);
  }
  BOOST_TEST(told.text == "problem two [gap][behind box:0 #1 of name 4][gap]");
  told.text.clear();
  writer.most = 4;
  {
    Results results(order, writer, 2);
    results.buffer() += "problem ";
    results.gap();
    results.flush_if_full();
    results.buffer() += "one";
    results.end_message(item);
    results.finish(0);
  }
  BOOST_TEST(told.text == "problem [gap]one[behind box:0 #1 of name 4]");
}

BOOST_AUTO_TEST_CASE(there_is_no_place_where_no_message_ended_or_nobody_keeps_it) {
  const archive::Item item = message_at(0);
  {
    Results results(order, writer, 0);
    results.buffer() += "one";
    results.end_message(item);
    results.buffer() += " problem ";
    results.finish(0);
  }
  writer.keeps = true;
  {
    Results results(order, writer, 1);
    results.buffer() += "problem ";
    results.finish(0);
  }
  // What was written before its end is no place either.
  writer.most = 4;
  Results results(order, writer, 2);
  results.buffer() += "two ";
  results.end_message(item);
  results.flush_if_full();
  results.buffer() += "half";
  results.finish(0);
  BOOST_TEST(told.text == "one problem problem two half");
}

BOOST_AUTO_TEST_CASE(what_is_worth_a_retry_reaches_the_order) {
  Results results(order, writer, 0);
  BOOST_TEST(!results.stopped());
  results.worth_a_retry();
  results.finish(0);
  BOOST_TEST(order.worth_a_retry());
}

BOOST_AUTO_TEST_CASE(nothing_is_written_or_kept_after_a_stop) {
  writer.most = 4;
  Results results(order, writer, 0);
  writer.fail("full");
  BOOST_TEST(results.stopped());
  results.buffer() += "12345";
  results.notices() += "note";
  results.flush_if_full();
  BOOST_TEST(results.buffer() == "");
  BOOST_TEST(results.notices() == "");
  BOOST_TEST(told.text == "");
}

BOOST_AUTO_TEST_CASE(each_piece_of_packed_records_stands_alone) {
  writer.packed = text::Compression::gzip;
  writer.keeps = true;
  writer.most = 8;
  Results results(order, writer, 0);
  results.buffer() += "12345678";
  results.flush_if_full();
  results.buffer() += "one";
  const archive::Item item = message_at(0);
  results.end_message(item);
  results.buffer() += "behind";
  results.finish(0);
  BOOST_REQUIRE_EQUAL(writer.pieces.size(), 3U);
  BOOST_TEST(unpacked(writer.pieces[0]) == "12345678");
  BOOST_TEST(unpacked(writer.pieces[1]) == "one");
  BOOST_TEST(unpacked(writer.pieces[2]) == "behind");
  BOOST_TEST(unpacked(writer.pieces[0] + writer.pieces[1] + writer.pieces[2]) ==
             "12345678onebehind");
}

BOOST_AUTO_TEST_CASE(memory_is_given_back_with_the_last_of_a_batch) {
  order.hold(5);
  Results results(order, writer, 0);
  results.finish(5);
  order.wait_for_room(0);
  BOOST_TEST(order.is_turn(1));
}

BOOST_AUTO_TEST_SUITE_END()
