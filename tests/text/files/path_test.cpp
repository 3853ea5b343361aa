// SPDX-License-Identifier: MIT
#include "text/files/path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "support/folder.h"
#include "text/files/descriptor.h"

using namespace basewalk::text;

BOOST_AUTO_TEST_SUITE(paths)

BOOST_AUTO_TEST_CASE(suffixes_are_names_that_nobody_has) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string suffix = unique_suffix();
    BOOST_TEST(suffix.size() == 7u);
    BOOST_TEST(suffix.front() == '.');
    BOOST_TEST(suffix.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789",
                                        1) == std::string::npos);
    seen.insert(suffix);
  }
  // Of 62 to the power of six names two of a hundred are the same once in ten million runs.
  BOOST_TEST(seen.size() == 100u);
}

BOOST_AUTO_TEST_CASE(the_folder_is_before_the_last_slash) {
  BOOST_TEST(folder_of("a") == ".");
  BOOST_TEST(folder_of("/a") == "/");
  BOOST_TEST(folder_of("a/b") == "a");
  BOOST_TEST(folder_of("/a/b/c") == "/a/b");
  BOOST_TEST(folder_of("") == ".");
}

// As another process would find it.
mode_t mode_of(const std::string& name) {
  struct stat status {};
  return ::stat(name.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

struct Two : basewalk::test::Folder {
  Two(mode_t mode, mode_t of_new) : old(write("old", "a")), made(write("new", "b")) {
    ::chmod(old.c_str(), mode);
    ::chmod(made.c_str(), of_new);
  }
  void take() const {
    const Descriptor file(::open(made.c_str(), O_RDONLY | O_CLOEXEC));
    take_rights_of(old, file.number());
  }
  const std::string old, made;
};

BOOST_AUTO_TEST_CASE(what_takes_the_place_of_a_file_is_kept_from_whom_that_was) {
  for (const mode_t mode : {0600, 0640, 0664, 0444, 0705, 0}) {
    const Two two(mode, 0666);
    two.take();
    BOOST_TEST(mode_of(two.made) == mode);
  }
  const Two two(04755, 0600);  // of programs that run as others nothing is made
  two.take();
  BOOST_TEST(mode_of(two.made) == 0755U);
}

BOOST_AUTO_TEST_CASE(what_is_no_regular_file_has_no_rights_to_give) {
  const Two two(0604, 0640);
  std::filesystem::rename(two.old, two.old + "er");
  two.take();
  BOOST_TEST(mode_of(two.made) == 0640U);
  std::filesystem::create_symlink(two.old + "er", two.old);
  two.take();
  BOOST_TEST(mode_of(two.made) == 0640U);
  BOOST_TEST(mode_until_named(two.old) == 0600U);
  BOOST_TEST(mode_until_named(two.old + "est") == 0666U);
}

BOOST_AUTO_TEST_CASE(nothing_is_given_to_who_has_put_a_file_where_all_may) {
  const Two two(0666, 0600);
  if (::chown(two.old.c_str(), 65534, 65534) != 0) return;  // who is no root gives nothing away
  ::chmod(two.path().c_str(), 01777);
  two.take();
  struct stat status {};
  BOOST_TEST(::stat(two.made.c_str(), &status) == 0);
  BOOST_TEST(status.st_uid == ::geteuid());
  BOOST_TEST(mode_of(two.made) == 0600U);
  ::chmod(two.path().c_str(), 0700);
  two.take();
  BOOST_TEST(::stat(two.made.c_str(), &status) == 0);
  BOOST_TEST(status.st_uid == 65534U);
  BOOST_TEST(mode_of(two.made) == 0666U);
}

#ifdef __linux__
BOOST_AUTO_TEST_CASE(a_list_of_who_may_do_what_goes_with_it) {
  // acl(5), version 2: its owner reads and writes, user 1000 reads, nobody else does anything.
  constexpr std::string_view kList(
      "\2\0\0\0"
      "\1\0\6\0\xFF\xFF\xFF\xFF\2\0\4\0\xE8\3\0\0\4\0\0\0\xFF\xFF\xFF\xFF"
      "\20\0\4\0\xFF\xFF\xFF\xFF\40\0\0\0\xFF\xFF\xFF\xFF",
      44);
  constexpr const char* kName = "system.posix_acl_access";
  const Two two(0600, 0600);
  if (::setxattr(two.old.c_str(), kName, kList.data(), kList.size(), 0) != 0) return;  // no lists
  two.take();
  char list[100];
  const ssize_t size = ::getxattr(two.made.c_str(), kName, list, sizeof list);
  BOOST_TEST(
      (std::string_view(list, static_cast<std::size_t>(std::max<ssize_t>(size, 0))) == kList));
  BOOST_TEST(mode_of(two.made) == 0640U);  // what the list gives at the most
  // The other way round the new one has one of its folder.
  ::setxattr(two.made.c_str(), kName, kList.data(), kList.size(), 0);
  ::removexattr(two.old.c_str(), kName);
  ::chmod(two.old.c_str(), 0640);
  two.take();
  BOOST_TEST(::getxattr(two.made.c_str(), kName, list, sizeof list) == -1);
  BOOST_TEST(mode_of(two.made) == 0640U);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
