// SPDX-License-Identifier: MIT
//
// Rows of the parts' tables are copied behind each other; messages are counted on from part to
// part, and so are links, so that ids are those of one run over everything.
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "output/database/database.h"
#include "output/merge/merge.h"
#include "output/records.h"
#include "text/files/path.h"

namespace basewalk::output {
namespace {

// The tables whose rows are counted together, in the order of the input.
constexpr const char* kNumbered[] = {"message", "problem", "skipped"};
// Each run that has written a part keeps its row.
constexpr std::string_view kRunColumns =
    "version, options, began, ended, attempts, messages, bytes, parts, links, notes, problems, "
    "verdict_clear, verdict_differs, verdict_unread";

class Merger {
 public:
  explicit Merger(Database& database) : database_(database) {}
  bool add(const std::string& part);

 private:
  bool attach(const std::string& part);
  bool copy();
  bool copy(const std::string& table, const std::string& columns, const std::string& order);
  std::string shift(const std::string& table, const std::string& column);
  bool fill_numbers(const std::string& part);

  Database& database_;
  Numbers numbers_;
  std::uint64_t before_ = 0;  // rows of kNumbered of earlier parts
};

bool Merger::attach(const std::string& part) {
  if (::access(part.c_str(), R_OK) != 0) {
    database_.fail(part + ": " + std::strerror(errno));
    return false;
  }
  sqlite3_stmt* statement = database_.prepare("ATTACH ? AS part");
  if (statement == nullptr) return false;
  ::sqlite3_bind_text(statement, 1, part.data(), static_cast<int>(part.size()), SQLITE_STATIC);
  const bool attached = ::sqlite3_step(statement) == SQLITE_DONE;
  ::sqlite3_finalize(statement);
  const std::string why = attached ? why_not_finished(database_, "part")
                                   : "is not a database that basewalk has written to its end";
  if (!why.empty()) {
    database_.fail(part + ": " + why);
    return false;
  }
  return true;
}

bool Merger::copy() {
  const std::string links = shift("link", "id"), runs = shift("run", "id");
  const std::string messages = std::to_string(before_);
  for (const SqlTable& table : sql_tables()) {
    const std::string name(table.name);
    std::string columns;
    if (table.id == SqlId::own) columns += "id + " + links + ", ";
    columns += (table.id == SqlId::of_message ? "id + " : "message + ") + messages;
    for (const SqlColumn& column : table.columns)
      if (!column.is_flags) columns.append(", ").append(column.name);
    if (!copy(name, columns, table.id == SqlId::none ? "rowid" : "id")) return false;
  }
  return copy("flag", "link + " + links + ", name", "link, name") &&
         copy("run", "id + " + runs + ", " + std::string(kRunColumns), "id") &&
         copy("run_source", "run + " + runs + ", name, size, sha256", "rowid");
}

bool Merger::copy(const std::string& table, const std::string& columns, const std::string& order) {
  return database_.run("INSERT INTO main." + table + " SELECT " + columns + " FROM part." + table +
                       " ORDER BY " + order);
}

// How far the numbers of a part's rows have to go up.
std::string Merger::shift(const std::string& table, const std::string& column) {
  return std::to_string(
      database_.number("SELECT max(" + column + ") FROM main." + table).value_or(0));
}

bool Merger::fill_numbers(const std::string& part) {
  struct Missing {
    std::int64_t id;
    std::uint64_t number;
    int table;  // in kNumbered
  };
  std::vector<Missing> missing;
  std::string sql;
  for (std::size_t i = 0; i < std::size(kNumbered); ++i)
    sql += (i == 0 ? "" : " UNION ALL ") + std::string("SELECT id, source, number, ") +
           std::to_string(i) + " FROM main." + kNumbered[i] + " WHERE id > ?1";
  sqlite3_stmt* rows = database_.prepare(sql + " ORDER BY 1");
  if (rows == nullptr) return false;
  ::sqlite3_bind_int64(rows, 1, static_cast<std::int64_t>(before_));
  bool known_source = true;
  int result = SQLITE_DONE;
  while (known_source && (result = ::sqlite3_step(rows)) == SQLITE_ROW) {
    const std::int64_t id = ::sqlite3_column_int64(rows, 0);
    const void* text = ::sqlite3_column_blob(rows, 1);
    const std::string_view source(static_cast<const char*>(text),
                                  static_cast<std::size_t>(::sqlite3_column_bytes(rows, 1)));
    std::optional<std::uint64_t> known;
    if (::sqlite3_column_type(rows, 2) != SQLITE_NULL)
      known = static_cast<std::uint64_t>(::sqlite3_column_int64(rows, 2));
    const std::optional<std::uint64_t> number = numbers_.of(source, known, false);
    known_source = number.has_value();
    if (!known_source) database_.fail(begins_inside(part, source));
    if (number && !known) missing.push_back({id, *number, ::sqlite3_column_int(rows, 3)});
    before_ = static_cast<std::uint64_t>(id);
  }
  ::sqlite3_finalize(rows);
  if (!known_source || !database_.check(result)) return false;
  sqlite3_stmt* updates[std::size(kNumbered)];
  for (std::size_t i = 0; i < std::size(kNumbered); ++i)
    updates[i] = database_.prepare("UPDATE main." + std::string(kNumbered[i]) +
                                   " SET number = ? WHERE id = ?");
  for (const Missing& entry : missing) {
    sqlite3_stmt* update = updates[entry.table];
    if (update == nullptr) break;
    ::sqlite3_bind_int64(update, 1, static_cast<std::int64_t>(entry.number));
    ::sqlite3_bind_int64(update, 2, entry.id);
    database_.check(::sqlite3_step(update));
    ::sqlite3_reset(update);
  }
  for (sqlite3_stmt* update : updates) ::sqlite3_finalize(update);
  return !database_.failed();
}

bool Merger::add(const std::string& part) {
  return attach(part) && database_.run("BEGIN") && copy() && fill_numbers(part) &&
         database_.run("COMMIT") && database_.run("DETACH part");
}

}  // namespace

std::string merge_databases(const std::vector<std::string>& parts, const Destination& to) {
  text::PartialFile partial;
  if (partial.begin(text::target_of(to.file), to.fingerprint, text::PartialFile::Left::forget) !=
      text::PartialFile::State::fresh)
    return partial.failure();
  const std::string journal = partial.path() + "-journal";
  ::unlink(journal.c_str());
  Database database;
  bool done = database.open(partial.path(), to.file) && create_tables(database);
  Merger merger(database);
  for (const std::string& part : parts) done = done && merger.add(part);
  done = done && database.run("BEGIN") && create_indices(database) && database.run("COMMIT");
  done = database.close() && done;
  ::unlink(journal.c_str());
  if (!done) return database.failure();
  const int error = partial.commit();
  return error == 0 ? "" : to.file + ": cannot be written: " + std::strerror(error);
}

}  // namespace basewalk::output
