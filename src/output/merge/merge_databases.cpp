// SPDX-License-Identifier: MIT
//
// Rows of the parts' tables are copied behind each other; messages are counted on from part to
// part, and so are links, so that ids are those of one run over everything.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <set>
#include <utility>

#include "output/database/database.h"
#include "output/database/sqlite_calls.h"
#include "output/merge/merge.h"
#include "output/records.h"
#include "run/shard.h"
#include "text/ascii.h"
#include "text/files/path.h"
#include "text/utf8.h"

namespace basewalk::output {
namespace {

// The tables whose rows are counted together, in the order of the input.
constexpr const char* kNumbered[] = {"message", "problem", "skipped"};
// What a run was asked for, a line each: docs/output.md, `run`.
struct Options {
  std::string without_slice;
  std::optional<archive::Shard> slice;
};
Options options_of(std::string_view text) {
  constexpr std::string_view kSlice = "--shard ";
  Options options;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    text.remove_prefix(line.size());
    if (line.starts_with(kSlice) && !options.slice)
      options.slice = run::parse_shard(ascii::trim(line.substr(kSlice.size())));
    else
      options.without_slice += line;
  }
  return options;
}

// The first line that is another one; of a long one its beginning.
std::string difference(std::string_view one, std::string_view other) {
  const auto differ = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  const auto line_of = [](std::string_view text, std::size_t at) {
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    std::string line(utf8::cut(text.substr(begin, text.find('\n', begin) - begin), 200));
    return line.empty() ? std::string("nothing") : '"' + line + '"';
  };
  return line_of(one, static_cast<std::size_t>(differ.first - one.begin())) + " and " +
         line_of(other, static_cast<std::size_t>(differ.second - other.begin()));
}

class Merger {
 public:
  Merger(Database& database, const std::atomic<bool>* stopped)
      : database_(database), stopped_(stopped) {}
  bool add(const std::string& part);

 private:
  bool attach(const std::string& part);
  bool is_of_this_run(const std::string& part);
  bool copy();
  bool copy(const std::string& table, const std::string& columns, const std::string& order);
  std::string shift(const std::string& table, const std::string& column);
  bool fill_numbers(const std::string& part);

  bool goes_on();

  Database& database_;
  const std::atomic<bool>* const stopped_;
  Numbers numbers_;
  std::uint64_t before_ = 0;                              // rows of kNumbered of earlier parts
  std::string first_, options_;                           // the first part, and its run's options
  std::set<std::pair<std::size_t, std::size_t>> slices_;  // index and count
};

bool Merger::attach(const std::string& part) {
  if (::access(part.c_str(), R_OK) != 0) {
    database_.fail(part + ": " + std::strerror(errno));
    return false;
  }
  database_.distrust(part, size_of(part));
  sqlite3_stmt* statement = database_.prepare("ATTACH ? AS part");
  if (statement == nullptr) return false;
  sqlite().bind_text(statement, 1, part.data(), static_cast<int>(part.size()), SQLITE_STATIC);
  const bool attached = sqlite().step(statement) == SQLITE_DONE;
  sqlite().finalize(statement);
  const std::string why = attached ? why_not_finished(database_, "part")
                                   : "is not a database that basewalk has written to its end";
  if (!why.empty()) {
    database_.fail(part + ": " + why);
    return false;
  }
  return is_of_this_run(part);
}

// Parts of one run differ in their slice, and in nothing else that decides what is written.
bool Merger::is_of_this_run(const std::string& part) {
  const std::optional<archive::Shard> named = run::shard_of_part(part);
  sqlite3_stmt* rows = database_.prepare("SELECT options FROM part.run ORDER BY id");
  if (rows == nullptr) return false;
  std::string why;
  int result = SQLITE_DONE;
  for (std::size_t row = 1; why.empty() && (result = sqlite().step(rows)) == SQLITE_ROW; ++row) {
    const void* text = sqlite().column_blob(rows, 0);
    const Options options = options_of(
        {static_cast<const char*>(text), static_cast<std::size_t>(sqlite().column_bytes(rows, 0))});
    if (first_.empty()) {
      first_ = part;
      options_ = options.without_slice;
    }
    if (options.without_slice != options_)
      why = "was written by another run than " + first_ + ": " +
            difference(options.without_slice, options_);
    else if (named && (row > 1 || !options.slice || options.slice->index != named->index ||
                       options.slice->count != named->count))
      why = "is not the slice that its name says";
    else if (options.slice && !slices_.emplace(options.slice->index, options.slice->count).second)
      why = "has a slice that an earlier part has";
    if (!why.empty()) why += " (table run, row " + std::to_string(row) + ")";
  }
  sqlite().finalize(rows);
  if (!why.empty()) database_.fail(part + ": " + why);
  return why.empty() && database_.check(result);
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
         // Each run that has written a part keeps its row.
         copy("run", "id + " + runs + ", " + std::string(kRunColumns), "id") &&
         copy("run_source", "run + " + runs + ", name, size, sha256", "rowid");
}

bool Merger::goes_on() {
  const bool is_stopped = stopped_ != nullptr && *stopped_;
  if (is_stopped) database_.fail("interrupted");
  return !is_stopped;
}

bool Merger::copy(const std::string& table, const std::string& columns, const std::string& order) {
  return goes_on() && database_.run("INSERT INTO main." + table + " SELECT " + columns +
                                    " FROM part." + table + " ORDER BY " + order);
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
  sqlite().bind_int64(rows, 1, static_cast<std::int64_t>(before_));
  bool known_source = true;
  int result = SQLITE_DONE;
  while (known_source && (result = sqlite().step(rows)) == SQLITE_ROW) {
    const std::int64_t id = sqlite().column_int64(rows, 0);
    const void* text = sqlite().column_blob(rows, 1);
    const std::string_view source(static_cast<const char*>(text),
                                  static_cast<std::size_t>(sqlite().column_bytes(rows, 1)));
    std::optional<std::uint64_t> known;
    if (sqlite().column_type(rows, 2) != SQLITE_NULL)
      known = static_cast<std::uint64_t>(sqlite().column_int64(rows, 2));
    const std::optional<std::uint64_t> number = numbers_.of(source, known, false);
    known_source = number.has_value();
    if (!known_source) database_.fail(begins_inside(part, source));
    if (number && !known) missing.push_back({id, *number, sqlite().column_int(rows, 3)});
    before_ = static_cast<std::uint64_t>(id);
  }
  sqlite().finalize(rows);
  if (!known_source || !database_.check(result)) return false;
  sqlite3_stmt* updates[std::size(kNumbered)];
  for (std::size_t i = 0; i < std::size(kNumbered); ++i)
    updates[i] = database_.prepare("UPDATE main." + std::string(kNumbered[i]) +
                                   " SET number = ? WHERE id = ?");
  for (const Missing& entry : missing) {
    sqlite3_stmt* update = updates[entry.table];
    if (update == nullptr) break;
    sqlite().bind_int64(update, 1, static_cast<std::int64_t>(entry.number));
    sqlite().bind_int64(update, 2, entry.id);
    database_.check(sqlite().step(update));
    sqlite().reset(update);
  }
  for (sqlite3_stmt* update : updates) sqlite().finalize(update);
  return !database_.failed();
}

bool Merger::add(const std::string& part) {
  return attach(part) && database_.run("BEGIN") && copy() && fill_numbers(part) &&
         database_.run("COMMIT") && database_.run("DETACH part");
}

}  // namespace

std::string merge_databases(const std::vector<std::string>& parts, const Destination& to,
                            const std::atomic<bool>* stopped) {
  text::PartialFile partial;
  if (partial.begin(text::target_of(to.file), to.fingerprint, text::PartialFile::Left::forget) !=
      text::PartialFile::State::fresh)
    return partial.failure();
  const std::string journal = partial.path() + "-journal";
  ::unlink(journal.c_str());
  Database database;
  bool done = database.open(partial.path(), to.file) && create_tables(database);
  Merger merger(database, stopped);
  for (const std::string& part : parts) done = done && merger.add(part);
  database.trust();
  done = done && database.run("BEGIN") && create_indices(database) && database.run("COMMIT");
  done = database.close() && done;
  ::unlink(journal.c_str());
  if (!done) return database.failure();
  const int error = partial.commit();
  return error == 0 ? "" : to.file + ": cannot be written: " + std::strerror(error);
}

}  // namespace basewalk::output
