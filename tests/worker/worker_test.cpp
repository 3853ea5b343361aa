// SPDX-License-Identifier: MIT
//
// Workers that crash, spin, ask for what they may not have, and write nonsense: each is ended,
// told, and the next member is read by another.  What a worker does is a script in the file that it
// reads (hostile_job.cpp).
#include "worker/worker.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/folder.h"
#include "support/skip.h"
#include "text/files/descriptor.h"
#include "worker/program/confine.h"

using namespace basewalk;
using worker::Told;
using worker::Trouble;

namespace {

struct Failure {
  std::string sentence;
  Trouble trouble = Trouble::damaged;
  std::optional<worker::Extent> extent;
  bool worth_a_retry = false;
};

struct Member {
  std::string name, bytes;
  std::vector<Failure> failures;
};

struct All {
  std::vector<Member> members;
  std::vector<Failure> failures;  // of the file
};

// Enough for what ends, however slow the machine.
worker::Grant small() {
  worker::Grant grant;
  grant.cpu = 60;
  grant.memory = std::uint64_t{256} << 20;
  return grant;
}

// Little, for what spins.
worker::Grant short_time() {
  worker::Grant grant = small();
  grant.cpu = 1;
  return grant;
}

All read_all(worker::Reading reading) {
  All all;
  bool is_in_member = false;
  for (Told told = reading.next(); told.kind != Told::Kind::done; told = reading.next()) {
    switch (told.kind) {
      case Told::Kind::member:
        BOOST_REQUIRE(!is_in_member);
        is_in_member = true;
        all.members.push_back({std::string(told.text), "", {}});
        break;
      case Told::Kind::bytes:
        BOOST_REQUIRE(is_in_member);
        all.members.back().bytes += told.text;
        break;
      case Told::Kind::end:
        BOOST_REQUIRE(is_in_member);
        is_in_member = false;
        break;
      default:
        (is_in_member ? all.members.back().failures : all.failures)
            .push_back({std::string(told.text), told.trouble, told.extent, told.worth_a_retry});
    }
  }
  BOOST_TEST(!is_in_member);
  BOOST_TEST((reading.next().kind == Told::Kind::done));
  return all;
}

struct Fixture {
  // Opens the file, as an archive would be.
  All run(const std::string& script, worker::Grant grant = small(),
          std::string program = BASEWALK_TEST_WORKER, std::string job = "script") const {
    const std::string path = folder.write("script", script);
    const text::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return read_all(
        worker::Reading({std::move(job), file.number(), script.size(), grant, std::move(program)}));
  }
  const test::Folder folder;
};

bool has(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  DIR* const all = ::opendir("/proc/self/fd");
  while (::readdir(all) != nullptr) ++count;
  ::closedir(all);
  return count;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(reading, Fixture)

BOOST_AUTO_TEST_CASE(members_come_with_their_bytes_in_order) {
  const All all = run("member a/b\nbytes one\nbytes two\nend\nmember c\nend\n");
  BOOST_TEST(all.failures.empty());
  BOOST_REQUIRE_EQUAL(all.members.size(), 2U);
  BOOST_TEST(all.members[0].name == "a/b");
  BOOST_TEST(all.members[0].bytes == "onetwo");
  BOOST_TEST(all.members[0].failures.empty());
  BOOST_TEST(all.members[1].name == "c");
  BOOST_TEST(all.members[1].bytes.empty());
}

BOOST_AUTO_TEST_CASE(failures_are_told_where_they_stand) {
  const All all = run("failure f0\nmember a\nbytes x\nfailure f1\nend\nfailure f2\n");
  BOOST_REQUIRE_EQUAL(all.failures.size(), 2U);
  BOOST_TEST(all.failures[0].sentence == "f0");
  BOOST_TEST(all.failures[1].sentence == "f2");
  BOOST_TEST((all.failures[0].trouble == Trouble::doubtful));
  BOOST_TEST(all.failures[0].extent->begin == 1U);
  BOOST_TEST(all.failures[0].extent->length == 2U);
  BOOST_REQUIRE_EQUAL(all.members.at(0).failures.size(), 1U);
  BOOST_TEST(all.members[0].failures[0].sentence == "f1");
  BOOST_TEST(all.members[0].bytes == "x");
}

// More than the pipe holds, and than one frame has.
BOOST_AUTO_TEST_CASE(many_bytes_come_through) {
  const All all = run("member a\nmany 5000000\nend\nmember b\nbytes x\nend\n");
  BOOST_TEST(all.members.at(0).bytes == std::string(5000000, 'm'));
  BOOST_TEST(all.members.at(1).bytes == "x");
}

BOOST_AUTO_TEST_CASE(what_is_not_asked_for_any_more_is_ended) {
  const std::string path = folder.write("script", "member a\nmany 50000000\nend\n");
  const text::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  {
    worker::Reading reading({"script", file.number(), 10, small(), BASEWALK_TEST_WORKER});
    BOOST_TEST((reading.next().kind == Told::Kind::member));
    BOOST_TEST((reading.next().kind == Told::Kind::bytes));
  }
  // No child is left, ended or not.
  BOOST_TEST(::waitpid(-1, nullptr, WNOHANG) == -1);
  BOOST_TEST(errno == ECHILD);
}

// What each does in its member, and a word of the sentence about it.
struct Row {
  const char* deed;
  const char* word;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.deed; }

const Row kDeaths[] = {
    {"crash", "asked the system"},  // raise() of any other signal than SIGABRT
    {"read-nowhere", "crashed (signal 11)"},
    {"abort", "crashed (signal 6)"},
    {"throw", "gave up"},
    {"exit 0", "status 0"},
    {"exit 77", "status 77"},
    {"fork", "asked the system"},
    {"exec", "asked the system"},
    {"socket", "asked the system"},
    {"unix-socket", "asked the system"},
    {"kill-parent", "asked the system"},
    {"stop-itself", "asked the system"},
    {"sleep", "asked the system"},
    {"pause", "asked the system"},
    {"unlink x", "asked the system"},
    {"close-pipe", "asked the system"},
    {"seek-input", "asked the system"},
    {"raise-limit", "asked the system"},
    {"run-memory", "asked the system"},
    {"run-memory-by-the-first-call", "asked the system"},
    {"map-input", "asked the system"},
    {"make-memory-run", "asked the system"},
    {"trace", "asked the system"},
    {"pass-on-input", "asked the system"},
    {"set-flags", "asked the system"},
    {"garbage", "makes no sense"},
    {"zeros", "makes no sense"},
    {"long-frame", "makes no sense"},
    {"longer-than-allowed", "makes no sense"},
    {"half-a-frame", "status 0"},
    {"second-ready", "makes no sense"},
    {"member-in-member", "makes no sense"},
    {"done-in-member", "makes no sense"},
    {"empty-bytes", "makes no sense"},
    {"end-with-payload", "makes no sense"},
    {"short-failure", "makes no sense"},
    {"huge-extent", "makes no sense"},
    {"unknown-trouble", "makes no sense"},
};

BOOST_DATA_TEST_CASE(what_dies_in_a_member_is_told_of_it_and_the_next_one_is_read,
                     boost::unit_test::data::make(kDeaths)) {
#if defined(__s390x__)
  const std::string_view deed = sample.deed;
  if (deed.starts_with("run-memory") || deed == "map-input")
    return test::skip("a filter does not see what is mapped here");
#endif
  const All all = run(std::string("member a\nbytes one\nend\nmember b\n") + sample.deed +
                      "\nend\nmember c\nbytes three\nend\n");
  BOOST_TEST(all.failures.empty());
  BOOST_REQUIRE_EQUAL(all.members.size(), 3U);
  BOOST_TEST(all.members[0].bytes == "one");
  BOOST_TEST(all.members[0].failures.empty());
  BOOST_TEST(all.members[1].name == "b");
  BOOST_REQUIRE_EQUAL(all.members[1].failures.size(), 1U);
  const Failure& failure = all.members[1].failures[0];
  BOOST_TEST(has(failure.sentence, sample.word), failure.sentence);
  BOOST_TEST((failure.trouble == Trouble::damaged));
  BOOST_TEST(failure.extent.has_value());
  BOOST_TEST(all.members[2].bytes == "three");
  BOOST_TEST(all.members[2].failures.empty());
}

// What sanitizers need for themselves is allowed in their builds.
BOOST_AUTO_TEST_CASE(what_would_let_it_wait_or_outlive_its_time_ends_it,
                     *boost::unit_test::label("unsanitized")) {
  if (worker::kIsSanitized) return test::skip("the sanitizers need these calls");
  for (const std::string deed : {"wait-on-futex", "ignore-cpu-limit"}) {
    const All all = run("member a\n" + deed + "\nend\nmember b\nbytes x\nend\n");
    BOOST_REQUIRE_EQUAL(all.members.size(), 2U);
    BOOST_REQUIRE_EQUAL(all.members[0].failures.size(), 1U);
    BOOST_TEST(has(all.members[0].failures[0].sentence, "asked the system"), deed);
    BOOST_TEST(all.members[1].bytes == "x");
  }
}

// What libraries ask for in passing fails, and nothing is opened.
BOOST_AUTO_TEST_CASE(nothing_can_be_opened_or_written_elsewhere) {
  const std::string secret = folder.write("secret", "s"), made = folder / "made";
  const All all = run("member a\nopen " + secret + "\nend\nmember b\ncreate " + made +
                      "\nend\nmember c\nopen /proc/self/mem\nend\nmember d\nwrite-input\nend\n"
                      "member e\nwrite-error\nend\nmember f\nother-descriptors\nend\n");
  BOOST_TEST(!std::filesystem::exists(made));
  BOOST_REQUIRE_EQUAL(all.members.size(), 6U);
  for (std::size_t i = 0; i < 5; ++i)
    BOOST_TEST(all.members[i].bytes.starts_with("refused"), all.members[i].bytes);
  // A descriptor that is not 0 cannot even be tried.
  BOOST_TEST(all.members[5].bytes.empty());
  BOOST_TEST(has(all.members[5].failures.at(0).sentence, "asked the system"));
}

BOOST_AUTO_TEST_CASE(what_spins_is_ended_by_its_own_cpu_time) {
  const All all = run("sized a\nbytes one\nspin\nend\nmember b\nbytes two\nend\n", short_time());
  BOOST_REQUIRE_EQUAL(all.members.size(), 2U);
  BOOST_REQUIRE_EQUAL(all.members[0].failures.size(), 1U);
  const Failure& failure = all.members[0].failures[0];
  BOOST_TEST(has(failure.sentence, "CPU time"), failure.sentence);
  BOOST_TEST((failure.trouble == Trouble::limit));
  BOOST_TEST(failure.extent->begin + failure.extent->length == 100U);
  BOOST_TEST(all.members[1].bytes == "two");
}

// Whoever gives much may take long.
BOOST_AUTO_TEST_CASE(more_bytes_are_more_cpu_time) {
  worker::Grant grant = short_time();
  std::string script = "member a\n";
  for (int i = 0; i < 3; ++i) script += "many 1100000\nburn 700\n";
  script += "end\nmember b\nbytes two\nend\n";
  grant.cpu_per_mib = 0;
  BOOST_TEST(run(script, grant).members.at(0).failures.size() == 1U);
  grant.cpu_per_mib = 20;
  const All all = run(script, grant);
  BOOST_TEST(all.members.at(0).failures.empty());
  BOOST_TEST(all.members.at(1).bytes == "two");
}

BOOST_AUTO_TEST_CASE(what_allocates_without_end_is_ended_by_its_limit,
                     *boost::unit_test::label("unsanitized")) {
  if (worker::kIsSanitized) return test::skip("sanitizers need more memory than any limit gives");
  const All all = run("member a\nallocate\nend\nmember b\nbytes two\nend\n");
  BOOST_REQUIRE_EQUAL(all.members.size(), 2U);
  const Failure& failure = all.members[0].failures.at(0);
  BOOST_TEST(has(failure.sentence, "needs more memory than it is granted (256 MiB)"),
             failure.sentence);
  BOOST_TEST((failure.trouble == Trouble::limit));
  BOOST_TEST(all.members[1].bytes == "two");
}

const Row kOutside[] = {
    {"bytes-outside", "makes no sense"},
    {"end-outside", "makes no sense"},
    {"wrong-index", "makes no sense"},
    {"index-of-2-63", "makes no sense"},
    {"no-name-at-all", "makes no sense"},
    {"read-nowhere", "crashed"},
    {"spin", "CPU time"},
    {"exit 0", "status 0"},
};

// It would do so again each time.
BOOST_DATA_TEST_CASE(what_dies_between_members_is_told_of_the_file,
                     boost::unit_test::data::make(kOutside)) {
  const bool spins = std::string_view(sample.deed) == "spin";
  const All all =
      run(std::string("member a\nbytes one\nend\n") + sample.deed + "\nmember b\nbytes two\nend\n",
          spins ? short_time() : small());
  BOOST_REQUIRE_EQUAL(all.members.size(), 1U);
  BOOST_TEST(all.members[0].bytes == "one");
  BOOST_REQUIRE_EQUAL(all.failures.size(), 1U);
  BOOST_TEST(has(all.failures[0].sentence, sample.word), all.failures[0].sentence);
  BOOST_TEST(has(all.failures[0].sentence, "nothing behind was read"));
}

BOOST_AUTO_TEST_CASE(it_goes_on_a_bounded_number_of_times) {
  std::string script;
  for (int i = 0; i < 20; ++i) script += "member m" + std::to_string(i) + "\nread-nowhere\nend\n";
  worker::Grant grant = small();
  grant.restarts = 3;
  const All all = run(script, grant);
  BOOST_TEST(all.members.size() == 4U);
  for (const Member& member : all.members) BOOST_TEST(member.failures.size() == 1U);
  BOOST_REQUIRE_EQUAL(all.failures.size(), 1U);
  BOOST_TEST(has(all.failures[0].sentence, "no member behind was read"));
}

// What another worker says again has been told.
BOOST_AUTO_TEST_CASE(nothing_is_told_twice_behind_a_death) {
  const All all = run(
      "failure f0\nmember a\nbytes 1\nfailure f1\nend\nfailure f2\nmember b\nread-nowhere\nend\n"
      "failure f3\nmember c\nbytes 3\nend\nfailure f4\n");
  std::string told;
  for (const Failure& failure : all.failures) told += failure.sentence + " ";
  BOOST_TEST(told == "f0 f2 f3 f4 ");
  BOOST_REQUIRE_EQUAL(all.members.size(), 3U);
  BOOST_TEST(all.members[0].failures.size() == 1U);
  BOOST_TEST(all.members[2].bytes == "3");
}

BOOST_AUTO_TEST_CASE(failures_have_an_end) {
  All all = run("member a\nfailures 10000\nend\nmember b\nfailures 10001\nend\nmember c\nend\n");
  BOOST_TEST(all.members.at(0).failures.size() == 10'000U);
  BOOST_REQUIRE_EQUAL(all.members.at(1).failures.size(), 10'001U);
  BOOST_TEST(has(all.members[1].failures.back().sentence, "makes no sense"));
  BOOST_TEST(all.members.size() == 3U);
  all = run("failures 10001\nmember a\nend\n");
  BOOST_TEST(all.members.empty());
  BOOST_TEST(has(all.failures.back().sentence, "makes no sense"));
}

BOOST_AUTO_TEST_CASE(where_it_cannot_be_had_nothing_is_read_and_that_is_told) {
  struct Case {
    std::string program, job, word;
  };
  for (const Case& each :
       {Case{"", "script", "there is no program basewalk-worker"},
        Case{folder / "absent", "script", "No such file"},
        Case{folder.write("text", "no program"), "script", "Permission denied"},
        Case{"/bin/false", "script", "status 1"}, Case{"/bin/echo", "script", "another version"},
        Case{BASEWALK_TEST_WORKER, "none", "another version"},
        Case{BASEWALK_TOOL_WORKER, "script", "another version"}}) {
    const All all = run("member a\nbytes one\nend\n", small(), each.program, each.job);
    BOOST_TEST(all.members.empty());
    BOOST_REQUIRE_EQUAL(all.failures.size(), 1U);
    BOOST_TEST(has(all.failures[0].sentence, each.word), all.failures[0].sentence);
    BOOST_TEST(has(all.failures[0].sentence, "unpack it"), all.failures[0].sentence);
    BOOST_TEST((all.failures[0].trouble == Trouble::no_reader));
  }
}

BOOST_AUTO_TEST_CASE(where_system_calls_are_not_filtered_nothing_is_read) {
  const std::string program = folder / "without-seccomp";
  std::filesystem::create_symlink(BASEWALK_TEST_WORKER, program);
  const All all = run("member a\nbytes one\nend\n", small(), program);
  BOOST_TEST(all.members.empty());
  BOOST_REQUIRE_EQUAL(all.failures.size(), 1U);
  BOOST_TEST(has(all.failures[0].sentence, "seccomp"), all.failures[0].sentence);
  BOOST_TEST((all.failures[0].trouble == Trouble::no_reader));
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_not_read) {
  int ends[2];
  BOOST_REQUIRE_EQUAL(::pipe2(ends, O_CLOEXEC), 0);
  const text::Descriptor from(ends[0]), to(ends[1]);
  const All all =
      read_all(worker::Reading({"script", from.number(), 0, small(), BASEWALK_TEST_WORKER}));
  BOOST_TEST(has(all.failures.at(0).sentence, "it is no file"));
}

BOOST_AUTO_TEST_CASE(behind_the_end_of_the_file_there_is_nothing) {
  const All all = run("member a\nbeyond\nend\n");
  BOOST_TEST(all.members.at(0).bytes == "0");
}

BOOST_AUTO_TEST_CASE(the_position_of_the_descriptor_stays) {
  const std::string path = folder.write("script", "member a\nbytes x\nend\n");
  const text::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  BOOST_REQUIRE_EQUAL(::lseek(file.number(), 5, SEEK_SET), 5);
  const All all =
      read_all(worker::Reading({"script", file.number(), 20, small(), BASEWALK_TEST_WORKER}));
  BOOST_TEST(all.members.at(0).bytes == "x");
  BOOST_TEST(::lseek(file.number(), 0, SEEK_CUR) == 5);
}

BOOST_AUTO_TEST_CASE(nothing_is_left_open_and_no_child_behind) {
  const std::size_t before = open_descriptors();
  (void)run("member a\nread-nowhere\nend\nmember b\nbytes x\nend\n");
  (void)run("", small(), folder / "absent");
  BOOST_TEST(open_descriptors() == before);
  BOOST_TEST(::waitpid(-1, nullptr, WNOHANG) == -1);
  BOOST_TEST(errno == ECHILD);
}

// A pipe that somebody forgot to close for others ends when it is closed here.
BOOST_AUTO_TEST_CASE(open_files_of_others_are_not_passed_on) {
  int ends[2];
  BOOST_REQUIRE_EQUAL(::pipe(ends), 0);
  const text::Descriptor from(ends[0]);
  text::Descriptor to(ends[1]);
  BOOST_REQUIRE_EQUAL(::fcntl(from.number(), F_SETFL, O_NONBLOCK), 0);
  const std::string path = folder.write("script", "member a\nmany 50000000\nend\n");
  const text::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  worker::Reading reading({"script", file.number(), 10, small(), BASEWALK_TEST_WORKER});
  // It has begun, and waits for more to be asked for.
  BOOST_REQUIRE((reading.next().kind == Told::Kind::member));
  to.close();
  char byte = 0;
  BOOST_TEST(::read(from.number(), &byte, 1) == 0);
}

BOOST_AUTO_TEST_CASE(several_threads_have_one_each) {
  std::string script;
  for (int i = 0; i < 6; ++i)
    script += "member m" + std::to_string(i) + "\nmany 300000\n" +
              (i % 3 == 1 ? "read-nowhere\n" : "") + "end\n";
  const std::string path = folder.write("script", script);
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      const text::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
      worker::Reading reading(
          {"script", file.number(), script.size(), small(), BASEWALK_TEST_WORKER});
      int ends = 0, failures = 0;
      for (Told told = reading.next(); told.kind != Told::Kind::done; told = reading.next()) {
        ends += told.kind == Told::Kind::end ? 1 : 0;
        failures += told.kind == Told::Kind::failure ? 1 : 0;
      }
      if (ends == 6 && failures == 2) ++right;
    });
  for (std::thread& thread : threads) thread.join();
  BOOST_TEST(right == 4);
}

BOOST_AUTO_TEST_SUITE_END()
