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
  /// What is read from here on is a file of so many bytes that anybody may have made: no view and
  /// no trigger of it runs, no value is longer than it, and what takes more steps than the rows of
  /// such a file can ask for fails, and names it.
  void distrust(const std::string& file, std::uint64_t bytes);
  /// The end of that, for what is written next; views and triggers stay out.
  void trust();
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
  bool has_sqlite();

  sqlite3* connection_ = nullptr;
  std::string shown_, failure_;
  std::string distrusted_;   // the file
  std::uint64_t steps_ = 0;  // that it may still take, in units of the progress handler
  bool reads_ = false;
  std::atomic<bool> failed_ = false;  // other threads ask, too
};

/// The bytes of a file, for distrust(); 0 where nothing is.
std::uint64_t size_of(const std::string& file);

/// PRAGMA user_version of what is written here.
inline constexpr std::uint64_t kTablesVersion = 3;
/// The columns of the table `run`, but for its id.
inline constexpr std::string_view kRunColumns =
    "version, options, began, ended, attempts, messages, bytes, parts, links, notes, problems, "
    "verdict_clear, verdict_differs, verdict_unread";
/// Why the database that is attached under this name ("main") is none that was written here to its
/// end, as the rest of a sentence; empty where it is one.  Tables of others by the names of ours,
/// and what is no table (a view could go on without end), are told with the column.
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
