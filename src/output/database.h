// SPDX-License-Identifier: MIT
//
// Records as tables of an SQLite database (docs/output.md has the schema).
#ifndef BASEWALK_OUTPUT_DATABASE_H_
#define BASEWALK_OUTPUT_DATABASE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "run/writer.h"
#include "text/partial_file.h"

struct sqlite3;
struct sqlite3_stmt;

namespace basewalk::cli {

/// A connection, and what can go wrong with it.
class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  /// Opens a file for writing; `shown` is its name in messages.
  bool open(const std::string& path, const std::string& shown);
  bool run(const std::string& sql);
  sqlite3_stmt* prepare(const std::string& sql);
  /// The number that a query gives, or nothing.
  std::optional<std::uint64_t> number(const std::string& sql);
  /// The same, where a failure is an answer, too: nothing is said.
  std::optional<std::uint64_t> query(const std::string& sql);
  std::optional<std::string> text(const std::string& sql);
  /// False, with a message the first time, unless the result is one of success.
  bool check(int result);
  bool failed() const { return failed_; }
  bool close();

 private:
  sqlite3* connection_ = nullptr;
  std::string shown_;
  bool failed_ = false;
};

/// Makes the tables.
bool create_tables(Database& database);
/// Makes indices and views, once all rows are there.
bool create_indices(Database& database);

/// A database that is being written.  Nothing, with a message, where it cannot be opened.
std::unique_ptr<Sink> open_database(const OutputPlan& plan, std::unique_ptr<PartialFile> partial);

}  // namespace basewalk::cli

#endif  // BASEWALK_OUTPUT_DATABASE_H_
