// SPDX-License-Identifier: MIT
#include "text/files/unnamed_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "support/folder.h"
#include "text/files/descriptor.h"

namespace basewalk::text {
namespace {

// The environment has it for as long as this lives; nullptr: it has none.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const char* name) {
    if (const char* const was = std::getenv("TMPDIR")) before_ = was;
    set(name);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { set(before_ ? before_->c_str() : nullptr); }

 private:
  static void set(const char* name) {
    if (name == nullptr)
      ::unsetenv("TMPDIR");
    else
      ::setenv("TMPDIR", name, 1);
  }
  std::optional<std::string> before_;
};

BOOST_AUTO_TEST_SUITE(unnamed_files)

BOOST_AUTO_TEST_CASE(lie_where_the_environment_says) {
  for (const char* const none : {static_cast<const char*>(nullptr), ""}) {
    const TemporaryFolder folder(none);
    BOOST_TEST(temporary_folder() == "/tmp");
  }
  const TemporaryFolder folder("/a/b");
  BOOST_TEST(temporary_folder() == "/a/b");
}

BOOST_AUTO_TEST_CASE(have_no_name_and_are_ours_alone) {
  const test::Folder around;
  const TemporaryFolder folder(around.path().c_str());
  const Descriptor file(unnamed_file());
  BOOST_TEST_REQUIRE(file.is_open());
  BOOST_TEST(std::filesystem::is_empty(around.path()));
  struct stat status {
  }, place{};
  BOOST_TEST(::fstat(file.number(), &status) == 0);
  BOOST_TEST(::stat(around.path().c_str(), &place) == 0);
  BOOST_TEST(status.st_dev == place.st_dev);
  BOOST_TEST(status.st_nlink == 0u);
  BOOST_TEST((status.st_mode & 0777) == 0600u);
  BOOST_TEST((::fcntl(file.number(), F_GETFD) & FD_CLOEXEC) != 0);
  BOOST_TEST(write_all(file.number(), "kept") == 0);
  char bytes[8] = "";
  BOOST_TEST(::pread(file.number(), bytes, sizeof bytes, 0) == 4);
  BOOST_TEST(std::string(bytes) == "kept");
}

BOOST_AUTO_TEST_CASE(are_none_where_there_is_no_folder) {
  const test::Folder around;
  const TemporaryFolder folder((around / "none").c_str());
  const int file = unnamed_file();
  const int number = errno;
  BOOST_TEST(file == -1);
  BOOST_TEST(number == ENOENT);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace basewalk::text
