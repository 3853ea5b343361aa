// SPDX-License-Identifier: MIT
//
// Rows go in by prepared statements, in one transaction up to each checkpoint, which is written in
// the same transaction: a run that was killed left whole messages only.  Nothing is synced before
// the end, since the file has no name until then; a kill of the process loses nothing of what it
// has written.
#include "output/database.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "output/records.h"

namespace basewalk::output {
namespace {

// What the tables of records.h are in SQL.
std::string quoted(std::string_view name) {
  // Words of SQL.
  if (name == "offset" || name == "where") return "\"" + std::string(name) + "\"";
  return std::string(name);
}

std::string insert_statement(const SqlTable& table) {
  std::string sql = "INSERT INTO " + std::string(table.name) + " VALUES (?";
  for (std::size_t i = 0; i < table.columns.size(); ++i) sql += ",?";
  return sql + ")";
}

// A list with commas and line ends.
class Wrapped {
 public:
  explicit Wrapped(std::string text) : text_(std::move(text)) {}
  void add(const std::string& item) {
    constexpr std::size_t kWidest = 96;
    if (!first_) text_ += ',';
    if (text_.size() - line_ + 1 + item.size() >= kWidest) {
      text_ += '\n';
      line_ = text_.size();
      text_ += "  ";
    } else if (!first_) {
      text_ += ' ';
    }
    text_ += item;
    first_ = false;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t line_ = 0;
  bool first_ = true;
};

std::string create_statement(const SqlTable& table) {
  Wrapped sql("CREATE TABLE " + std::string(table.name) + " (");
  sql.add(table.has_id ? "id INTEGER PRIMARY KEY"
                       : "message INTEGER NOT NULL REFERENCES message(id)");
  for (const SqlColumn& column : table.columns)
    sql.add(quoted(column.name) + (column.is_number ? " INTEGER" : " TEXT") +
            (column.may_be_null ? "" : " NOT NULL"));
  return sql.text() + ");\n";
}

constexpr const char* kCheckpointTable = R"(
CREATE TABLE checkpoint (source BLOB NOT NULL, "offset" INTEGER NOT NULL, number INTEGER,
  name_number INTEGER, rows INTEGER NOT NULL);
PRAGMA user_version = 1;
)";

constexpr const char* kIndices = R"(
CREATE INDEX message_by_message_id ON message (message_id);
CREATE INDEX part_by_message ON part (message);
CREATE INDEX link_by_message ON link (message);
CREATE INDEX link_by_host ON link (host);
CREATE INDEX link_by_url ON link (url);
CREATE INDEX note_by_message ON note (message);
CREATE INDEX unread_by_message ON unread (message);
CREATE VIEW hosts AS
  SELECT host, CASE status WHEN 'resolved' THEN base_from ELSE status END AS through,
    CASE status WHEN 'resolved' THEN base END AS base,
    count(*) AS links, count(DISTINCT message) AS messages
  FROM link WHERE host IS NOT NULL GROUP BY 1, 2, 3 ORDER BY links DESC, host, through, base;
DROP TABLE IF EXISTS checkpoint;
)";

void bind_number(sqlite3_stmt* statement, int column, std::optional<std::uint64_t> number) {
  if (number)
    ::sqlite3_bind_int64(statement, column, static_cast<std::int64_t>(*number));
  else
    ::sqlite3_bind_null(statement, column);
}

class DatabaseWriter final : public run::Writer {
 public:
  explicit DatabaseWriter(std::unique_ptr<text::PartialFile> partial)
      : partial_(std::move(partial)) {}
  ~DatabaseWriter() override;

  bool open(const Destination& to);
  void write(std::string_view rows) override;
  void checkpoint(const archive::Position& position) override;
  bool commit() override;
  void fail(std::string_view why) override {
    database_.fail(shown_ + ": cannot be written: " + std::string(why));
  }
  bool failed() const override { return database_.failed(); }
  const std::string& failure() const override { return database_.failure(); }
  std::size_t full() const override { return std::size_t{1} << 20; }
  bool keeps_positions() const override { return true; }
  std::optional<archive::Position> resumed() const override { return resumed_; }

 private:
  bool prepare();
  bool read_checkpoint();
  bool insert(const SqlTable& table, sqlite3_stmt* statement, RowReader& rows);
  bool begin_transaction();

  std::unique_ptr<text::PartialFile> partial_;
  Database database_;
  std::vector<sqlite3_stmt*> inserts_;  // in the order of sql_tables()
  sqlite3_stmt* save_ = nullptr;
  std::optional<archive::Position> resumed_;
  std::int64_t row_ = 1;  // of the message or problem at hand
  bool in_transaction_ = false;
  bool has_checkpoint_ = true;  // the table; a finished database has none
  std::string shown_;
};

}  // namespace

Database::~Database() { close(); }

bool Database::open(const std::string& path, const std::string& shown) {
  shown_ = shown;
  if (!check(::sqlite3_open_v2(path.c_str(), &connection_,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr)))
    return false;
  return run("PRAGMA locking_mode = EXCLUSIVE") && run("PRAGMA journal_mode = TRUNCATE") &&
         run("PRAGMA synchronous = OFF") && run("PRAGMA cache_size = -16000");
}

bool Database::check(int result) {
  if (result == SQLITE_OK || result == SQLITE_ROW || result == SQLITE_DONE) return true;
  if (!failed_) {
    const int number = connection_ != nullptr ? ::sqlite3_system_errno(connection_) : 0;
    const std::string why = result == SQLITE_FULL || number == ENOSPC ? std::strerror(ENOSPC)
                            : connection_ != nullptr ? ::sqlite3_errmsg(connection_)
                                                     : ::sqlite3_errstr(result);
    fail(shown_ + ": cannot be written: " + why);
  }
  return false;
}

void Database::fail(const std::string& why) {
  if (failed_) return;
  failure_ = why;
  failed_ = true;
}

bool Database::run(const std::string& sql) {
  return !failed_ && check(::sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr));
}

sqlite3_stmt* Database::prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (!failed_)
    check(::sqlite3_prepare_v3(connection_, sql.c_str(), static_cast<int>(sql.size()),
                               SQLITE_PREPARE_PERSISTENT, &statement, nullptr));
  return statement;
}

std::optional<std::string> Database::text(const std::string& sql) {
  sqlite3_stmt* statement = prepare(sql);
  std::optional<std::string> result;
  if (statement == nullptr) return result;
  const int step = ::sqlite3_step(statement);
  if (check(step) && step == SQLITE_ROW && ::sqlite3_column_type(statement, 0) != SQLITE_NULL) {
    const void* bytes = ::sqlite3_column_blob(statement, 0);
    const int size = ::sqlite3_column_bytes(statement, 0);
    result.emplace(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  }
  ::sqlite3_finalize(statement);
  return result;
}

std::optional<std::uint64_t> Database::number(const std::string& sql) {
  sqlite3_stmt* statement = prepare(sql);
  std::optional<std::uint64_t> result;
  if (statement == nullptr) return result;
  const int step = ::sqlite3_step(statement);
  if (check(step) && step == SQLITE_ROW && ::sqlite3_column_type(statement, 0) != SQLITE_NULL)
    result = static_cast<std::uint64_t>(::sqlite3_column_int64(statement, 0));
  ::sqlite3_finalize(statement);
  return result;
}

std::optional<std::uint64_t> Database::query(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  std::optional<std::uint64_t> result;
  if (::sqlite3_prepare_v2(connection_, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK &&
      ::sqlite3_step(statement) == SQLITE_ROW)
    result = static_cast<std::uint64_t>(::sqlite3_column_int64(statement, 0));
  ::sqlite3_finalize(statement);
  return result;
}

bool Database::close() {
  if (connection_ == nullptr) return true;
  sqlite3_stmt* statement = nullptr;
  while ((statement = ::sqlite3_next_stmt(connection_, nullptr)) != nullptr)
    ::sqlite3_finalize(statement);
  const bool closed = check(::sqlite3_close(connection_));
  connection_ = nullptr;
  return closed;
}

bool create_tables(Database& database) {
  std::string sql = "\n";
  for (const SqlTable& table : sql_tables()) sql += create_statement(table);
  return database.run("BEGIN") && database.run(sql + (kCheckpointTable + 1)) &&
         database.run("COMMIT");
}

bool create_indices(Database& database) {
  return database.run("BEGIN") && database.run(kIndices) && database.run("COMMIT");
}

DatabaseWriter::~DatabaseWriter() {
  database_.close();
  if (!partial_->is_kept()) ::unlink((partial_->path() + "-journal").c_str());
}

bool DatabaseWriter::open(const Destination& to) {
  shown_ = to.file;
  if (!partial_->is_continued()) ::unlink((partial_->path() + "-journal").c_str());
  if (!database_.open(partial_->path(), to.file)) return false;
  const std::optional<std::uint64_t> tables =
      database_.number("SELECT count(*) FROM sqlite_schema WHERE type = 'table'");
  if (tables == 0u && !create_tables(database_)) return false;
  return read_checkpoint() && prepare();
}

// A run may have been killed when all rows and indices were there, and only the name was not.
bool DatabaseWriter::read_checkpoint() {
  has_checkpoint_ =
      database_.number("SELECT count(*) FROM sqlite_schema WHERE name = 'checkpoint'") == 1u;
  if (!has_checkpoint_) return !failed();
  const auto source = database_.text("SELECT source FROM checkpoint");
  if (!source) return !failed();
  resumed_ = {*source, database_.number("SELECT \"offset\" FROM checkpoint").value_or(0),
              database_.number("SELECT number FROM checkpoint"),
              database_.number("SELECT name_number FROM checkpoint")};
  row_ = static_cast<std::int64_t>(database_.number("SELECT rows FROM checkpoint").value_or(1));
  return !failed();
}

bool DatabaseWriter::prepare() {
  if (!has_checkpoint_) return true;
  for (const SqlTable& table : sql_tables()) {
    inserts_.push_back(database_.prepare(insert_statement(table)));
    if (inserts_.back() == nullptr) return false;
  }
  save_ = database_.prepare(
      "INSERT OR REPLACE INTO checkpoint (rowid, source, \"offset\", number, name_number, rows) "
      "VALUES (1, ?, ?, ?, ?, ?)");
  return save_ != nullptr;
}

bool DatabaseWriter::begin_transaction() {
  if (!in_transaction_) in_transaction_ = database_.run("BEGIN");
  return in_transaction_;
}

bool DatabaseWriter::insert(const SqlTable& table, sqlite3_stmt* statement, RowReader& rows) {
  ::sqlite3_bind_int64(statement, 1, row_);
  int number = 1;
  for (const SqlColumn& column : table.columns) {
    ++number;
    if (column.is_number) {
      bind_number(statement, number, rows.number());
    } else if (const auto text = rows.text()) {
      ::sqlite3_bind_text64(statement, number, text->data(), text->size(), SQLITE_STATIC,
                            SQLITE_UTF8);
    } else {
      ::sqlite3_bind_null(statement, number);
    }
  }
  const int result = ::sqlite3_step(statement);
  ::sqlite3_reset(statement);
  if (table.has_id) ++row_;
  return database_.check(result);
}

void DatabaseWriter::write(std::string_view bytes) {
  if (bytes.empty() || failed() || !has_checkpoint_ || !begin_transaction()) return;
  const std::vector<SqlTable>& tables = sql_tables();
  RowReader rows(bytes);
  while (const std::optional<char> letter = rows.next_row()) {
    std::size_t i = 0;
    while (tables[i].letter != *letter) ++i;
    if (!insert(tables[i], inserts_[i], rows)) return;
  }
}

void DatabaseWriter::checkpoint(const archive::Position& position) {
  if (failed() || !has_checkpoint_ || !begin_transaction()) return;
  ::sqlite3_bind_blob64(save_, 1, position.source.data(), position.source.size(), SQLITE_STATIC);
  bind_number(save_, 2, position.offset);
  bind_number(save_, 3, position.number);
  bind_number(save_, 4, position.name_number);
  ::sqlite3_bind_int64(save_, 5, row_);
  const int result = ::sqlite3_step(save_);
  ::sqlite3_reset(save_);
  if (database_.check(result)) database_.run("COMMIT");
  in_transaction_ = false;
}

bool DatabaseWriter::commit() {
  if (in_transaction_) database_.run("COMMIT");
  if (failed() || (has_checkpoint_ && !create_indices(database_)) || !database_.close())
    return false;
  ::unlink((partial_->path() + "-journal").c_str());
  if (const int error = partial_->commit(); error != 0) {
    database_.fail(shown_ + ": cannot be written: " + std::strerror(error));
    return false;
  }
  return true;
}

Result<std::unique_ptr<run::Writer>> open_database(const Destination& to,
                                                   std::unique_ptr<text::PartialFile> partial) {
  auto writer = std::make_unique<DatabaseWriter>(std::move(partial));
  if (!writer->open(to)) return Error{"unwritable", 0, writer->failure()};
  return {std::move(writer)};
}

}  // namespace basewalk::output
