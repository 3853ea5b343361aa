// SPDX-License-Identifier: MIT
//
// The rows of a report's tables as files beside its pages, which the script loads (theme/report.js
// says what it takes): a page that is opened from a folder may load scripts and nothing else.
// What comes before: mail.h.  What comes after: theme/report.js.
#ifndef BASEWALK_REPORT_TABLE_DATA_H_
#define BASEWALK_REPORT_TABLE_DATA_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::report {

/// One table.  Values are given row by row, each to its column.
class TableData {
 public:
  /// A file has so many rows, or about so many bytes, at the most.
  static constexpr std::size_t kRows = 20'000, kBytes = std::size_t{8} << 20;
  /// The longest text of a value, in bytes; a longer one is cut, and ends with "…".
  static constexpr std::size_t kLongest = 300;

  enum class Kind : std::uint8_t { text, number, word, set };
  struct Column {
    std::string_view name;
    Kind kind;
  };
  /// Takes a file: its name, and what is in it.  False where it could not be written.
  using Write = std::function<bool(const std::string& name, const std::string& bytes)>;

  /// `sets` are the names of the bits of each column that is a set.
  TableData(std::string_view name, std::vector<Column> columns, std::vector<std::string> sets,
            Write write)
      : name_(name),
        columns_(std::move(columns)),
        sets_(std::move(sets)),
        write_(std::move(write)) {
    values_.resize(columns_.size());
  }

  void text(std::size_t column, std::string_view text);
  void number(std::size_t column, std::optional<std::uint64_t> number);
  /// One of a few; empty: none.
  void word(std::size_t column, std::string_view word);
  void set(std::size_t column, std::uint64_t bits);
  /// The row is whole.
  void end_row();
  void finish();

  std::size_t rows() const { return rows_; }
  std::size_t files() const { return files_; }

 private:
  struct Values {
    std::string json;  // "a\nb" of texts; numbers with commas
    std::map<std::string, std::size_t, std::less<>> words;
    std::vector<std::string> names;
  };
  void append(std::size_t column, std::string_view number);
  void flush();

  std::string_view name_;
  std::vector<Column> columns_;
  std::vector<std::string> sets_;
  Write write_;
  std::vector<Values> values_;
  std::size_t rows_ = 0, first_ = 0, bytes_ = 0, files_ = 0;
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_TABLE_DATA_H_
