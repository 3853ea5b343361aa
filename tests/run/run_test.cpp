// SPDX-License-Identifier: MIT
#include "run/run.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>

#include "run/recorder.h"
#include "support/folder.h"
#include "support/skip.h"

using namespace basewalk;
using run::EachMessage;
using run::Outcome;
using test::Ear;
using test::Folder;
using test::Recorder;
using test::Told;

namespace {

#define DATE "Thu Nov 19 10:00:00 2026"

// A batch is never smaller than 4 KiB: a message of this size is one of its own, if that is asked.
constexpr std::size_t kSize = 5000;

std::string mail(int number) {
  std::string text =
      "Content-Type: text/html\n\n<a href=\"http://h/" + std::to_string(number) + "\">";
  text.resize(kSize - 40, 'x');
  return text + "</a>\n";
}
std::string mbox(int count) {
  std::string all;
  for (int i = 0; i < count; ++i) {
    all += "From a@b " DATE "\n" + mail(i);
    all += "\n";
  }
  return all;
}
std::size_t offset_of(int number) { return mbox(1).size() * static_cast<std::size_t>(number); }

// Writes what a message is called, and what is in it; every thread has one of its own.
struct Shared {
  std::atomic<int> made = 0, problems = 0;
  std::atomic<bool> elsewhere = false;  // a thread that is not the one that began
  std::thread::id here = std::this_thread::get_id();
  std::function<void(const EachMessage&)> at_message;
};

class Work final : public run::MessageWork, public Visitor {
 public:
  explicit Work(Shared& shared) : shared_(shared) { ++shared.made; }
  void message(const EachMessage& each) override {
    if (std::this_thread::get_id() != shared_.here) shared_.elsewhere = true;
    if (shared_.at_message) shared_.at_message(each);
    out_ = &each.results.buffer();
    const std::string_view source = each.at.source;
    *out_ += std::string(source.substr(source.rfind('/') + 1)) + " " +
             (each.at.number ? std::to_string(*each.at.number) : "?") + " @" +
             std::to_string(each.at.offset) + (each.at.only ? " only" : "");
    const WalkSummary summary = each.walk(*this);
    *out_ += " " + std::to_string(summary.links) + "\n";
  }
  void problem(const archive::Item&, run::Results& results) override {
    ++shared_.problems;
    results.buffer() += "problem\n";
  }
  Visit link(const Link& link) override {
    *out_ += " " + std::string(link.raw);
    return Visit::go_on;
  }

 private:
  Shared& shared_;
  std::string* out_ = nullptr;
};

struct Fixture {
  Fixture() { options.jobs = 1; }

  Outcome run(std::vector<std::string> names) {
    archive::SourceReader reader(std::move(names), reading);
    return run::run_messages(options, reader, writer, ear,
                             [this] { return std::make_unique<Work>(shared); });
  }
  // Messages, and all that was written of a box of so many.
  static std::string lines(int from, int to) {
    std::string all;
    for (int i = from; i < to; ++i)
      all += "box " + std::to_string(i + 1) + " @" + std::to_string(offset_of(i)) + " http://h/" +
             std::to_string(i) + " 1\n";
    return all;
  }

  const Folder folder;
  run::Options options;
  archive::ReadOptions reading;
  Told told;
  Recorder writer{told};
  Ear ear{told};
  Shared shared;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(run_messages, Fixture)

BOOST_AUTO_TEST_CASE(every_message_is_walked_and_written_in_its_order) {
  const std::string box = folder.write("box", mbox(50));
  for (const std::size_t jobs : {1, 2, 5, 0}) {
    for (const std::size_t batch : {1, 12000, 1 << 20}) {
      told = {};
      options.jobs = jobs;
      reading.batch_bytes = batch;
      const Outcome outcome = run({box});
      BOOST_TEST_CONTEXT(jobs << " jobs, batches of " << batch) {
        BOOST_TEST(told.text == lines(0, 50));
        BOOST_TEST(outcome.failure == "");
        BOOST_TEST(!outcome.stopped);
        BOOST_TEST(!outcome.worth_a_retry);
        BOOST_TEST(outcome.tally.messages == 50u);
        BOOST_TEST(outcome.tally.bytes == mbox(50).size() - 49);  // an empty line between two
        BOOST_TEST(outcome.tally.parts == 50u);
        BOOST_TEST(outcome.tally.links == 50u);
        BOOST_TEST(outcome.tally.problems == 0u);
        BOOST_REQUIRE(outcome.tally.slowest.has_value());
        BOOST_TEST(outcome.tally.slowest->source == box);
        BOOST_TEST(outcome.tally.slowest->time.count() > 0);
        BOOST_TEST(outcome.tally.slowest->offset ==
                   offset_of(static_cast<int>(*outcome.tally.slowest->number) - 1));
        BOOST_TEST(ear.messages == 50u);
        BOOST_TEST(ear.done == mbox(50).size());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_thread_has_a_worker_of_its_own_and_keeps_it) {
  const std::string box = folder.write("box", mbox(50));
  reading.batch_bytes = 1;
  run({box});
  BOOST_TEST(shared.made == 1);
  BOOST_TEST(!shared.elsewhere);
  shared.made = 0;
  options.jobs = 3;
  run({box});
  BOOST_TEST(shared.made >= 1);
  BOOST_TEST(shared.made <= 3);
}

// What fits into one batch is not worth a thread.
BOOST_AUTO_TEST_CASE(a_small_run_is_done_where_it_was_asked_for) {
  const std::string box = folder.write("box", mbox(50));
  options.jobs = 4;
  run({box});
  BOOST_TEST(!shared.elsewhere);
  BOOST_TEST(shared.made == 1);
}

BOOST_AUTO_TEST_CASE(the_slowest_message_is_told) {
  const std::string box = folder.write("box", mbox(9));
  for (const std::size_t batch : {1, 1 << 20}) {
    reading.batch_bytes = batch;
    shared.at_message = [](const EachMessage& each) {
      if (each.at.number == 4u) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    };
    const Outcome outcome = run({box});
    BOOST_REQUIRE(outcome.tally.slowest.has_value());
    BOOST_TEST((outcome.tally.slowest->time >= std::chrono::milliseconds(20)));
  }
}

BOOST_AUTO_TEST_CASE(whether_there_is_one_message_alone_is_known_where_it_is_asked) {
  const std::string one = folder.write("one", mail(0)), two = folder.write("two", mail(1));
  const std::string empty = folder.make("empty");
  run({one});
  BOOST_TEST(told.text == "one 1 @0 http://h/0 1\n");
  options.asks_for_only = true;
  for (const std::size_t batch : {1, 1 << 20}) {
    reading.batch_bytes = batch;
    told = {};
    run({one});
    BOOST_TEST(told.text == "one 1 @0 only http://h/0 1\n");
    told = {};
    run({empty, one});
    BOOST_TEST(told.text == "one 1 @0 only http://h/0 1\n");
    told = {};
    run({one, two});
    BOOST_TEST(told.text == "one 1 @0 http://h/0 1\ntwo 1 @0 http://h/1 1\n");
    // What cannot be read is something to tell of, too.
    told = {};
    run({one, folder / "gone"});
    BOOST_TEST(told.text.starts_with("one 1 @0 http://h/0 1\nproblem\n"));
  }
  told = {};
  BOOST_TEST(run({empty}).failure == "");
  BOOST_TEST(told.text == "");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_said_counted_and_given_to_the_work) {
  const std::string box = folder.write("box", mbox(2));
  const std::string odd = folder / "a\x1b[2Jb";
  const Outcome outcome = run({odd, box});
  BOOST_TEST(ear.said == "basewalk: " + (folder / "a") + "\\x1B[2Jb: No such file or directory\n");
  BOOST_TEST(told.text.starts_with("problem\n" + lines(0, 2)));
  BOOST_TEST(shared.problems == 1);
  BOOST_TEST(outcome.tally.problems == 1u);
  BOOST_TEST(outcome.tally.messages == 2u);
  BOOST_TEST(!outcome.worth_a_retry);
  BOOST_TEST(outcome.failure == "");
}

BOOST_AUTO_TEST_CASE(what_is_over_a_limit_is_said_with_its_place_and_the_limit) {
  const std::string box = folder.write(
      "box", mbox(1) + "From a@b " DATE "\n" + std::string(10000, 'x') + "\n\n" + mbox(1));
  reading.message_bytes = 9000;
  run({box});
  BOOST_TEST(ear.said.starts_with("basewalk: " + box + ":" + std::to_string(offset_of(1)) +
                                  ": the message is longer than the limit ("));
  BOOST_TEST(ear.said.ends_with("; see --limit message-bytes\n"));
  BOOST_TEST(told.text.starts_with(lines(0, 1) + "problem\nbox 3 @"));
}

BOOST_AUTO_TEST_CASE(an_io_error_is_worth_a_retry, *boost::unit_test::label("proc")) {
  const std::string broken = "/proc/self/mem";  // its first page cannot be read: EIO
  if (!std::filesystem::exists(broken)) return test::skip("there is no " + broken);
  const Outcome outcome = run({broken});
  BOOST_TEST(outcome.worth_a_retry);
  BOOST_TEST(outcome.tally.problems == 1u);
}

BOOST_AUTO_TEST_CASE(a_run_ends_where_the_writer_takes_nothing_more) {
  const std::string box = folder.write("box", mbox(1000));
  writer.most = 1;
  reading.batch_bytes = 1;
  for (const std::size_t jobs : {1, 3}) {
    options.jobs = jobs;
    told = {};
    Recorder full(told);
    full.most = 1;
    full.takes = 2;
    archive::SourceReader reader({box}, reading);
    const Outcome outcome = run::run_messages(options, reader, full, ear,
                                              [this] { return std::make_unique<Work>(shared); });
    BOOST_TEST(outcome.stopped);
    BOOST_TEST(outcome.failure == "");
    BOOST_TEST(told.text == lines(0, 2));
    if (jobs > 1) continue;  // others may have gone on meanwhile
    BOOST_TEST(outcome.tally.messages < 1000u);
    BOOST_TEST(reader.next().has_value());  // it was not read to its end
  }
}

BOOST_AUTO_TEST_CASE(each_place_to_go_on_at_is_behind_a_whole_message) {
  const std::string box = folder.write("box", mbox(3));
  writer.keeps = true;
  reading.batch_bytes = 1;
  run({box, folder / "gone"});
  std::string wanted;
  for (int i = 0; i < 3; ++i)
    wanted += lines(i, i + 1) + "[behind " + box + ":" + std::to_string(offset_of(i)) + " #" +
              std::to_string(i + 1) + " of name 0]";
  BOOST_TEST(told.text.starts_with(wanted));
  // Nor does what comes behind a failure count as done.
  told = {};
  Recorder full(told);
  full.keeps = true;
  full.takes = 0;
  archive::SourceReader reader({box}, reading);
  run::run_messages(options, reader, full, ear, [this] { return std::make_unique<Work>(shared); });
  BOOST_TEST(told.text.find("#2") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_behind_the_message_that_an_earlier_one_came_to) {
  const std::string box = folder.write("box", mbox(5));
  reading.after = writer.after = {box, offset_of(2), 3, 0};
  const Outcome outcome = run({box});
  BOOST_TEST(outcome.failure == "");
  BOOST_TEST(told.text == lines(3, 5));
}

BOOST_AUTO_TEST_CASE(it_does_not_where_the_source_of_that_message_is_gone) {
  const std::string box = folder.write("box", mbox(5));
  const std::string gone = folder / "gone", inside = folder / "gone.tar/box";
  const std::string behind = ": is not there any more; what was written before is kept";
  for (const std::string& source : {gone, inside, folder / "no folder/gone", std::string("gone")}) {
    reading.after = writer.after = {source, 0, 1, 0};
    BOOST_TEST(run({source, box}).failure == source + behind);
    BOOST_TEST(run({box}).failure == source + behind);
    options.asks_for_only = true;
    BOOST_TEST(run({source, box}).failure == source + behind);
    options.asks_for_only = false;
  }
  BOOST_TEST(told.text == "");
  BOOST_TEST(shared.made == 0);
  // It is there, but not among the sources.
  const std::string other = folder.write("other", mbox(1));
  reading.after = writer.after = {other, 0, 1, 0};
  BOOST_TEST(run({box}).failure ==
             other +
                 ": is not there any more; nothing behind it was read; what was written before "
                 "is kept");
  BOOST_TEST(told.text == "");
}

BOOST_AUTO_TEST_CASE(it_does_not_where_that_source_has_become_shorter) {
  const std::string box = folder.write("box", mbox(2));
  reading.after = writer.after = {box, offset_of(4), 5, 0};
  const std::string wanted =
      box +
      ": has become shorter; there is no message here to go on behind; what was written "
      "before is kept";
  BOOST_TEST(run({box}).failure == wanted);
  options.asks_for_only = true;
  BOOST_TEST(run({box}).failure == wanted);
  BOOST_TEST(told.text == "");
}

// A problem behind the place is one like any other.
BOOST_AUTO_TEST_CASE(it_goes_on_where_what_follows_cannot_be_read) {
  const std::string box =
      folder.write("box", mbox(2) + "From a@b " DATE "\n" + std::string(10000, 'x') + "\n");
  reading.message_bytes = 9000;
  reading.batch_bytes = 1;
  reading.after = writer.after = {box, offset_of(1), 2, 0};
  BOOST_TEST(run({box}).failure == "");
  BOOST_TEST(told.text.starts_with("problem\n"));
  told = {};
  const std::string one = folder.write("one", mail(0));
  reading.after = writer.after = {one, 0, 1, 0};
  BOOST_TEST(run({one, folder / "gone"}).failure == "");
  BOOST_TEST(told.text.starts_with("problem\n"));
}

// What lies in an archive is there as long as that is.
BOOST_AUTO_TEST_CASE(a_source_in_an_archive_is_there_with_the_archive) {
  const std::string box = folder.write("box", mbox(5));
  reading.after = writer.after = {box + "/inner/one", 0, 1, 0};
  BOOST_TEST(run({box}).failure ==
             box +
                 "/inner/one: is not there any more; nothing behind it was read; what was "
                 "written before is kept");
  reading.after = {};
  writer.after = {"-", 0, 1, 0};
  BOOST_TEST(run({box}).failure == "");
  BOOST_TEST(told.text == lines(0, 5));
}

BOOST_AUTO_TEST_CASE(one_message_is_found_by_any_of_its_bytes) {
  const std::string box = folder.write("box", mbox(5));
  for (const std::size_t batch : {1, 1 << 20}) {
    reading.batch_bytes = batch;
    const std::size_t begin = offset_of(2), end = offset_of(3) - 1;  // without the empty line
    for (const std::size_t offset : {begin, begin + 1, end - 1}) {
      told = {};
      options.at = {box, offset, {}};
      const Outcome outcome = run({box});
      BOOST_TEST(outcome.failure == "");
      BOOST_TEST(outcome.tally.messages == 1u);
      // Where its first byte was named nothing before it is read, and so its number is not known.
      const std::string number = offset == begin ? "?" : "3";
      BOOST_TEST(told.text ==
                 "box " + number + " @" + std::to_string(begin) + " only http://h/2 1\n");
    }
    told = {};
    for (const std::size_t offset : {end, offset_of(5)}) {
      options.at = {box, offset, {}};
      BOOST_TEST(run({box}).failure == box + ": there is no message at " + std::to_string(offset));
    }
    BOOST_TEST(told.text == "");
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_on_the_way_to_it_is_said) {
  const std::string gone = folder / "gone";
  options.at = {gone, 3, {}};
  BOOST_TEST(run({gone}).failure == "");
  BOOST_TEST(ear.said == "basewalk: " + gone + ": No such file or directory\n");
  BOOST_TEST(shared.problems == 1);
  // Of what could be read it is known that nothing is there.
  const std::string box = folder.write("box", mbox(2));
  options.at = {box, 100'000, {}};
  BOOST_TEST(run({gone, box}).failure == box + ": there is no message at 100000");
}

BOOST_AUTO_TEST_CASE(too_little_memory_is_a_failure_that_says_what_helps) {
  const std::string box = folder.write("box", mbox(200));
  reading.batch_bytes = 1;
  for (const std::size_t jobs : {1, 3}) {
    options.jobs = jobs;
    shared.at_message = [](const EachMessage& each) {
      if (each.at.number == 20u) throw std::bad_alloc();
    };
    const Outcome outcome = run({box});
    BOOST_TEST(outcome.failure == "there is not enough memory; fewer --jobs need less");
    BOOST_TEST(outcome.tally.messages < 200u);
  }
}

BOOST_AUTO_TEST_CASE(what_else_a_work_throws_comes_back_to_the_caller) {
  const std::string box = folder.write("box", mbox(200));
  reading.batch_bytes = 1;
  for (const std::size_t jobs : {1, 3}) {
    options.jobs = jobs;
    shared.at_message = [](const EachMessage& each) {
      if (each.at.number == 20u) throw std::runtime_error("no more of this");
    };
    BOOST_CHECK_THROW(run({box}), std::runtime_error);
  }
}

// Where reading is what takes the time, it goes on while messages are walked.
BOOST_AUTO_TEST_CASE(a_slow_reader_is_read_ahead_and_gives_the_same) {
  std::vector<std::string> names;
  std::string wanted;
  for (int i = 0; i < 30; ++i) {
    names.push_back(folder.write(std::to_string(i), mail(i)));
    wanted += std::to_string(i) + " 1 @0 http://h/" + std::to_string(i) + " 1\n";
  }
  reading.batch_bytes = 1;
  std::size_t asked = 0;
  archive::SourceReader reader(
      [&]() -> std::optional<std::string> {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return asked < names.size() ? std::optional(names[asked++]) : std::nullopt;
      },
      reading);
  const Outcome outcome = run::run_messages(options, reader, writer, ear,
                                            [this] { return std::make_unique<Work>(shared); });
  BOOST_TEST(told.text == wanted);
  BOOST_TEST(outcome.tally.messages == 30u);
  BOOST_TEST(!shared.elsewhere);
}

BOOST_AUTO_TEST_SUITE_END()
