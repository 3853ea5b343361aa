// SPDX-License-Identifier: MIT
#include "text/files/new_folder.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#include "support/files.h"
#include "support/folder.h"

namespace basewalk::text {
namespace {

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  return names;
}

BOOST_AUTO_TEST_SUITE(new_folder)

BOOST_AUTO_TEST_CASE(appears_whole) {
  const test::Folder around;
  NewFolder folder;
  BOOST_TEST_REQUIRE(folder.open(around / "out/").has_value());
  BOOST_TEST(!std::filesystem::exists(around / "out"));
  BOOST_TEST(folder.add_folder("data") == 0);
  BOOST_TEST(folder.add_file("a", {"one ", "", "two"}) == 0);
  BOOST_TEST(folder.add_file("data/b", {"three"}) == 0);
  BOOST_TEST(folder.commit() == 0);
  BOOST_TEST(test::read_file(around / "out/a") == "one two");
  BOOST_TEST(test::read_file(around / "out/data/b") == "three");
  BOOST_TEST(names_in(around.path()).size() == 1u);
}

BOOST_AUTO_TEST_CASE(leaves_nothing_that_was_not_committed) {
  const test::Folder around;
  {
    NewFolder folder;
    BOOST_TEST_REQUIRE(folder.open(around / "out").has_value());
    BOOST_TEST(folder.add_folder("data") == 0);
    BOOST_TEST(folder.add_file("data/b", {"three"}) == 0);
    BOOST_TEST(names_in(around.path()).size() == 1u);
  }
  BOOST_TEST(names_in(around.path()).empty());
}

BOOST_AUTO_TEST_CASE(is_a_new_one_in_one_that_is_there) {
  const test::Folder around;
  const auto code_of = [](const std::string& path) {
    NewFolder folder;
    const Result<bool> opened = folder.open(path);
    return opened ? std::string() : opened.error().code;
  };
  for (const char* const name : {"", "/", "//", ".", "..", "./", "../"})
    BOOST_TEST(code_of(name) == "exists", name);
  for (const char* const name : {"/.", "/..", "/../"})
    BOOST_TEST(code_of(around.path().string() + name) == "exists", name);
  BOOST_TEST(code_of(around / "none/out") == "missing");
  around.write("file", "");
  BOOST_TEST(code_of(around / "file/out") == "unwritable");
  BOOST_TEST(code_of(around / "file") == "exists");
  BOOST_TEST(code_of(around.path().string()) == "exists");
  BOOST_TEST(code_of(around / "out") == "");
}

// So many that all of the file system is written at once.
BOOST_AUTO_TEST_CASE(appears_whole_with_many_files) {
  const test::Folder around;
  NewFolder folder;
  BOOST_TEST_REQUIRE(folder.open(around / "out").has_value());
  BOOST_TEST(folder.add_folder("data") == 0);
  for (int i = 0; i < 100; ++i)
    BOOST_TEST(folder.add_file((i % 2 == 0 ? "" : "data/") + std::to_string(i), {"x"}) == 0);
  BOOST_TEST(folder.commit() == 0);
  BOOST_TEST(names_in(around / "out").size() == 51u);
  BOOST_TEST(names_in(around / "out/data").size() == 50u);
}

BOOST_AUTO_TEST_CASE(what_has_come_between_stays) {
  const test::Folder around;
  {
    NewFolder folder;
    BOOST_TEST_REQUIRE(folder.open(around / "out").has_value());
    BOOST_TEST(folder.add_file("a", {"ours"}) == 0);
    around.write("out/a", "theirs");
    BOOST_TEST(folder.commit() == EEXIST);
  }
  BOOST_TEST(test::read_file(around / "out/a") == "theirs");
  BOOST_TEST(names_in(around.path()).size() == 1u);
}

BOOST_AUTO_TEST_CASE(takes_names_of_its_own_alone) {
  const test::Folder around;
  NewFolder folder;
  BOOST_TEST_REQUIRE(folder.open(around / "out").has_value());
  BOOST_TEST(folder.add_folder("data") == 0);
  BOOST_TEST(folder.add_folder("data") == EEXIST);
  for (const char* const name :
       {"", ".", "..", "../x", "x/y", "data/", "data/..", "data/x/y", "/x", "data//x"})
    BOOST_TEST(folder.add_file(name, {"x"}) == EINVAL, name);
  BOOST_TEST(folder.add_folder("a/b") == EINVAL);
  BOOST_TEST(folder.add_file(std::string("x\0y", 3), {"x"}) == EINVAL);
  BOOST_TEST(folder.add_file("x", {"x"}) == 0);
  BOOST_TEST(folder.add_file("x", {"y"}) == EEXIST);
}

BOOST_AUTO_TEST_CASE(replaces_nothing) {
  const test::Folder around;
  around.write("file", "mine");
  NewFolder folder;
  const Result<bool> there = folder.open(around / "file");
  BOOST_TEST_REQUIRE(!there.has_value());
  BOOST_TEST(there.error().code == "exists");
  NewFolder nowhere;
  const Result<bool> missing = nowhere.open(around / "none/out");
  BOOST_TEST_REQUIRE(!missing.has_value());
  BOOST_TEST(missing.error().code == "missing");
  // Somebody makes it meanwhile.
  NewFolder late;
  BOOST_TEST_REQUIRE(late.open(around / "late").has_value());
  BOOST_TEST(late.add_file("x", {"x"}) == 0);
  around.write("late/theirs", "theirs");
  BOOST_TEST(late.commit() == EEXIST);
  late.remove();
  BOOST_TEST(test::read_file(around / "late/theirs") == "theirs");
  BOOST_TEST(names_in(around.path()).size() == 2u);
}

BOOST_AUTO_TEST_CASE(is_ours_alone_until_it_is_whole) {
  const test::Folder around;
  const mode_t mask = ::umask(022);
  NewFolder folder;
  BOOST_TEST_REQUIRE(folder.open(around / "out").has_value());
  struct stat status {};
  BOOST_TEST(::stat((around / names_in(around.path()).front()).c_str(), &status) == 0);
  BOOST_TEST((status.st_mode & 0777) == 0700u);
  BOOST_TEST(folder.commit() == 0);
  BOOST_TEST(::stat((around / "out").c_str(), &status) == 0);
  BOOST_TEST((status.st_mode & 0777) == 0755u);
  ::umask(mask);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace basewalk::text
