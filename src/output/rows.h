// SPDX-License-Identifier: MIT
//
// Records on their way to the database: threads write them as rows of a buffer, one thread binds
// them to statements.  A row is a letter (its table) and its columns in order; a text is its length
// and its bytes, a number eight bytes.  Nothing of this is ever stored.
#ifndef BASEWALK_OUTPUT_ROWS_H_
#define BASEWALK_OUTPUT_ROWS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/walk/walk.h"
#include "run/run.h"

namespace basewalk::cli {

enum class Table : char { message = 'm', part = 'p', link = 'l', note = 'n', problem = 'x' };

/// Writes the rows of one message after the other; the row of the message itself comes last.
class RowRecords {
 public:
  explicit RowRecords(url::Rules rules, bool with_text = false)
      : rules_(rules), with_text_(with_text) {}
  void part(const PartReport& part, std::string& out) const;
  void link(const Link& link, std::string& out) const;
  void note(const MessageAt& at, const NoteReport& note, std::string& out) const;
  void message(const MessageAt& at, const std::optional<std::string>& message_id,
               const WalkSummary& summary, std::string& out) const;
  static void problem(const archive::Item& item, std::string& out);

 private:
  url::Rules rules_;
  bool with_text_;  // of links
};

/// Takes rows apart.
class RowReader {
 public:
  explicit RowReader(std::string_view rows) : rest_(rows) {}
  std::optional<Table> next_row();
  std::optional<std::string_view> text();
  std::optional<std::uint64_t> number();

 private:
  std::string_view rest_;
};

}  // namespace basewalk::cli

#endif  // BASEWALK_OUTPUT_ROWS_H_
