// SPDX-License-Identifier: MIT
#include "text/files/partial_file.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

#include "support/files.h"
#include "support/folder.h"

using namespace basewalk::text;
using basewalk::test::Folder;
using basewalk::test::read_file;
using State = PartialFile::State;
using Left = PartialFile::Left;
namespace fs = std::filesystem;

namespace {

const std::string kRecords = "records" + std::string(993, '.');

struct Fixture {
  std::string names() const {
    std::string all;
    for (const fs::path& path : basewalk::test::files_below(folder.path()))
      all += path.filename().string() + " ";
    return all;
  }
  // A run of these options that is killed behind its checkpoints.
  void killed(const std::string& options, const std::vector<Checkpoint>& checkpoints) const {
    PartialFile file;
    BOOST_REQUIRE((file.begin(name, options, Left::go_on) == State::fresh));
    std::ofstream(file.path()) << kRecords;
    for (const Checkpoint& checkpoint : checkpoints) file.save(checkpoint);
  }  // begun to go on: it stays as it is
  // What the next one of these options finds.
  std::string found(const std::string& options) const {
    PartialFile file;
    const State state = file.begin(name, options, Left::go_on);
    if (state != State::continued) return state == State::fresh ? "fresh" : file.failure();
    if (!file.saved()) return "nothing";
    const auto shown = [](const std::optional<std::uint64_t>& number) {
      return number ? std::to_string(*number) : "?";
    };
    return std::to_string(file.saved()->size) + " " + file.saved()->source + " " +
           std::to_string(file.saved()->offset) + " " + shown(file.saved()->number) + " " +
           shown(file.saved()->name_number);
  }

  const Folder folder;
  const std::string name = folder / "out";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(partial_file, Fixture)

BOOST_AUTO_TEST_CASE(it_gets_its_name_when_it_is_complete) {
  folder.write("out", "old");
  PartialFile file;
  BOOST_REQUIRE((file.begin(name, "a\n", Left::refuse) == State::fresh));
  BOOST_TEST(!file.is_kept());
  BOOST_TEST(!file.is_continued());
  BOOST_TEST(file.path() == name + ".partial");
  std::ofstream(file.path()) << "new";
  BOOST_TEST(names() == "out out.partial out.resume ");
  BOOST_TEST(read_file(name) == "old");
  BOOST_TEST(file.commit() == 0);
  BOOST_TEST(names() == "out ");
  BOOST_TEST(read_file(name) == "new");
}

BOOST_AUTO_TEST_CASE(what_is_worth_it_is_kept_unless_it_is_to_be_forgotten) {
  for (const Left left : {Left::refuse, Left::restart, Left::forget}) {
    {
      PartialFile file;
      BOOST_REQUIRE((file.begin(name, "a\n", left) == State::fresh));
      std::ofstream(file.path()) << "records";
      file.save({7, "first", 1, 1, 0});
      BOOST_TEST(file.is_kept() == (left != Left::forget));
    }
    BOOST_TEST(names() == (left == Left::forget ? "" : "out.partial out.resume "));
    if (left != Left::forget) BOOST_TEST(found("a\n") == "7 first 1 1 0");
    PartialFile file;
    BOOST_REQUIRE((file.begin(name, "a\n", Left::forget) == State::fresh));
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_complete_goes_unless_it_may_go_on) {
  {
    PartialFile file;
    BOOST_REQUIRE((file.begin(name, "a\n", Left::refuse) == State::fresh));
  }
  BOOST_TEST(names() == "");
  {
    PartialFile file;
    BOOST_REQUIRE((file.begin(name, "a\n", Left::go_on) == State::fresh));
    BOOST_TEST(file.is_kept());
  }
  BOOST_TEST(names() == "out.partial out.resume ");
}

BOOST_AUTO_TEST_CASE(the_last_checkpoint_is_found) {
  killed("a\n", {});
  BOOST_TEST(found("a\n") == "nothing");
  fs::remove(name + ".partial");
  fs::remove(name + ".resume");
  std::vector<Checkpoint> checkpoints;
  for (std::uint64_t i = 1; i <= 5; ++i) {
    checkpoints.push_back({i * 100, "box", i, i, 0});
    killed("a\n", checkpoints);
    BOOST_TEST(found("a\n") == std::to_string(i * 100) + " box " + std::to_string(i) + " " +
                                   std::to_string(i) + " 0");
    fs::remove(name + ".partial");
    fs::remove(name + ".resume");
  }
  killed("a\n", {{1, std::string("odd\0\n\xff name", 11), 0, {}, {}}});
  BOOST_TEST(found("a\n") == std::string("1 odd\0\n\xff name 0 ? ?", 19));
}

BOOST_AUTO_TEST_CASE(what_an_older_version_has_left_is_not_thrown_away_unasked) {
  for (const Left left : {Left::refuse, Left::go_on, Left::restart, Left::forget}) {
    killed("a\n", {{100, "box", 1, 1, 0}});
    std::string bytes = read_file(name + ".resume");
    bytes[bytes.find('\n') - 1] = '3';
    std::ofstream(name + ".resume", std::ios::binary) << bytes;
    PartialFile file;
    const State state = file.begin(name, "a\n", left);
    const bool is_kept = left == Left::refuse || left == Left::go_on;
    BOOST_TEST((state == (is_kept ? State::left : State::fresh)));
    BOOST_TEST((file.failure().find("an older basewalk") != std::string::npos) == is_kept);
    BOOST_TEST(read_file(name + ".partial") == (is_kept ? kRecords : ""));
    fs::remove(name + ".partial");
    fs::remove(name + ".resume");
  }
}

BOOST_AUTO_TEST_CASE(a_gap_before_a_checkpoint_is_known) {
  for (const bool has_gap : {false, true}) {
    killed("a\n", {{100, "box", 1, 1, 0, {}, {}, has_gap}});
    PartialFile file;
    BOOST_REQUIRE((file.begin(name, "a\n", Left::go_on) == State::continued));
    BOOST_REQUIRE(file.saved().has_value());
    BOOST_TEST(file.saved()->has_gap == has_gap);
    fs::remove(name + ".partial");
    fs::remove(name + ".resume");
  }
}

// One place was written in part: the other one counts.
BOOST_AUTO_TEST_CASE(a_checkpoint_that_was_torn_does_not_count) {
  killed("a\n", {{100, "first", 1, 1, 0}, {200, "second", 2, 2, 0}});
  std::string bytes = read_file(name + ".resume");
  const std::size_t at = bytes.find("second");
  BOOST_REQUIRE(at != std::string::npos);
  std::string torn = bytes;
  torn[at] = 'S';
  std::ofstream(name + ".resume", std::ios::binary) << torn;
  BOOST_TEST(found("a\n") == "100 first 1 1 0");
  const std::size_t other = torn.find("first");
  torn[other - 3] = '7';
  std::ofstream(name + ".resume", std::ios::binary) << torn;
  BOOST_TEST(found("a\n") == "nothing");
  std::ofstream(name + ".resume", std::ios::binary) << bytes.substr(0, bytes.size() - 7);
  BOOST_TEST(found("a\n") == "200 second 2 2 0");
}

// A crash of the machine may keep a checkpoint and lose the end of the file that it speaks of.
BOOST_AUTO_TEST_CASE(a_checkpoint_behind_the_end_of_the_file_does_not_count) {
  killed("a\n", {{100, "first", 1, 1, 0}, {200, "second", 2, 2, 0}});
  fs::resize_file(name + ".partial", 200);
  BOOST_TEST(found("a\n") == "200 second 2 2 0");
  fs::resize_file(name + ".partial", 199);
  BOOST_TEST(found("a\n") == "100 first 1 1 0");
  // Nor does it once the file is as long again.
  fs::resize_file(name + ".partial", 300);
  BOOST_TEST(found("a\n") == "100 first 1 1 0");
  fs::resize_file(name + ".partial", 99);
  BOOST_TEST(found("a\n") == "nothing");
}

// The run could go on from an earlier place only.
BOOST_AUTO_TEST_CASE(a_source_with_a_name_that_is_too_long_is_no_checkpoint) {
  killed("a\n", {{100, "first", 1, 1, 0}, {200, std::string(20000, 'x'), 2, 2, 0}});
  BOOST_TEST(found("a\n") == "100 first 1 1 0");
}

BOOST_AUTO_TEST_CASE(checkpoints_go_on_behind_those_of_the_run_before) {
  killed("a\n", {{100, "first", 1, 1, 0}, {200, "second", 2, 2, 0}, {300, "third", 3, 3, 0}});
  {
    PartialFile file;
    BOOST_REQUIRE((file.begin(name, "a\n", Left::go_on) == State::continued));
    BOOST_TEST(file.is_continued());
    BOOST_TEST(read_file(file.path()) == kRecords);
    file.save({400, "fourth", 4, 4, 0});
  }
  BOOST_TEST(found("a\n") == "400 fourth 4 4 0");
}

BOOST_AUTO_TEST_CASE(a_run_of_other_options_is_told_the_first_that_differs) {
  killed("verb\n--base a\n", {{100, "first", 1, 1, 0}});
  const std::string behind = "); give that one, or --restart to begin anew";
  BOOST_TEST(found("verb\n--base b\n") ==
             name + ".partial: was begun by another command (then: --base a; now: --base b" +
                 behind);
  BOOST_TEST(found("verb\n") ==
             name + ".partial: was begun by another command (then: --base a; now: nothing" +
                 behind);
  BOOST_TEST(found("verb\n--base a\n--text\n") ==
             name + ".partial: was begun by another command (then: nothing; now: --text" + behind);
  BOOST_TEST(found("verb\n--base a\n") == "100 first 1 1 0");  // and nothing is lost by that
  {
    PartialFile file;
    BOOST_TEST((file.begin(name, "verb\n", Left::refuse) == State::left));
    BOOST_TEST(file.failure() == name +
                                     ".partial: holds what an interrupted run has written; "
                                     "--resume goes on with it, --restart throws it away");
  }
  BOOST_TEST(found("verb\n--base a\n") == "100 first 1 1 0");
  PartialFile file;
  BOOST_TEST((file.begin(name, "verb\n", Left::restart) == State::fresh));
  BOOST_TEST(!file.saved().has_value());
  BOOST_TEST(read_file(file.path()) == "");
}

BOOST_AUTO_TEST_CASE(options_that_were_written_in_part_are_none) {
  for (const std::string odd :
       {"", "basewalk", "basewalk resume 5\n", "basewalk resume 5\n0000000002\na",
        "basewalk resume 5\n00000000x2\na\n", "basewalk resume 6\n0000000002\na\n",
        // So much memory is not asked for.
        "basewalk resume 5\n9999999999\na\n"}) {
    folder.write("out.partial", "records");
    folder.write("out.resume", odd);
    BOOST_TEST(found("a\n") == "fresh", odd);
  }
}

// A head that was damaged anywhere is no head: the run begins anew, and nothing is gone on with.
BOOST_AUTO_TEST_CASE(a_head_that_is_damaged_is_none) {
  const std::string options = "a\nb\n";
  killed(options, {{1000, "source", 5, 1, 0}});
  const std::string resume = name + ".resume", whole = read_file(resume);
  const std::size_t head = whole.find(options) + options.size();
  for (std::size_t at = 0; at < head; ++at)
    for (const char with : {'\0', '9', 'g'}) {
      std::string damaged = whole;
      if (damaged[at] == with) continue;
      // A blank or a line's end between two numbers is passed over.
      if (at >= 8 && (whole[at] == ' ' || (whole[at] == '\n' && at < head - options.size())))
        continue;
      damaged[at] = with;
      folder.write("out.resume", damaged);
      folder.write("out.partial", kRecords);
      PartialFile file;
      BOOST_TEST((file.begin(name, options, Left::go_on) == State::fresh), at << " " << with);
    }
  for (std::size_t size = 0; size < head; ++size) {
    folder.write("out.resume", whole.substr(0, size));
    folder.write("out.partial", kRecords);
    BOOST_TEST(found(options) == "fresh", size);
  }
}

BOOST_AUTO_TEST_CASE(what_is_complete_is_not_written_again) {
  const std::string complete = name + ": is complete; without --resume it is written anew";
  folder.write("out", "done");
  BOOST_TEST(found("a\n") == complete);
  BOOST_TEST(names() == "out ");
  // Killed behind the rename.
  fs::remove(name);
  killed("a\n", {});
  fs::rename(name + ".partial", name);
  BOOST_TEST(found("a\n") == complete);
  BOOST_TEST(names() == "out ");
  // A name that is there does not hide what was begun anew.
  fs::remove(name);
  killed("a\n", {{100, "first", 1, 1, 0}});
  folder.write("out", "old");
  BOOST_TEST(found("a\n") == "100 first 1 1 0");
  // The records are gone.
  fs::remove(name);
  fs::remove(name + ".partial");
  BOOST_TEST(found("a\n") == "fresh");
}

BOOST_AUTO_TEST_CASE(two_do_not_write_one_file) {
  PartialFile first, second;
  BOOST_REQUIRE((first.begin(name, "a\n", Left::refuse) == State::fresh));
  std::ofstream(first.path()) << "mine";
  BOOST_TEST((second.begin(name, "a\n", Left::refuse) == State::busy));
  BOOST_TEST(second.failure() == name + ": another process is writing it");
  BOOST_TEST((second.begin(name, "a\n", Left::go_on) == State::busy));
  BOOST_TEST(read_file(first.path()) == "mine");
  BOOST_TEST(first.commit() == 0);
  BOOST_TEST(read_file(name) == "mine");
}

// Nobody has typed these names: nothing is followed, cut off or removed there that is not ours.
BOOST_AUTO_TEST_CASE(what_somebody_else_has_left_there_stays) {
  const std::string mine = folder / "mine";
  const auto refused = [&](Left left) {
    PartialFile file;
    const State state = file.begin(name, "a\n", left);
    return state == State::left ? file.failure().substr(name.size()) : "begun";
  };
  const std::string link =
      ": is a symbolic link, which is not followed; remove it, or give another name";
  const std::string odd = ": is no regular file; remove it, or give another name";
  const std::string other = ": has other names, too; remove it, or give another name";
  for (const Left left : {Left::refuse, Left::go_on, Left::restart, Left::forget})
    for (const std::string end : {".partial", ".resume"}) {
      const auto check = [&](const std::string& wanted, const std::string& left_there) {
        BOOST_TEST(refused(left) == end + wanted);
        BOOST_TEST(names() == left_there);
        fs::remove(name + end);
      };
      folder.write("mine", "");
      fs::create_symlink("mine", name + end);
      check(link, "mine out" + end + " ");
      fs::create_hard_link(mine, name + end);
      check(other, "mine out" + end + " ");
      folder.write("mine", "a text of mine, as long as a head");
      fs::create_symlink("mine", name + end);
      check(link, "mine out" + end + " ");
      fs::create_hard_link(mine, name + end);
      check(other, "mine out" + end + " ");
      BOOST_TEST(read_file(mine) == "a text of mine, as long as a head");
      fs::remove(mine);
      // It would be made.
      fs::create_symlink("mine", name + end);
      BOOST_TEST(refused(left) == end + link);
      BOOST_TEST(!fs::exists(mine));
      fs::remove(name + end);
      BOOST_REQUIRE(::mkfifo((name + end).c_str(), 0600) == 0);
      // Whoever opens a pipe to write waits for somebody who reads.
      BOOST_TEST(refused(left) == end + odd);
      BOOST_TEST(fs::is_fifo(name + end));
      fs::remove(name + end);
      folder.make("out" + end);
      BOOST_TEST(refused(left) == end + odd);
      BOOST_TEST(fs::is_directory(name + end));
      fs::remove(name + end);
    }
  // A text of somebody's own, by its name alone.
  for (const Left left : {Left::refuse, Left::go_on, Left::restart, Left::forget}) {
    folder.write("out.resume", "Curriculum vitae");
    BOOST_TEST(refused(left) == ".resume: is none that basewalk has written; give another name");
    BOOST_TEST(read_file(name + ".resume") == "Curriculum vitae");
    fs::remove(name + ".resume");
    if (left == Left::restart) continue;
    folder.write("out.partial", "half of it");
    BOOST_TEST(refused(left) ==
               ".partial: is there, and nothing says that a run has left it; "
               "remove it, or give another name");
    BOOST_TEST(read_file(name + ".partial") == "half of it");
    BOOST_TEST(names() == "out.partial ");
  }
  BOOST_TEST(refused(Left::restart) == "begun");  // it is thrown away, as is asked for
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_is_told) {
  PartialFile file;
  const std::string nowhere = folder / "none/out";
  BOOST_TEST((file.begin(nowhere, "a\n", Left::refuse) == State::failed));
  BOOST_TEST(file.failure() == nowhere + ": cannot be written: No such file or directory");
}

BOOST_AUTO_TEST_SUITE_END()
