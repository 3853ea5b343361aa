// SPDX-License-Identifier: MIT
//
// Records as tables of an SQLite database (docs/output.md has the schema).
#ifndef BASEWALK_OUTPUT_DATABASE_H_
#define BASEWALK_OUTPUT_DATABASE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "basewalk/result.h"
#include "output/writers.h"
#include "run/writer.h"
#include "text/files/partial_file.h"

struct sqlite3;
struct sqlite3_stmt;

namespace basewalk::output {

/// A connection, and what can go wrong with it.
class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  /// Opens a file for writing; `shown` is its name in messages.
  bool open(const std::string& path, const std::string& shown);
  /// The same for one that is there and stays as it is.
  bool open_to_read(const std::string& path);
  bool run(const std::string& sql);
  sqlite3_stmt* prepare(const std::string& sql);
  /// The number that a query gives, or nothing.
  std::optional<std::uint64_t> number(const std::string& sql);
  /// The same, where a failure is an answer, too: nothing is said.
  std::optional<std::uint64_t> query(const std::string& sql);
  std::optional<std::string> text(const std::string& sql);
  /// False unless the result is one of success.
  bool check(int result);
  bool failed() const { return failed_; }
  /// What failed first, as a sentence; empty where nothing did.
  const std::string& failure() const { return failure_; }
  /// It failed elsewhere.
  void fail(const std::string& why);
  bool close();

 private:
  sqlite3* connection_ = nullptr;
  std::string shown_, failure_;
  bool reads_ = false;
  std::atomic<bool> failed_ = false;  // other threads ask, too
};

/// PRAGMA user_version of what is written here.
inline constexpr std::uint64_t kTablesVersion = 3;
/// Why the database that is attached under this name ("main") is none that was written here to its
/// end, as the rest of a sentence; empty where it is one.
std::string why_not_finished(Database& database, const std::string& attached);
/// The same of a file, which stays as it is.
std::string why_not_finished(const std::string& file);

/// Makes the tables.
bool create_tables(Database& database);
/// Makes indices and views, once all rows are there: within a transaction.
bool create_indices(Database& database);

/// A database that is being written.  Error code: "unwritable".
Result<std::unique_ptr<run::Writer>> open_database(const Destination& to,
                                                   std::unique_ptr<text::PartialFile> partial);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_DATABASE_H_
