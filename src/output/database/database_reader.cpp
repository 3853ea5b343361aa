// SPDX-License-Identifier: MIT
#include "output/database/database_reader.h"

#include <sys/stat.h>

#include <fstream>
#include <limits>
#include <string_view>
#include <utility>

#include "output/database/sqlite_calls.h"
#include "output/records.h"
#include "text/json.h"
#include "text/utf8.h"

namespace basewalk::output {
namespace {

std::string_view text_at(sqlite3_stmt* statement, int column) {
  const void* const bytes = sqlite().column_blob(statement, column);
  const int size = sqlite().column_bytes(statement, column);
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

// Rows of a walk are UTF-8; of a database that somebody else has written to it need not be.
void append_as_utf8(std::string_view text, std::string& rows) {
  if (utf8::is_valid(text)) return RowRecords::append_text(text, rows);
  std::string valid;
  text::append_utf8(valid, text);
  RowRecords::append_text(valid, rows);
}

}  // namespace

bool is_database(const std::string& file) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  // What is taken out of a pipe is gone.
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  char bytes[kMagic.size()] = {};
  std::ifstream stream(file, std::ios::binary);
  return stream.read(bytes, sizeof bytes) && std::string_view(bytes, sizeof bytes) == kMagic;
}

std::string DatabaseReader::open(const std::string& file) {
  if (!database_.open_to_read(file)) return database_.failure();
  database_.distrust(file, size_of(file));
  if (const std::string why = why_not_finished(database_, "main"); !why.empty())
    return file + ": " + why;
  for (const SqlTable& table : sql_tables()) {
    const bool is_own = table.id == SqlId::of_message;
    std::string sql = "SELECT " + std::string(is_own ? "id" : "message");
    for (const SqlColumn& column : table.columns)
      if (!column.is_flags) sql.append(", ").append(column.name);
    if (table.id == SqlId::own) sql += ", id";
    sql.append(" FROM ")
        .append(table.name)
        .append(is_own ? " ORDER BY id" : " ORDER BY message, rowid");
    sqlite3_stmt* const statement = database_.prepare(sql);
    if (statement == nullptr) return database_.failure();
    Cursor cursor{&table, statement, {}, {}};
    cursors_.insert(is_own ? cursors_.end() : cursors_.begin(), cursor);
  }
  flags_ = database_.prepare("SELECT link, name FROM flag ORDER BY link, name");
  for (Cursor& cursor : cursors_)
    if (!step(cursor) && database_.failed()) return database_.failure();
  return database_.failure();
}

// Flags come in the order of links, as these do.
std::string DatabaseReader::flags_of(std::int64_t link) {
  std::string names;
  while (true) {
    if (flag_ && flag_->first > link) return names;
    if (flag_ && flag_->first == link) {
      if (!names.empty()) names += ' ';
      names += flag_->second;
    }
    const int result = sqlite().step(flags_);
    if (!database_.check(result) || result != SQLITE_ROW) {
      flag_.emplace(std::numeric_limits<std::int64_t>::max(), std::string());
      return names;
    }
    flag_.emplace(sqlite().column_int64(flags_, 0), std::string(text_at(flags_, 1)));
  }
}

bool DatabaseReader::step(Cursor& cursor) {
  const int result = sqlite().step(cursor.statement);
  cursor.message.reset();
  if (!database_.check(result) || result != SQLITE_ROW) return false;
  cursor.message = sqlite().column_int64(cursor.statement, 0);
  if (cursor.table->id == SqlId::own)
    cursor.flags = flags_of(
        sqlite().column_int64(cursor.statement, sqlite().column_count(cursor.statement) - 1));
  return true;
}

void DatabaseReader::append(Cursor& cursor, std::string& rows) {
  rows += cursor.table->letter;
  int number = 0;
  for (const SqlColumn& column : cursor.table->columns) {
    if (column.is_flags) {
      RowRecords::append_text(cursor.flags, rows);
      continue;
    }
    ++number;
    const bool is_null = sqlite().column_type(cursor.statement, number) == SQLITE_NULL;
    if (column.is_number)
      RowRecords::append_number(is_null ? std::nullopt
                                        : std::optional(static_cast<std::uint64_t>(
                                              sqlite().column_int64(cursor.statement, number))),
                                rows);
    else if (is_null)
      RowRecords::append_text(std::nullopt, rows);
    else
      append_as_utf8(text_at(cursor.statement, number), rows);
  }
}

bool DatabaseReader::next(std::string& rows) {
  // The next message, or what stands for one.
  std::optional<std::int64_t> next;
  for (const Cursor& cursor : cursors_)
    if (cursor.table->id == SqlId::of_message && cursor.message &&
        (!next || *cursor.message < *next))
      next = cursor.message;
  if (!next || database_.failed()) return false;
  for (Cursor& cursor : cursors_) {
    while (cursor.message && *cursor.message <= *next) {
      if (*cursor.message == *next) append(cursor, rows);
      if (!step(cursor)) break;
    }
  }
  ++messages_;
  return !database_.failed();
}

}  // namespace basewalk::output
