// SPDX-License-Identifier: MIT
//
// A folder of its own for a test, filled by paths and gone at its end.
#ifndef BASEWALK_TESTS_SUPPORT_FOLDER_H_
#define BASEWALK_TESTS_SUPPORT_FOLDER_H_

#include <filesystem>
#include <string>
#include <string_view>

namespace basewalk::test {

class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// Writes a file and the folders that it lies in; gives its whole path.
  std::string write(const std::string& name, std::string_view bytes) const;
  std::string make(const std::string& folder) const;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_FOLDER_H_
