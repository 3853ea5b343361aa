// SPDX-License-Identifier: MIT
//
// What the tests share: finding and reading data, tables of rows, copies of exact size.
#ifndef BASEWALK_TESTS_SUPPORT_FILES_H_
#define BASEWALK_TESTS_SUPPORT_FILES_H_

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::test {

/// tests/data
std::filesystem::path data_dir();
/// What a program exits with that could not test what it was asked to: CTest reports it as skipped.
constexpr int kSkipped = 77;
/// For programs that compare over folders: ends the program with kSkipped, and says why, where one
/// of them is absent.
void need_folders(std::span<const char* const> folders);

std::string read_file(const std::filesystem::path& path);
/// Every regular file below a folder, sorted by name.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder);

/// A line of a table of tab-separated cells.  Printed as file:line in failures.
struct Row {
  std::string file;
  int line = 0;
  std::vector<std::string> cells;

  /// A cell; empty where the row is shorter.
  const std::string& operator[](std::size_t i) const;
};
std::ostream& operator<<(std::ostream& out, const Row& row);

/// The rows of a table under tests/data (or anywhere, by an absolute path), without its head line
/// and lines that begin with "# ". Cells are as they stand.
std::vector<Row> read_table(const std::filesystem::path& name);

/// A cell with \t \n \r \0 \\ and \xHH replaced by the characters they stand for.
std::string unescape(std::string_view cell);

/// A copy of a text in a heap block of exactly its size, so that AddressSanitizer sees a read of
/// one byte too far.
class ExactCopy {
 public:
  explicit ExactCopy(std::string_view text);
  std::string_view view() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_FILES_H_
