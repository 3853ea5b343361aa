// SPDX-License-Identifier: MIT
//
// A database that a run has written, read again: its rows in the form in which RowRecords wrote
// them, so that whoever takes rows need not know whether a message was walked just now.
// What comes before: database.cpp has written it.  What comes after: report/.
#ifndef BASEWALK_OUTPUT_DATABASE_READER_H_
#define BASEWALK_OUTPUT_DATABASE_READER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/database/database.h"
#include "output/records.h"

namespace basewalk::output {

/// Is it a regular file that is an SQLite database by its first bytes?
bool is_database(const std::string& file);

class DatabaseReader {
 public:
  /// Empty, or why it cannot be read: it is none of ours, of another version, was not finished.
  std::string open(const std::string& file);
  /// Appends the rows of the next message (its own comes last), or of a problem.  False at the end,
  /// and where reading failed: see failure().
  bool next(std::string& rows);
  const std::string& failure() const { return database_.failure(); }

  std::uint64_t messages() const { return messages_; }

 private:
  // The rows of one table in the order of their messages.
  struct Cursor {
    const SqlTable* table = nullptr;
    sqlite3_stmt* statement = nullptr;
    std::optional<std::int64_t> message;  // of the row at hand
    std::string flags;                    // of the link at hand
  };
  bool step(Cursor& cursor);
  void append(Cursor& cursor, std::string& rows);
  std::string flags_of(std::int64_t link);

  Database database_;
  std::vector<Cursor> cursors_;  // those of messages themselves behind what belongs to them
  sqlite3_stmt* flags_ = nullptr;
  std::optional<std::pair<std::int64_t, std::string>> flag_;  // that was read, of a later link
  std::uint64_t messages_ = 0;
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_DATABASE_READER_H_
