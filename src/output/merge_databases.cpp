// SPDX-License-Identifier: MIT
//
// Rows of the parts' tables are copied behind each other; messages are counted on from part to
// part, so that ids are those of one run over everything.
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "output/database.h"
#include "output/merge.h"
#include "output/records.h"
#include "text/files/path.h"

namespace basewalk::output {
namespace {

class Merger {
 public:
  explicit Merger(Database& database) : database_(database) {}
  bool add(const std::string& part);

 private:
  bool attach(const std::string& part);
  bool copy();
  bool fill_numbers(const std::string& part);

  Database& database_;
  Numbers numbers_;
  std::uint64_t before_ = 0;  // messages and problems of earlier parts
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
  const auto ours = [&](const std::string& sql) { return database_.query(sql).value_or(0); };
  std::string names = "'link_by_url'";  // the last thing that is made
  for (const SqlTable& table : sql_tables()) names.append(", '").append(table.name).append("'");
  if (!attached || ours("PRAGMA part.user_version") != 1 ||
      ours("SELECT count(*) FROM part.sqlite_schema WHERE name IN (" + names + ")") !=
          sql_tables().size() + 1) {
    database_.fail(part + ": is not a database that basewalk has written to its end");
    return false;
  }
  return true;
}

bool Merger::copy() {
  for (const SqlTable& table : sql_tables()) {
    const std::string name(table.name), id = table.has_id ? "id" : "message";
    std::string columns;
    for (const SqlColumn& column : table.columns)
      columns += ", \"" + std::string(column.name) + "\"";
    if (!database_.run("INSERT INTO main." + name + " SELECT " + id + " + " +
                       std::to_string(before_) + columns + " FROM part." + name + " ORDER BY " +
                       (table.has_id ? "id" : "rowid")))
      return false;
  }
  return true;
}

bool Merger::fill_numbers(const std::string& part) {
  struct Missing {
    std::int64_t id;
    std::uint64_t number;
    bool is_problem;
  };
  std::vector<Missing> missing;
  sqlite3_stmt* rows = database_.prepare(
      "SELECT id, source, number, 0 FROM main.message WHERE id > ?1 UNION ALL "
      "SELECT id, source, number, 1 FROM main.problem WHERE id > ?1 ORDER BY 1");
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
    if (number && !known) missing.push_back({id, *number, ::sqlite3_column_int(rows, 3) != 0});
    before_ = static_cast<std::uint64_t>(id);
  }
  ::sqlite3_finalize(rows);
  if (!known_source || !database_.check(result)) return false;
  sqlite3_stmt* updates[] = {database_.prepare("UPDATE main.message SET number = ? WHERE id = ?"),
                             database_.prepare("UPDATE main.problem SET number = ? WHERE id = ?")};
  for (const Missing& entry : missing) {
    sqlite3_stmt* update = updates[entry.is_problem ? 1 : 0];
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
  if (partial.begin(text::target_of(to.file), to.fingerprint, false) !=
      text::PartialFile::State::fresh)
    return partial.failure();
  const std::string journal = partial.path() + "-journal";
  ::unlink(journal.c_str());
  Database database;
  bool done = database.open(partial.path(), to.file) && create_tables(database);
  Merger merger(database);
  for (const std::string& part : parts) done = done && merger.add(part);
  done = done && create_indices(database);
  done = database.close() && done;
  ::unlink(journal.c_str());
  if (!done) return database.failure();
  const int error = partial.commit();
  return error == 0 ? "" : to.file + ": cannot be written: " + std::strerror(error);
}

}  // namespace basewalk::output
