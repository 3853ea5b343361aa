// SPDX-License-Identifier: MIT
//
// A folder of a test's own, gone with all that is in it at the test's end.
#ifndef BASEWALK_TESTS_SUPPORT_TEMPORARY_FOLDER_H_
#define BASEWALK_TESTS_SUPPORT_TEMPORARY_FOLDER_H_

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

namespace basewalk::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "basewalk-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), pattern);
    path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_TEMPORARY_FOLDER_H_
