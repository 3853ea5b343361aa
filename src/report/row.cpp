// SPDX-License-Identifier: MIT
#include "report/row.h"

#include <algorithm>
#include <cassert>

namespace basewalk::report {

void Row::take(char letter, output::RowReader& rows) {
  const std::vector<output::SqlTable>& tables = output::sql_tables();
  const auto table = std::ranges::find(tables, letter, &output::SqlTable::letter);
  assert(table != tables.end());
  table_ = &*table;
  values_.clear();
  for (const output::SqlColumn& column : table->columns) {
    if (column.is_number)
      values_.push_back({{}, rows.number()});
    else
      values_.push_back({rows.text(), {}});
  }
}

const Row::Value& Row::value(std::string_view column) const {
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (table_->columns[i].name == column) return values_[i];
  static const Value kNone;
  assert(false);
  return kNone;
}

}  // namespace basewalk::report
