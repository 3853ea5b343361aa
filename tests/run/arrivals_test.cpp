// SPDX-License-Identifier: MIT
//
// All is done to the folders before anybody looks, so what is told does not depend on who is
// faster.
#include "run/arrivals.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/folder.h"
#include "support/skip.h"

using namespace basewalk;
using run::Arrivals;
using text::Descriptor;
using Told = std::vector<std::string>;

namespace {

namespace fs = std::filesystem;

// What is remembered of files that are between two events.
constexpr int kMost = 4096;

// Standard output whose reader has gone: where nothing more has happened nobody waits.
class Unread {
 public:
  Unread() : before_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)) {
    int ends[2];
    BOOST_TEST_REQUIRE(::pipe(ends) == 0);
    const Descriptor reader(ends[0]), writer(ends[1]);
    BOOST_TEST_REQUIRE(::dup2(writer.number(), STDOUT_FILENO) == STDOUT_FILENO);
  }
  Unread(const Unread&) = delete;
  Unread& operator=(const Unread&) = delete;
  ~Unread() { ::dup2(before_.number(), STDOUT_FILENO); }

 private:
  Descriptor before_;
};

// No descriptor can be opened beyond those that are.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const Descriptor next(::dup(STDERR_FILENO));
    const rlimit none = {static_cast<rlim_t>(next.number()), before_.rlim_max};
    BOOST_TEST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;
  ~NoMoreFiles() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

// Folders that are looked at, with what is told of them below their common one.
struct Watched {
  explicit Watched(std::initializer_list<const char*> names = {"in"}) {
    for (const char* name : names) add(name);
  }
  void add(const std::string& name) { BOOST_TEST_REQUIRE(arrivals.add(folder.make(name)) == ""); }
  void write(const std::string& name, std::string_view bytes = "x") const {
    folder.write(name, bytes);
  }
  void move(const std::string& from, const std::string& to) const {
    fs::rename(folder / from, folder / to);
  }
  void link(const std::string& from, const std::string& to) const {
    fs::create_hard_link(folder / from, folder / to);
  }
  void remove(const std::string& name) const { fs::remove_all(folder / name); }

  std::string below(std::string what) const {
    if (what.starts_with(folder.path().string())) what.erase(0, folder.path().string().size() + 1);
    return what;
  }
  std::string next() {
    const Unread unread;
    switch (arrivals.next()) {
      case Arrivals::Next::file:
        return below(arrivals.name());
      case Arrivals::Next::trouble:
        return "trouble: " + below(arrivals.what());
      case Arrivals::Next::end:
        return "end: " + below(arrivals.what());
      case Arrivals::Next::nobody:
        break;
    }
    return "nobody";
  }
  // All until nothing more has happened.
  Told told() {
    Told all;
    for (std::string what = next(); what != "nobody"; what = next()) {
      all.push_back(what);
      if (what.starts_with("end: ")) break;
    }
    return all;
  }

  test::Folder folder;
  // All has been told already.
  Arrivals arrivals{std::chrono::milliseconds(0)};
};

}  // namespace

#define CHECK_TOLD(watched, ...)                                              \
  do {                                                                        \
    const Told wanted = __VA_ARGS__;                                          \
    BOOST_TEST((watched).told() == wanted, boost::test_tools::per_element()); \
  } while (false)

BOOST_AUTO_TEST_SUITE(arrivals)

BOOST_AUTO_TEST_CASE(what_is_written_and_closed_has_come) {
  Watched watched;
  watched.write("in/b");
  watched.write("in/a", "");
  { const Descriptor file(::open((watched.folder / "in/c").c_str(), O_CREAT | O_RDONLY, 0600)); }
  // Opened to be read, and once more to be written, after it was told.
  { const std::ifstream file(watched.folder / "in/b"); }
  CHECK_TOLD(watched, {"in/b", "in/a"});
  watched.write("in/b", "xx");
  { const std::ofstream file(watched.folder / "in/c"); }
  CHECK_TOLD(watched, {"in/b", "in/c"});
}

BOOST_AUTO_TEST_CASE(what_is_still_written_has_not) {
  Watched watched;
  const auto open = [&](const char* name) {
    return ::open((watched.folder / name).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  };
  Descriptor one(open("in/1")), two(open("in/2"));
  BOOST_TEST(text::write_all(one.number(), "half") == 0);
  CHECK_TOLD(watched, {});
  // Somebody who reads it in the meantime has not written it.
  { const std::ifstream file(watched.folder / "in/1"); }
  CHECK_TOLD(watched, {});
  BOOST_TEST(two.close());
  CHECK_TOLD(watched, {"in/2"});
  BOOST_TEST(one.close());
  CHECK_TOLD(watched, {"in/1"});
}

BOOST_AUTO_TEST_CASE(what_is_moved_while_it_is_written_has_not) {
  Watched watched;
  Descriptor file(::open((watched.folder / "in/1").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  Descriptor other(::open((watched.folder / "in/2").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  watched.move("in/1", "in/a");
  BOOST_TEST(text::write_all(file.number(), "half") == 0);
  CHECK_TOLD(watched, {});
  watched.move("in/a", "in/b");
  CHECK_TOLD(watched, {});
  BOOST_TEST(file.close());
  CHECK_TOLD(watched, {"in/b"});
  watched.folder.make("elsewhere");
  watched.move("in/2", "elsewhere/2");
  CHECK_TOLD(watched, {"trouble: in/2: was gone before it could be read"});
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_told) {
  Watched watched;
  const std::string no_file = ": is no regular file, and was not read";
  BOOST_TEST_REQUIRE(::mkfifo((watched.folder / "in/made").c_str(), 0600) == 0);
  BOOST_TEST_REQUIRE(::mkfifo((watched.folder / "moved").c_str(), 0600) == 0);
  watched.move("moved", "in/moved");
  watched.folder.make("elsewhere");
  fs::create_directory_symlink("../elsewhere", watched.folder / "in/link");
  fs::create_symlink("nowhere", watched.folder / "in/nowhere");
  watched.write("mail");
  fs::create_symlink("../mail", watched.folder / "in/mail");
  CHECK_TOLD(watched, {"trouble: in/link" + no_file, "trouble: in/made" + no_file,
                       "trouble: in/nowhere: was gone before it could be read",
                       "trouble: in/moved" + no_file, "in/mail"});
}

BOOST_AUTO_TEST_CASE(what_is_moved_or_linked_in_is_whole) {
  Watched watched;
  watched.write("tmp/1");
  watched.write("tmp/2");
  watched.link("tmp/1", "in/linked");
  watched.move("tmp/2", "in/moved");
  // One that somebody reads at this moment, and an empty one.
  const std::ifstream reader(watched.folder / "in/linked");
  watched.write("tmp/3");
  watched.link("tmp/3", "in/read");
  { const std::ifstream file(watched.folder / "in/read"); }
  watched.write("tmp/4", "");
  watched.link("tmp/4", "in/empty");
  CHECK_TOLD(watched, {"in/moved", "in/read"});
}

// Mail may come into it, or have come with it.
BOOST_AUTO_TEST_CASE(a_folder_that_comes_is_told) {
  Watched watched;
  const std::string told = ": is a folder, and neither read nor watched";
  watched.folder.make("in/below");
  watched.write("in/below/1");
  watched.folder.make("in/.hidden");
  watched.folder.make("elsewhere");
  watched.move("in/below", "elsewhere/below");
  watched.move("elsewhere/below", "in/again");
  watched.remove("in/again");
  CHECK_TOLD(watched, {"trouble: in/below" + told, "trouble: in/again" + told});
}

// Nothing tells of it: it is looked for, again and again.
BOOST_AUTO_TEST_CASE(a_link_that_leads_elsewhere_is_told) {
  Watched watched({});
  watched.folder.make("one");
  watched.folder.make("two");
  const fs::path link = watched.folder / "link";
  fs::create_directory_symlink("one", link);
  watched.add("link");
  watched.write("link/1");
  fs::remove(link);
  fs::create_directory_symlink("two", link);
  watched.write("link/2");
  // The first had come, and is not where its name leads.
  CHECK_TOLD(watched, {"trouble: link/1: was gone before it could be read",
                       "trouble: link: led to " + fs::canonical(watched.folder / "one").string() +
                           ", does so no more, and is watched no more",
                       "end: no folder is left to watch"});
}

// Each name for itself: one that leads elsewhere takes nothing from the others.
BOOST_AUTO_TEST_CASE(a_folder_with_several_names_is_told_once) {
  for (const bool by_itself : {false, true}) {
    Watched watched({});
    watched.folder.make("one");
    watched.folder.make("two");
    for (const char* link : {"first", "second"}) {
      fs::create_directory_symlink("one", watched.folder / link);
      watched.add(link);
    }
    if (by_itself) watched.add("one");
    BOOST_TEST(watched.arrivals.folders() == 1u);
    fs::remove(watched.folder / "second");
    fs::create_directory_symlink("two", watched.folder / "second");
    watched.write("one/1");
    const std::string whole = fs::canonical(watched.folder / "one").string();
    CHECK_TOLD(watched, {by_itself ? "one/1" : "first/1", "trouble: second: led to " + whole +
                                                              ", does so no more, and is watched "
                                                              "no more"});
    watched.write("one/2");
    CHECK_TOLD(watched, {by_itself ? "one/2" : "first/2"});
    watched.write("two/1");
    watched.remove("one");
    const Told gone = watched.told();
    BOOST_TEST(gone.back() == "end: no folder is left to watch");
    for (const char* name : {"one", "first", "second"})
      BOOST_TEST(
          std::ranges::count(gone,
                             "trouble: " + std::string(name) + ": is gone, and watched no more") ==
          (name == std::string_view("first") || (by_itself && name == std::string_view("one"))));
  }
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_to_the_same_folder_stays) {
  Watched watched({});
  watched.folder.make("one");
  fs::create_directory_symlink("one", watched.folder / "link");
  watched.add("link");
  watched.write("one/1");
  CHECK_TOLD(watched, {"link/1"});
}

BOOST_AUTO_TEST_CASE(what_was_there_and_what_is_hidden_is_passed_over) {
  Watched watched({});
  watched.write("in/old");
  watched.folder.make("in/below");
  watched.add("in");
  BOOST_TEST(watched.arrivals.folders() == 1u);
  watched.write("in/.hidden");
  watched.write("in/below/1");
  watched.move("in/.hidden", "in/shown");
  CHECK_TOLD(watched, {"in/shown"});
}

BOOST_AUTO_TEST_CASE(a_maildir_is_looked_at_where_mail_is_delivered) {
  Watched watched({});
  for (const char* name :
       {"box/new", "box/cur", "box/tmp", "box/.b/new", "box/.b/cur", "box/.a/new", "box/.a/cur",
        "box/c/new", "box/c/cur", "box/.new/new", "box/.cur/cur"})
    watched.folder.make(name);
  watched.add("box");
  BOOST_TEST(watched.arrivals.folders() == 6u);
  for (const char* name : {"box/new/1", "box/cur/2:2,S", "box/tmp/3", "box/.b/new/4",
                           "box/.a/cur/5:2,", "box/c/new/6", "box/7", "box/.new/new/8"})
    watched.write(name);
  CHECK_TOLD(watched, {"box/new/1", "box/cur/2:2,S", "box/.b/new/4", "box/.a/cur/5:2,"});
}

BOOST_AUTO_TEST_CASE(what_moves_on_is_told_once_under_its_last_name) {
  Watched watched({"new", "cur"});
  watched.write("new/1");
  watched.move("new/1", "cur/1:2,");
  watched.move("cur/1:2,", "cur/1:2,S");
  CHECK_TOLD(watched, {"cur/1:2,S"});
  watched.move("cur/1:2,S", "cur/1:2,RS");
  CHECK_TOLD(watched, {});
  // A link that nobody could look at before it was moved.
  watched.write("tmp/2");
  watched.link("tmp/2", "new/2");
  watched.move("new/2", "cur/2:2,");
  CHECK_TOLD(watched, {"cur/2:2,"});
  // What was there before is no mail that comes.
  watched.write("tmp/3");
  watched.move("tmp/3", "new/3");
  CHECK_TOLD(watched, {"new/3"});
  watched.move("new/3", "tmp/3");
  watched.move("tmp/3", "new/3");
  CHECK_TOLD(watched, {"new/3"});
}

BOOST_AUTO_TEST_CASE(what_moves_to_and_fro_is_where_it_ends) {
  Watched watched({"new", "cur"});
  watched.write("new/1");
  for (int i = 0; i < 3; ++i) {
    watched.move("new/1", "cur/1");
    watched.move("cur/1", "new/1");
  }
  CHECK_TOLD(watched, {"new/1"});
}

BOOST_AUTO_TEST_CASE(what_could_not_be_read_is_told_again_where_it_went) {
  Watched watched({"new", "cur"});
  watched.write("new/1");
  watched.write("new/2");
  BOOST_TEST(watched.next() == "new/1");
  watched.move("new/1", "cur/1:2,S");
  watched.arrivals.missed();
  BOOST_TEST(watched.next() == "new/2");
  // It is back: what could not be read was there for all that.
  watched.move("new/2", "tmp");
  watched.move("tmp", "new/2");
  watched.arrivals.missed();
  CHECK_TOLD(watched, {"new/2", "cur/1:2,S", "new/2"});
}

BOOST_AUTO_TEST_CASE(what_is_gone_is_told_as_gone) {
  Watched watched({"in", "cur"});
  const std::string gone = ": was gone before it could be read";
  watched.write("tmp/1");
  watched.link("tmp/1", "in/linked");
  watched.remove("in/linked");
  Told wanted = {"trouble: in/linked" + gone};
  // Read, marked as unread, and thrown away.
  watched.write("in/1");
  watched.move("in/1", "cur/1:2,S");
  watched.move("cur/1:2,S", "in/1");
  watched.remove("in/1");
  wanted.push_back("trouble: in/1" + gone);
  for (int i = 1; i <= kMost; ++i) {
    const std::string name = "in/" + std::to_string(100'000 + i);
    watched.write(name);
    watched.remove(name);
    wanted.push_back("trouble: " + name + gone);
  }
  // What is too much to be remembered is told at once.
  std::rotate(wanted.begin(), wanted.end() - 1, wanted.end());
  BOOST_TEST(watched.told() == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(more_links_than_are_remembered_are_all_told) {
  Watched watched;
  watched.write("tmp/1");
  const int most = kMost + 3;
  for (int i = 0; i < most; ++i) watched.link("tmp/1", "in/" + std::to_string(100'000 + i));
  Told wanted;
  for (int i = kMost; i < most; ++i) wanted.push_back("in/" + std::to_string(100'000 + i));
  for (int i = 0; i < kMost; ++i) wanted.push_back("in/" + std::to_string(100'000 + i));
  BOOST_TEST(watched.told() == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(more_than_the_system_tells_of_is_said, *boost::unit_test::label("system")) {
  std::ifstream limit("/proc/sys/fs/inotify/max_queued_events");
  std::size_t most = 0;
  if (!(limit >> most) || most > 1'000'000) return test::skip("so many events can be waiting");
  Watched watched;
  watched.write("in/first");
  const std::string first = watched.folder / "in/first";
  for (std::size_t i = 0; i <= most / 2; ++i) {
    const Descriptor file(::open(first.c_str(), O_RDONLY | O_CLOEXEC));
  }
  watched.write("in/lost");
  CHECK_TOLD(
      watched,
      {"in/first", "trouble: more mail came at once than could be told; some was not looked at"});
  watched.write("in/next");
  CHECK_TOLD(watched, {"in/next"});
}

BOOST_AUTO_TEST_CASE(a_folder_that_goes_is_told_and_with_the_last_one_it_ends) {
  Watched watched({"a", "b"});
  watched.write("b/1");
  watched.remove("a");
  watched.write("b/2");
  CHECK_TOLD(watched, {"trouble: a: is gone, and watched no more", "b/1", "b/2"});
  BOOST_TEST(watched.arrivals.folders() == 1u);
  watched.remove("b");
  CHECK_TOLD(watched,
             {"trouble: b: is gone, and watched no more", "end: no folder is left to watch"});
  BOOST_TEST(watched.next() == "end: no folder is left to watch");
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_moved_is_told_for_mail_comes_into_another_one) {
  Watched watched({});
  for (const char* name : {"way/box/new", "way/box/cur", "way/box/.a/new", "way/box/.a/cur"})
    watched.folder.make(name);
  watched.add("way/box");
  watched.add("way/plain");
  watched.add("other");
  const std::string moved = ": was moved, and is watched no more";
  watched.move("way/plain", "way/old");
  watched.write("way/plain/1");
  watched.write("way/old/2");
  watched.move("way/box/.a", "way/box/.b");
  watched.write("way/box/new/3");
  CHECK_TOLD(watched, {"trouble: way/plain" + moved, "trouble: way/box/.a/new" + moved,
                       "trouble: way/box/.a/cur" + moved, "way/box/new/3"});
  watched.move("way", "gone");
  watched.write("other/4");
  CHECK_TOLD(watched, {"trouble: way/box/new" + moved, "trouble: way/box/cur" + moved, "other/4"});
  watched.remove("gone");
  BOOST_TEST(watched.arrivals.folders() == 1u);
  watched.move("other", "another");
  CHECK_TOLD(watched, {"trouble: other" + moved, "end: no folder is left to watch"});
}

BOOST_AUTO_TEST_CASE(what_cannot_be_watched_is_refused_with_the_reason) {
  Watched watched;
  const auto refusal = [&](const std::string& name) {
    return watched.below(watched.arrivals.add(watched.folder / name));
  };
  watched.write("file");
  BOOST_TEST(refusal("file") == "file: is no folder that can be watched");
  BOOST_TEST(refusal("missing") == "missing: is no folder that can be watched");
  watched.folder.make("box/new");
  watched.folder.make("box/cur");
  watched.folder.make("box/.a");
  {
    const NoMoreFiles full;
    BOOST_TEST(refusal("box") == "box: cannot be listed: Too many open files");
    Arrivals others;
    BOOST_TEST(others.add(watched.folder / "in") ==
               "no folder can be watched: Too many open files");
    BOOST_TEST(others.folders() == 0u);
  }
  BOOST_TEST(refusal("box") == "");
  BOOST_TEST(watched.arrivals.folders() == 3u);
}

// The rights of root are given up for a moment: root may watch all.
BOOST_AUTO_TEST_CASE(a_folder_that_may_not_be_read_is_refused, *boost::unit_test::label("system")) {
  Watched watched;
  fs::permissions(watched.folder.path(), fs::perms(0711));
  fs::permissions(watched.folder.make("shut"), fs::perms(0311));
  const bool is_root = ::geteuid() == 0;
  if (is_root && ::seteuid(65534) != 0) return test::skip("rights cannot be given up");
  const std::string why = watched.arrivals.add(watched.folder / "shut");
  if (is_root) BOOST_TEST_REQUIRE(::seteuid(0) == 0);
  BOOST_TEST(watched.below(why) == "shut: cannot be watched: Permission denied");
}

BOOST_AUTO_TEST_SUITE_END()
