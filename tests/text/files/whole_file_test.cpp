// SPDX-License-Identifier: MIT
#include "text/files/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sys/resource.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/folder.h"
#include "text/files/path.h"
#include "text/files/shared_file.h"
#include "text/files/small_file.h"
#include "text/files/whole_input.h"

using namespace basewalk::text;
namespace fs = std::filesystem;

namespace {

struct Folder : basewalk::test::Folder {
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path()), fs::directory_iterator()));
  }
};

std::string content(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void put(const std::string& name, std::string_view text) {
  std::ofstream(name, std::ios::binary) << text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(appears_whole_or_not_at_all) {
  const Folder folder;
  const std::string name = folder / "result";
  put(name, "old");
  {
    WholeFile file;
    BOOST_TEST(file.open(name));
    file.output().write("half");
    file.output().flush();
    BOOST_TEST(content(name) == "old");
  }
  BOOST_TEST(content(name) == "old");
  BOOST_TEST(folder.files() == 1u);
  BOOST_TEST(write_whole_file(name, "new") == "");
  BOOST_TEST(content(name) == "new");
  BOOST_TEST(folder.files() == 1u);
}

BOOST_AUTO_TEST_CASE(keeps_what_has_come_between) {
  const Folder folder;
  const std::string name = folder / "out";
  for (const bool between : {false, true}) {
    fs::remove(name);
    WholeFile file;
    BOOST_REQUIRE(file.open(name));
    file.output().write("new");
    if (between) put(name, "old");
    BOOST_TEST(file.commit(Existing::keep) == !between);
    BOOST_TEST(content(name) == (between ? "old" : "new"));
    BOOST_TEST(file.failure().empty() == !between);
  }
  BOOST_TEST(folder.files() == 1U);
}

// Standard output is a file for as long as this lives.
class StandardOutput {
 public:
  explicit StandardOutput(const std::string& name)
      : before_(::dup(STDOUT_FILENO)), file_(::open(name.c_str(), O_RDWR | O_CREAT, 0600)) {
    ::dup2(file_, STDOUT_FILENO);
  }
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;
  ~StandardOutput() {
    ::dup2(before_, STDOUT_FILENO);
    ::close(before_);
    ::close(file_);
  }

 private:
  int before_, file_;
};

BOOST_AUTO_TEST_CASE(without_a_name_it_is_standard_output) {
  for (const char* const name : {"", "-"}) {
    const Folder folder;
    bool is_done = false;
    {
      const StandardOutput output(folder / "stdout");
      WholeFile file;
      is_done = file.open(name);
      file.output().write("whole");
      is_done = is_done && file.commit();
    }
    BOOST_TEST(is_done);
    BOOST_TEST(content(folder / "stdout") == "whole");
    BOOST_TEST(folder.files() == 1u);
  }
}

// Where power was lost a file may end within a line: that is ended first, once.
BOOST_AUTO_TEST_CASE(a_line_that_was_torn_is_ended_before_the_next) {
  struct Row {
    const char *before, *behind;
  };
  for (const Row& row : {Row{"", "one\ntwo\n"},
                         {"whole\n", "whole\none\ntwo\n"},
                         {"ha", "ha\none\ntwo\n"},
                         {"whole\nha", "whole\nha\none\ntwo\n"}}) {
    const Folder folder;
    put(folder / "log", row.before);
    SharedFile file;
    BOOST_TEST_REQUIRE(file.open(folder / "log"));
    BOOST_TEST(file.append("one\n"));
    BOOST_TEST(file.append("two\n"));
    BOOST_TEST(content(folder / "log") == row.behind);
  }
  const Folder folder;
  SharedFile none;
  BOOST_TEST(!none.open(folder / "none/log"));
  BOOST_TEST(none.failure() == "cannot be written: No such file or directory");
}

BOOST_AUTO_TEST_CASE(what_many_append_to_is_not_where_the_message_goes) {
  const Folder folder;
  bool is_open = true, is_other_open = false, is_device_open = false;
  std::string failure;
  {
    const StandardOutput output(folder / "stdout");
    SharedFile file, other;
    is_open = file.open(folder / "stdout");
    failure = file.failure();
    is_other_open = other.open(folder / "other");
  }
  {
    const StandardOutput output("/dev/null");
    SharedFile device;
    is_device_open = device.open("/dev/null");
  }
  BOOST_TEST(!is_open);
  BOOST_TEST(failure == "is standard output, where the message goes; name another file");
  BOOST_TEST(is_other_open);
  BOOST_TEST(is_device_open);
}

BOOST_AUTO_TEST_CASE(is_as_readable_as_other_files) {
  const Folder folder;
  const mode_t mask = ::umask(027);
  BOOST_TEST(write_whole_file(folder / "result", "x") == "");
  ::umask(mask);
  struct stat status;
  BOOST_REQUIRE(::stat((folder / "result").c_str(), &status) == 0);
  BOOST_TEST((status.st_mode & 0777) == 0640u);
}

BOOST_AUTO_TEST_CASE(goes_where_a_link_leads) {
  const Folder folder;
  put(folder / "target", "old");
  fs::create_symlink("target", folder.path() / "link");
  BOOST_TEST(target_of(folder / "link") == fs::canonical(folder.path() / "target").string());
  BOOST_TEST(write_whole_file(folder / "link", "new") == "");
  BOOST_TEST(fs::is_symlink(folder.path() / "link"));
  BOOST_TEST(content(folder / "target") == "new");
}

// As where a shell writes: the links stay, whether what they lead to is there or not.
BOOST_AUTO_TEST_CASE(goes_where_a_link_leads_that_leads_to_nothing_yet) {
  const Folder folder;
  fs::create_directory(folder.path() / "there");
  fs::create_symlink("there/result", folder.path() / "second");
  fs::create_symlink(folder.path() / "second", folder.path() / "first");
  BOOST_TEST(write_whole_file(folder / "first", "new") == "");
  BOOST_TEST(fs::is_symlink(folder.path() / "first"));
  BOOST_TEST(fs::is_symlink(folder.path() / "second"));
  BOOST_TEST(content(folder / "there/result") == "new");
  fs::create_symlink("gone/result", folder.path() / "third");
  BOOST_TEST(write_whole_file(folder / "third", "x") != "");
  BOOST_TEST(fs::is_symlink(folder.path() / "third"));
}

BOOST_AUTO_TEST_CASE(says_what_cannot_be_written) {
  const Folder folder;
  BOOST_TEST(write_whole_file(folder / "gone/result", "x") ==
             folder / "gone/result" +
                 std::string(": cannot be written: No such file or directory"));
  BOOST_TEST(write_whole_file("/dev/full", "x") ==
             "/dev/full: cannot be written: No space left on device");
}

BOOST_AUTO_TEST_CASE(names_are_taken_apart) {
  BOOST_TEST(folder_of("a") == ".");
  BOOST_TEST(folder_of("/a") == "/");
  BOOST_TEST(folder_of("a/b/c") == "a/b");
  BOOST_TEST(is_replaceable("/no/such/file"));
  BOOST_TEST(!is_replaceable("/dev/null"));
  BOOST_TEST(unique_suffix().size() == 7u);
  BOOST_TEST(unique_suffix() != unique_suffix());
}

BOOST_AUTO_TEST_CASE(small_files_have_a_bound) {
  const Folder folder;
  put(folder / "key", "12345");
  BOOST_TEST(read_small_file(folder / "key", 5)->bytes == "12345");
  BOOST_TEST(read_small_file(folder / "key", 4).error().code == "size");
  BOOST_TEST(read_small_file(folder / "gone", 4).error().code == "unreadable");
  BOOST_TEST(read_small_file(folder.path().string(), 4).error().code == "unreadable");
  BOOST_TEST(read_small_file("/dev/null", 4).error().code == "kind");
  fs::permissions(folder.path() / "key", fs::perms::owner_read | fs::perms::others_read);
  BOOST_TEST(read_small_file(folder / "key", 5)->others_can_read);
  fs::permissions(folder.path() / "key", fs::perms::owner_read);
  BOOST_TEST(!read_small_file(folder / "key", 5)->others_can_read);
}

BOOST_AUTO_TEST_CASE(whole_input_stops_a_little_past_its_limit) {
  const Folder folder;
  put(folder / "mail", std::string(200'000, 'x'));
  WholeInput all;
  BOOST_TEST(all.open(folder / "mail"));
  BOOST_TEST((all.read(200'000) == WholeInput::State::complete));
  BOOST_TEST(all.bytes().size() == 200'000u);
  WholeInput some;
  BOOST_TEST(some.open(folder / "mail"));
  BOOST_TEST((some.read(100) == WholeInput::State::longer));
  std::size_t size = some.bytes().size();
  BOOST_TEST(size > 100u);
  while ((some.read_on() == WholeInput::State::complete) && !some.bytes().empty())
    size += some.bytes().size();
  BOOST_TEST(size == 200'000u);
  WholeInput none;
  BOOST_TEST(!none.open(folder / "gone"));
  BOOST_TEST(none.failure() == folder / "gone" + std::string(": No such file or directory"));
}

BOOST_AUTO_TEST_CASE(shared_files_grow_by_whole_lines) {
  const Folder folder;
  for (const char* line : {"one\n", "two\n"}) {
    SharedFile file;
    BOOST_TEST(file.open(folder / "report"));
    BOOST_TEST(file.append(line));
    BOOST_TEST(file.failure() == "");
  }
  BOOST_TEST(content(folder / "report") == "one\ntwo\n");
  SharedFile full;
  BOOST_TEST(full.open("/dev/full"));
  BOOST_TEST(!full.append("x"));
  BOOST_TEST(full.failure() == "cannot be written: No space left on device");
}

// Found by attack: of a folder that was removed the report went on, and nobody could read it.
BOOST_AUTO_TEST_CASE(a_report_that_was_removed_is_made_anew) {
  const Folder folder;
  fs::create_directory(folder / "logs");
  SharedFile file;
  BOOST_REQUIRE(file.open(folder / "logs/report"));
  BOOST_TEST(file.append("one\n"));
  fs::rename(folder / "logs/report", folder / "logs/old");
  BOOST_TEST(file.append("two\n"));
  BOOST_TEST(content(folder / "logs/old") == "one\ntwo\n");
  fs::remove(folder / "logs/old");
  BOOST_TEST(file.append("three\n"));
  BOOST_TEST(content(folder / "logs/report") == "three\n");
  fs::remove_all(folder / "logs");
  for (int i = 0; i < 2; ++i) {
    BOOST_TEST(!file.append("lost\n"));
    BOOST_TEST(file.failure() == "cannot be written: No such file or directory");
  }
  fs::create_directory(folder / "logs");
  BOOST_TEST(file.append("four\n"));
  BOOST_TEST(content(folder / "logs/report") == "four\n");
}

BOOST_AUTO_TEST_CASE(standard_input_has_two_names) {
  for (const char* name : {"", "-"}) {
    WholeInput input;
    BOOST_TEST(input.open(name));
    BOOST_TEST(input.name() == "standard input");
  }
}

// As on a disk that becomes full within the line.
BOOST_AUTO_TEST_CASE(half_a_line_is_taken_away_again) {
  const Folder folder;
  SharedFile file;
  BOOST_REQUIRE(file.open(folder / "report"));
  BOOST_REQUIRE(file.append("12345678\n"));
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto signal = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 12;
  ::setrlimit(RLIMIT_FSIZE, &small);
  const bool appended = file.append("abcdefgh\n");
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, signal);
  BOOST_TEST(!appended);
  BOOST_TEST(file.failure() == "cannot be written: File too large");
  BOOST_TEST(content(folder / "report") == "12345678\n");
  BOOST_TEST(file.append("next\n"));
  BOOST_TEST(content(folder / "report") == "12345678\nnext\n");
}

BOOST_AUTO_TEST_CASE(what_opens_and_cannot_be_read_is_told) {
  const Folder folder;
  WholeInput input;
  BOOST_REQUIRE(input.open(folder.path().string()));
  BOOST_TEST((input.read(100) == WholeInput::State::failed));
  BOOST_TEST(input.failure() == folder.path().string() + ": cannot be read: Is a directory");
  BOOST_TEST((input.read_on() == WholeInput::State::failed));
  // The first page of a process: EIO.  Where there is none, that is told in the same way.
  BOOST_TEST(read_small_file("/proc/self/mem", 100).error().code == "unreadable");
}

BOOST_AUTO_TEST_SUITE_END()
