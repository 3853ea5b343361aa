// SPDX-License-Identifier: MIT
//
// Links as CSV (RFC 4180): a header line, then a record a link.
#ifndef BASEWALK_OUTPUT_CSV_H_
#define BASEWALK_OUTPUT_CSV_H_

#include <optional>
#include <string>
#include <string_view>

#include "basewalk/walk/walk.h"
#include "run/run.h"

namespace basewalk::cli {

/// The header line.
extern const std::string_view kCsvHeader;

/// Appends a field, in quotes where it needs them.
void append_csv(std::string& out, std::string_view text);

/// Writes the links of one message after the other.
class CsvRecords {
 public:
  explicit CsvRecords(bool with_text = false) : with_text_(with_text) {}
  void begin(const MessageAt& at, const std::optional<std::string>& message_id);
  void link(const Link& link, std::string& out) const;
  /// A message without links, in a slice alone: merge has to count it.
  void no_links(std::string& out) const;

 private:
  std::string message_;  // the columns that all its links share
  bool with_text_;
};

}  // namespace basewalk::cli

#endif  // BASEWALK_OUTPUT_CSV_H_
