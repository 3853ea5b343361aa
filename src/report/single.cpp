// SPDX-License-Identifier: MIT
#include "report/single.h"

#include "output/records.h"
#include "report/row.h"

namespace basewalk::report {

void Single::write(std::string_view rows) {
  output::RowReader reader(rows);
  Row row;
  while (const std::optional<char> letter = reader.next_row()) {
    if (*letter == kPageRow) {
      const std::string_view page = reader.text().value_or("");
      if (page.empty()) fail("the template message.html could not be filled");
      if (messages_ == 0) page_ = page;
      continue;
    }
    row.take(*letter, reader);
    if (row.table().name == "message" && ++messages_ == 2)
      fail(std::string("one file is of one message, and there are more: ") +
           (is_database_ ? "give a database of one" : "--at OFFSET names one of them"));
  }
}

}  // namespace basewalk::report
