// SPDX-License-Identifier: MIT
#include "run/order.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <thread>

#include "run/recorder.h"

using namespace basewalk;
using run::Chunk;
using run::Order;
using test::Ear;
using test::Recorder;
using test::Told;

namespace {

struct Fixture {
  Told told;
  Recorder writer{told};
  Ear ear{told};
  std::vector<std::uint64_t> messages;  // as the tally said them after each write
  Order order{writer, ear, nullptr,
              [this](const run::Tally& tally) { messages.push_back(tally.messages); }};
};

Chunk chunk_of(std::string records) {
  Chunk chunk;
  chunk.records = std::move(records);
  chunk.tally.messages = 1;
  return chunk;
}

// Calls `wait` in another thread, and `then` here as soon as that thread has begun; gives what was
// told when the wait had ended.
template <class Wait, class Then>
std::string told_after(const Told& told, Wait&& wait, Then&& then) {
  std::atomic<bool> begun = false;
  std::string seen;
  std::thread waiting([&] {
    begun = true;
    wait();
    seen = told.text;
  });
  while (!begun) std::this_thread::yield();
  for (int i = 0; i < 1000; ++i) std::this_thread::yield();
  then();
  waiting.join();
  return seen;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(order, Fixture)

BOOST_AUTO_TEST_CASE(a_chunk_is_written_records_first_and_what_is_said_of_it_last) {
  Chunk chunk = chunk_of("records ");
  chunk.position = {"box", 7, 3, 1};
  chunk.behind = " behind ";
  chunk.notices = "a note";
  order.finish(0, std::move(chunk), 0);
  BOOST_TEST(told.text == "records [behind box:7 #3 of name 1] behind [says a note]");
  order.finish(1, chunk_of("more"), 0);
  BOOST_TEST(told.text == "records [behind box:7 #3 of name 1] behind [says a note]more");
}

BOOST_AUTO_TEST_CASE(what_is_finished_early_waits_for_those_before_it) {
  BOOST_TEST(order.is_turn(0));
  BOOST_TEST(!order.is_turn(1));
  order.finish(2, chunk_of("c"), 0);
  order.finish(1, chunk_of("b"), 0);
  order.finish(4, chunk_of("e"), 0);
  BOOST_TEST(told.text == "");
  BOOST_TEST(order.is_turn(0));
  order.finish(0, chunk_of("a"), 0);
  BOOST_TEST(told.text == "abc");
  BOOST_TEST(order.is_turn(3));
  order.finish(3, chunk_of("d"), 0);
  BOOST_TEST(told.text == "abcde");
  BOOST_TEST(order.is_turn(5));
}

BOOST_AUTO_TEST_CASE(the_tally_is_that_of_what_was_written) {
  BOOST_TEST(order.tally().messages == 0u);
  order.finish(1, chunk_of("b"), 0);
  BOOST_TEST(order.tally().messages == 0u);
  order.finish(0, chunk_of("a"), 0);
  BOOST_TEST(order.tally().messages == 2u);
  const std::vector<std::uint64_t> wanted = {1, 2};
  BOOST_TEST(messages == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(one_chunk_that_is_worth_a_retry_makes_the_run_so) {
  order.finish(0, chunk_of("a"), 0);
  BOOST_TEST(!order.worth_a_retry());
  Chunk chunk = chunk_of("b");
  chunk.worth_a_retry = true;
  order.finish(1, std::move(chunk), 0);
  BOOST_TEST(order.worth_a_retry());
  order.finish(2, chunk_of("c"), 0);
  BOOST_TEST(order.worth_a_retry());
}

BOOST_AUTO_TEST_CASE(records_that_are_missing_fail_the_writer_before_others_come) {
  Chunk chunk = chunk_of("");
  chunk.failure = "not packed";
  chunk.behind = "behind";
  order.finish(0, std::move(chunk), 0);
  BOOST_TEST(writer.failure() == "not packed");
  BOOST_TEST(told.text == "");
  BOOST_TEST(order.stopped());
}

BOOST_AUTO_TEST_CASE(it_stops_where_the_writer_has_failed_or_a_batch_is_abandoned) {
  BOOST_TEST(!order.stopped());
  order.abandon();
  BOOST_TEST(order.stopped());
  Order other(writer, ear, nullptr, {});
  BOOST_TEST(!other.stopped());
  writer.fail("full");
  BOOST_TEST(other.stopped());
}

// A batch that an interruption has cut short is not whole: a checkpoint behind it would lose it.
BOOST_AUTO_TEST_CASE(nothing_is_written_once_it_is_interrupted) {
  std::atomic<bool> interrupted = false;
  Order other(writer, ear, &interrupted, {});
  other.finish(0, chunk_of("a"), 0);
  Chunk behind = chunk_of("c");
  behind.position = {"box", 7, 3, 1};
  other.finish(2, std::move(behind), 0);
  interrupted = true;
  BOOST_TEST(other.stopped());
  other.finish(1, chunk_of("cut short"), 0);
  BOOST_TEST(told.text == "a");
  BOOST_TEST(other.tally().messages == 1U);
}

BOOST_AUTO_TEST_CASE(who_waits_for_a_turn_goes_on_when_it_comes) {
  order.wait_for_turn(0);
  const std::string seen = told_after(
      told, [&] { order.wait_for_turn(2); },
      [&] {
        order.finish(0, chunk_of("a"), 0);
        order.finish(1, chunk_of("b"), 0);
      });
  BOOST_TEST(seen == "ab");
}

BOOST_AUTO_TEST_CASE(nobody_waits_for_what_was_abandoned) {
  told_after(
      told, [&] { order.wait_for_turn(1); }, [&] { order.abandon(); });
  order.wait_for_turn(7);
  order.hold(100);
  order.wait_for_room(1);
  Order other(writer, ear, nullptr, {});
  other.hold(100);
  told_after(
      told, [&] { other.wait_for_room(1); }, [&] { other.abandon(); });
  BOOST_TEST(other.stopped());
}

BOOST_AUTO_TEST_CASE(there_is_room_while_less_than_the_most_is_held) {
  order.wait_for_room(
      0);  // a batch that is larger than all the room is read where there is nothing
  order.hold(9);
  order.wait_for_room(10);
  order.hold(1);
  const std::string seen = told_after(
      told, [&] { order.wait_for_room(10); }, [&] { order.finish(0, chunk_of(""), 10); });
  BOOST_TEST(seen == "");
  order.wait_for_room(0);
}

BOOST_AUTO_TEST_CASE(results_that_wait_take_room_until_they_are_written) {
  Chunk chunk = chunk_of("1234");
  chunk.behind = "567";
  chunk.notices = "89";
  order.hold(1);
  order.finish(1, std::move(chunk), 1);
  order.wait_for_room(11);
  const std::string seen = told_after(
      told, [&] { order.wait_for_room(10); }, [&] { order.finish(0, chunk_of("a"), 0); });
  BOOST_TEST(seen == "a1234567[says 89]");
  order.wait_for_room(0);
}

BOOST_AUTO_TEST_SUITE_END()
