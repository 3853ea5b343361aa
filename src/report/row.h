// SPDX-License-Identifier: MIT
//
// One row of a table of output/records.h, its values by the names of their columns: of a walk
// (RowRecords), or of a database that a run has written (database_reader.h).  Both ways a report
// knows the same of a message.
// What comes after: mail.h makes a message of rows.
#ifndef BASEWALK_REPORT_ROW_H_
#define BASEWALK_REPORT_ROW_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "output/records.h"

namespace basewalk::report {

class Row {
 public:
  /// Takes a row of what RowRecords has written, behind its letter; views into that.
  void take(char letter, output::RowReader& rows);

  const output::SqlTable& table() const { return *table_; }
  /// By the column's name in SQL; empty or 0 where it is null.
  std::string_view text(std::string_view column) const { return value(column).text.value_or(""); }
  std::uint64_t number(std::string_view column) const { return value(column).number.value_or(0); }
  std::optional<std::string_view> text_or_null(std::string_view column) const {
    return value(column).text;
  }
  std::optional<std::uint64_t> number_or_null(std::string_view column) const {
    return value(column).number;
  }

 private:
  struct Value {
    std::optional<std::string_view> text;
    std::optional<std::uint64_t> number;
  };
  const Value& value(std::string_view column) const;

  const output::SqlTable* table_ = nullptr;
  std::vector<Value> values_;
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_ROW_H_
