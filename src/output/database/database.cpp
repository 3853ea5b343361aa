// SPDX-License-Identifier: MIT
//
// Rows go in by prepared statements, in one transaction up to each checkpoint, which is written in
// the same transaction: a run that was killed left whole messages only.  Nothing is synced before
// the end, since the file has no name until then; a kill of the process loses nothing of what it
// has written.
#include "output/database/database.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <utility>
#include <vector>

#include "basewalk/version.h"
#include "output/database/sqlite_calls.h"
#include "output/facts/digests.h"
#include "output/records.h"
#include "text/json.h"

namespace basewalk::output {
namespace {

std::string insert_statement(const SqlTable& table) {
  std::string sql = "INSERT INTO " + std::string(table.name) + " VALUES (?";
  if (table.id == SqlId::own) sql += ",?";
  for (const SqlColumn& column : table.columns)
    if (!column.is_flags) sql += ",?";
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
  if (table.id != SqlId::none) sql.add("id INTEGER PRIMARY KEY");
  if (table.id != SqlId::of_message) sql.add("message INTEGER NOT NULL REFERENCES message(id)");
  for (const SqlColumn& column : table.columns)
    if (!column.is_flags)
      sql.add(std::string(column.name) + (column.is_number ? " INTEGER" : " TEXT") +
              (column.may_be_null ? "" : " NOT NULL"));
  return sql.text() + ");\n";
}

// What is in no record.  `flag` has the flags of links, in the order of their names.
constexpr const char* kOtherTables = R"(
CREATE TABLE flag (link INTEGER NOT NULL REFERENCES link(id), name TEXT NOT NULL,
  PRIMARY KEY (link, name)) WITHOUT ROWID;
CREATE TABLE run (id INTEGER PRIMARY KEY, version TEXT NOT NULL, options TEXT NOT NULL,
  began TEXT NOT NULL, ended TEXT, attempts INTEGER NOT NULL, messages INTEGER, bytes INTEGER,
  parts INTEGER, links INTEGER, notes INTEGER, problems INTEGER, verdict_clear INTEGER,
  verdict_differs INTEGER, verdict_unread INTEGER);
CREATE TABLE run_source (run INTEGER NOT NULL REFERENCES run(id), name TEXT NOT NULL,
  size INTEGER, sha256 TEXT);
CREATE TABLE checkpoint (source BLOB NOT NULL, byte_offset INTEGER NOT NULL, number INTEGER,
  name_number INTEGER, member INTEGER, files INTEGER, rows INTEGER NOT NULL);
)";

// Each for a question of docs/questions.md.
constexpr const char* kIndices = R"(
CREATE INDEX message_by_message_id ON message (message_id);
CREATE INDEX message_by_date ON message (date, links);
CREATE INDEX message_by_sender ON message (sender_domain, links);
CREATE INDEX message_by_answered ON message (in_reply_to) WHERE in_reply_to IS NOT NULL;
CREATE INDEX message_by_list ON message (list_id) WHERE list_id IS NOT NULL;
CREATE INDEX message_by_sha256 ON message (sha256);
CREATE INDEX message_by_text ON message (text_sha256);
CREATE INDEX message_by_verdict ON message (verdict, unread);
CREATE INDEX part_by_message ON part (message);
CREATE INDEX part_by_base ON part (base_domain, message) WHERE base_domain IS NOT NULL;
CREATE INDEX part_by_sha256 ON part (sha256, message, disposition);
CREATE INDEX link_by_message ON link (message);
CREATE INDEX link_by_host ON link (host, message);
CREATE INDEX link_by_path ON link (path, domain) WHERE path > '/';
CREATE INDEX flag_by_name ON flag (name);
CREATE INDEX note_by_message ON note (message);
CREATE INDEX note_by_code ON note (code);
CREATE INDEX unread_by_message ON unread (message);
CREATE INDEX unread_by_why ON unread (why, size);
CREATE INDEX document_by_message ON document (message);
CREATE INDEX document_by_format ON document (format, opened_with);
CREATE INDEX run_source_by_run ON run_source (run);
CREATE VIEW hosts AS
  SELECT host, CASE status WHEN 'resolved' THEN base_from ELSE status END AS through,
    CASE status WHEN 'resolved' THEN base END AS base,
    count(*) AS links, count(DISTINCT message) AS messages
  FROM link WHERE host IS NOT NULL GROUP BY 1, 2, 3 ORDER BY links DESC, host, through, base;
DROP TABLE IF EXISTS checkpoint;
)";

// The columns of kOtherTables that are read again.
constexpr std::pair<std::string_view, std::string_view> kOtherColumns[] = {
    {"flag", "link, name"}, {"run", kRunColumns}, {"run_source", "run, name, size, sha256"}};

// How often SQLite asks whether to go on, in steps of its machine; and how many a file may take: a
// row is no shorter than a byte for each of its columns, and takes a few steps for each.
constexpr int kStepsAtOnce = 10'000;
constexpr std::uint64_t kStepsPerByte = 64, kStepsBesides = 10'000'000;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 50;
constexpr std::uint64_t kShortestLimit = std::uint64_t{1} << 20;

// Of all rows, those of an earlier attempt among them.
constexpr const char* kCounts = R"(
UPDATE run SET ended = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'),
  (messages, bytes, parts, links, notes, verdict_clear, verdict_differs, verdict_unread) =
    (SELECT count(*), ifnull(sum(size), 0), ifnull(sum(parts), 0), ifnull(sum(links), 0),
       ifnull(sum(notes), 0), count(*) FILTER (WHERE verdict = 'clear'),
       count(*) FILTER (WHERE verdict = 'differs'), count(*) FILTER (WHERE verdict = 'unread')
     FROM message),
  problems = (SELECT count(*) FROM problem)
)";

// Hashes of sources are made by reading them once more: of no more than this in one run.
constexpr std::uint64_t kMostHashed = std::uint64_t{64} << 20;

std::string of_another_version(std::uint64_t version) {
  return "is a database of " + std::string(version < kTablesVersion ? "an older" : "a newer") +
         " basewalk, with other tables (user_version " + std::to_string(version) + ", not " +
         std::to_string(kTablesVersion) + "): write it anew";
}

void bind_number(sqlite3_stmt* statement, int column, std::optional<std::uint64_t> number) {
  if (number)
    sqlite().bind_int64(statement, column, static_cast<std::int64_t>(*number));
  else
    sqlite().bind_null(statement, column);
}

void bind_text(sqlite3_stmt* statement, int column, std::optional<std::string_view> text) {
  if (text)
    sqlite().bind_text64(statement, column, text->data(), text->size(), SQLITE_STATIC, SQLITE_UTF8);
  else
    sqlite().bind_null(statement, column);
}

// What a source is besides its name.
struct SourceFacts {
  std::optional<std::uint64_t> size;
  std::optional<std::string> sha256;
};

// Of a regular file; `left` is how much may still be read to hash it.
SourceFacts facts_of(const std::string& name, Sha256& sha256, std::uint64_t& left) {
  SourceFacts facts;
  struct stat status {};
  if (::stat(name.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return facts;
  facts.size = static_cast<std::uint64_t>(status.st_size);
  std::ifstream file(name, std::ios::binary);
  if (*facts.size > left || !file) return facts;
  left -= *facts.size;
  sha256.begin();
  std::uint64_t read = 0;
  std::vector<char> block(std::size_t{1} << 16);
  // Not beyond the size that was allowed: it may be growing.
  while (read <= *facts.size && file.read(block.data(), static_cast<std::streamsize>(block.size())),
         file.gcount() > 0) {
    read += static_cast<std::uint64_t>(file.gcount());
    sha256.add({block.data(), static_cast<std::size_t>(file.gcount())});
  }
  if (read == *facts.size && !file.bad()) facts.sha256 = sha256.end();
  return facts;
}

class DatabaseWriter final : public run::Writer {
 public:
  explicit DatabaseWriter(std::unique_ptr<text::PartialFile> partial)
      : partial_(std::move(partial)), journal_(partial_->path() + "-journal") {}
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
  bool leaves_part() const override { return partial_->is_kept(); }
  std::uint64_t thrown_away() const override { return partial_->thrown_away(); }
  std::optional<archive::Position> resumed() const override { return resumed_; }
  bool resumes_behind_gap() const override { return resumes_behind_gap_; }

 private:
  bool prepare();
  bool read_checkpoint();
  bool insert(const SqlTable& table, sqlite3_stmt* statement, RowReader& rows);
  bool begin_transaction();
  bool insert_flags(std::string_view names);
  bool begin_run(const Destination& to);
  bool end_run();
  bool is_ours();

  std::unique_ptr<text::PartialFile> partial_;
  const std::string journal_;  // SQLite's, beside it
  Database database_;
  std::vector<sqlite3_stmt*> inserts_;  // in the order of sql_tables()
  sqlite3_stmt* insert_flag_ = nullptr;
  sqlite3_stmt* save_ = nullptr;
  std::optional<archive::Position> resumed_;
  bool resumes_behind_gap_ = false;
  std::int64_t row_ = 1;   // of the message or problem at hand
  std::int64_t link_ = 1;  // of the next link
  std::vector<std::string> sources_;
  bool in_transaction_ = false;
  bool has_checkpoint_ = true;  // the table; a finished database has none
  std::string shown_;
};

}  // namespace

Database::~Database() { close(); }

bool Database::has_sqlite() {
  if (sqlite().missing.empty()) return true;
  fail(shown_ + (reads_ ? ": cannot be read: " : ": cannot be written: ") + sqlite().missing);
  return false;
}

// One thread at a time is at it, so it needs no locks of its own.  With them, and with pages of
// half the size, a run takes a tenth more (docs/performance.md).
bool Database::open(const std::string& path, const std::string& shown) {
  shown_ = shown;
  if (!has_sqlite()) return false;
  if (!check(sqlite().open_v2(path.c_str(), &connection_,
                              SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                              nullptr)))
    return false;
  return run("PRAGMA page_size = 8192") && run("PRAGMA locking_mode = EXCLUSIVE") &&
         run("PRAGMA journal_mode = TRUNCATE") && run("PRAGMA synchronous = OFF") &&
         run("PRAGMA cache_size = -16000");
}

bool Database::open_to_read(const std::string& path) {
  shown_ = path;
  reads_ = true;
  return has_sqlite() &&
         check(sqlite().open_v2(path.c_str(), &connection_, SQLITE_OPEN_READONLY, nullptr));
}

void Database::distrust(const std::string& file, std::uint64_t bytes) {
  distrusted_ = file;
  if (connection_ == nullptr) return;
  sqlite().db_config(connection_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite().db_config(connection_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite().db_config(connection_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  const std::uint64_t longest = std::numeric_limits<int>::max();
  sqlite().limit(connection_, SQLITE_LIMIT_LENGTH,
                 static_cast<int>(std::clamp(bytes, kShortestLimit, longest)));
  steps_ = (kStepsBesides + std::min(bytes, kMostBytes) * kStepsPerByte) / kStepsAtOnce;
  sqlite().progress_handler(
      connection_, kStepsAtOnce,
      [](void* database) {
        auto& steps = static_cast<Database*>(database)->steps_;
        return steps == 0 || --steps == 0 ? 1 : 0;
      },
      this);
}

void Database::trust() {
  distrusted_.clear();
  if (connection_ == nullptr) return;
  sqlite().limit(connection_, SQLITE_LIMIT_LENGTH, std::numeric_limits<int>::max());
  sqlite().progress_handler(connection_, 0, nullptr, nullptr);
}

bool Database::check(int result) {
  if (result == SQLITE_OK || result == SQLITE_ROW || result == SQLITE_DONE) return true;
  if (result == SQLITE_INTERRUPT && !distrusted_.empty())
    fail(distrusted_ + ": there is no end to what is in it, for a file of its size");
  if (!failed_) {
    const int number = connection_ != nullptr ? sqlite().system_errno(connection_) : 0;
    const std::string why = result == SQLITE_FULL || number == ENOSPC ? std::strerror(ENOSPC)
                            : connection_ != nullptr                  ? sqlite().errmsg(connection_)
                                                                      : sqlite().errstr(result);
    fail(shown_ + (reads_ ? ": cannot be read: " : ": cannot be written: ") + why);
  }
  return false;
}

void Database::fail(const std::string& why) {
  if (failed_) return;
  failure_ = why;
  failed_ = true;
}

bool Database::run(const std::string& sql) {
  return !failed_ && check(sqlite().exec(connection_, sql.c_str(), nullptr, nullptr, nullptr));
}

sqlite3_stmt* Database::prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (!failed_)
    check(sqlite().prepare_v3(connection_, sql.c_str(), static_cast<int>(sql.size()),
                              SQLITE_PREPARE_PERSISTENT, &statement, nullptr));
  return statement;
}

std::optional<std::string> Database::text(const std::string& sql) {
  sqlite3_stmt* statement = prepare(sql);
  std::optional<std::string> result;
  if (statement == nullptr) return result;
  const int step = sqlite().step(statement);
  if (check(step) && step == SQLITE_ROW && sqlite().column_type(statement, 0) != SQLITE_NULL) {
    const void* bytes = sqlite().column_blob(statement, 0);
    const int size = sqlite().column_bytes(statement, 0);
    result.emplace(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  }
  sqlite().finalize(statement);
  return result;
}

std::optional<std::uint64_t> Database::number(const std::string& sql) {
  sqlite3_stmt* statement = prepare(sql);
  std::optional<std::uint64_t> result;
  if (statement == nullptr) return result;
  const int step = sqlite().step(statement);
  if (check(step) && step == SQLITE_ROW && sqlite().column_type(statement, 0) != SQLITE_NULL)
    result = static_cast<std::uint64_t>(sqlite().column_int64(statement, 0));
  sqlite().finalize(statement);
  return result;
}

std::optional<std::uint64_t> Database::query(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  std::optional<std::uint64_t> result;
  if (connection_ == nullptr) return result;
  if (sqlite().prepare_v2(connection_, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK &&
      sqlite().step(statement) == SQLITE_ROW)
    result = static_cast<std::uint64_t>(sqlite().column_int64(statement, 0));
  sqlite().finalize(statement);
  return result;
}

bool Database::close() {
  if (connection_ == nullptr) return true;
  sqlite3_stmt* statement = nullptr;
  while ((statement = sqlite().next_stmt(connection_, nullptr)) != nullptr)
    sqlite().finalize(statement);
  const bool closed = check(sqlite().close(connection_));
  connection_ = nullptr;
  return closed;
}

std::uint64_t size_of(const std::string& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

bool create_tables(Database& database) {
  std::string sql = "\n";
  for (const SqlTable& table : sql_tables()) sql += create_statement(table);
  sql += kOtherTables + 1;
  sql += "PRAGMA user_version = " + std::to_string(kTablesVersion) + ";\n";
  return database.run("BEGIN") && database.run(sql) && database.run("COMMIT");
}

bool create_indices(Database& database) { return database.run(kIndices); }

namespace {

// A table of one of our names that is none, or another one; empty where all are ours.  More columns
// are the affair of who has added them.
std::string why_other_table(Database& database, const std::string& attached, std::string_view table,
                            const std::vector<std::string_view>& columns) {
  const std::string name = "'" + std::string(table) + "'";
  const auto count = [&](const std::string& sql) { return database.query(sql).value_or(0); };
  if (count("SELECT count(*) FROM " + attached + ".sqlite_schema WHERE name = " + name +
            " AND type = 'table' AND rootpage > 0") != 1)
    return "is not a database that basewalk has written: " + std::string(table) + " is no table";
  for (const std::string_view column : columns)
    if (count("SELECT count(*) FROM pragma_table_xinfo(" + name + ", '" + attached +
              "') WHERE hidden = 0 AND name = '" + std::string(column) + "'") != 1)
      return "is not a database that basewalk has written: its table " + std::string(table) +
             " has no column " + std::string(column);
  return {};
}

std::string why_other_tables(Database& database, const std::string& attached) {
  std::vector<std::string_view> columns;
  for (const SqlTable& table : sql_tables()) {
    columns.clear();
    if (table.id != SqlId::none) columns.emplace_back("id");
    if (table.id != SqlId::of_message) columns.emplace_back("message");
    for (const SqlColumn& column : table.columns)
      if (!column.is_flags) columns.push_back(column.name);
    if (std::string why = why_other_table(database, attached, table.name, columns); !why.empty())
      return why;
  }
  for (auto [table, names] : kOtherColumns) {
    columns.clear();
    for (std::size_t end = 0; !names.empty(); names.remove_prefix(end)) {
      end = std::min(names.find(", "), names.size());
      columns.push_back(names.substr(0, end));
      end = std::min(end + 2, names.size());
    }
    if (std::string why = why_other_table(database, attached, table, columns); !why.empty())
      return why;
  }
  return {};
}

}  // namespace

std::string why_not_finished(Database& database, const std::string& attached) {
  const auto number = [&](const std::string& sql) { return database.query(sql).value_or(0); };
  std::string names = "'hosts'";  // the last thing that is made
  for (const SqlTable& table : sql_tables()) names.append(", '").append(table.name).append("'");
  const std::uint64_t count =
      number("SELECT count(*) FROM " + attached + ".sqlite_schema WHERE name IN (" + names + ")");
  const std::uint64_t version = number("PRAGMA " + attached + ".user_version");
  if (count == sql_tables().size() + 1) {
    if (version != kTablesVersion) return of_another_version(version);
    if (number("SELECT count(*) FROM " + attached +
               ".sqlite_schema WHERE name IN ('flag', 'run')") == 2)
      return why_other_tables(database, attached);
  }
  return "is not a database that basewalk has written to its end";
}

std::string why_not_finished(const std::string& file) {
  Database database;
  if (!database.open_to_read(file)) return "is not a database that basewalk has written to its end";
  database.distrust(file, size_of(file));
  return why_not_finished(database, "main");
}

DatabaseWriter::~DatabaseWriter() {
  database_.close();
  if (!partial_->is_kept()) ::unlink(journal_.c_str());
}

bool DatabaseWriter::open(const Destination& to) {
  shown_ = to.file;
  if (!partial_->is_continued()) ::unlink(journal_.c_str());
  if (!database_.open(partial_->path(), to.file)) return false;
  const std::optional<std::uint64_t> tables =
      database_.number("SELECT count(*) FROM sqlite_schema WHERE type = 'table'");
  sources_ = to.sources;
  if (tables == 0u && !create_tables(database_)) return false;
  return is_ours() && begin_run(to) && read_checkpoint() && prepare();
}

// What an earlier run has left may be of another version.
bool DatabaseWriter::is_ours() {
  const std::optional<std::uint64_t> version = database_.number("PRAGMA user_version");
  if (version && *version != kTablesVersion)
    database_.fail(shown_ + ": what an earlier run has left of it " + of_another_version(*version));
  return !failed();
}

// A run that is taken up again is the same one.
bool DatabaseWriter::begin_run(const Destination& to) {
  if (database_.number("SELECT count(*) FROM run").value_or(0) != 0) return !failed();
  sqlite3_stmt* statement = database_.prepare(
      "INSERT INTO run (id, version, options, began, attempts) "
      "VALUES (1, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 0)");
  if (statement == nullptr) return false;
  std::string options;
  text::append_utf8(options, to.fingerprint);
  bind_text(statement, 1, version());
  bind_text(statement, 2, options);
  const bool done = database_.check(sqlite().step(statement));
  sqlite().finalize(statement);
  return done;
}

bool DatabaseWriter::end_run() {
  sqlite3_stmt* statement = database_.prepare("INSERT INTO run_source VALUES (1, ?, ?, ?)");
  if (statement == nullptr) return false;
  Sha256 sha256;
  std::uint64_t left = kMostHashed;
  for (const std::string& source : sources_) {
    std::string name;
    text::append_utf8(name, source);
    const SourceFacts facts = facts_of(source, sha256, left);
    bind_text(statement, 1, name);
    bind_number(statement, 2, facts.size);
    bind_text(statement, 3, facts.sha256);
    const bool done = database_.check(sqlite().step(statement));
    sqlite().reset(statement);
    if (!done) break;
  }
  sqlite().finalize(statement);
  return !failed() && database_.run(kCounts);
}

// A run may have been killed when all rows and indices were there, and only the name was not.
bool DatabaseWriter::read_checkpoint() {
  has_checkpoint_ =
      database_.number("SELECT count(*) FROM sqlite_schema WHERE name = 'checkpoint'") == 1u;
  if (!has_checkpoint_) return !failed();
  if (!database_.run("UPDATE run SET attempts = attempts + 1")) return false;
  link_ = static_cast<std::int64_t>(database_.number("SELECT max(id) FROM link").value_or(0)) + 1;
  const auto source = database_.text("SELECT source FROM checkpoint");
  if (!source) return !failed();
  resumed_ = {*source,
              database_.number("SELECT byte_offset FROM checkpoint").value_or(0),
              database_.number("SELECT number FROM checkpoint"),
              database_.number("SELECT name_number FROM checkpoint"),
              database_.number("SELECT member FROM checkpoint"),
              database_.number("SELECT files FROM checkpoint")};
  row_ = static_cast<std::int64_t>(database_.number("SELECT rows FROM checkpoint").value_or(1));
  // What was written for them went in with the checkpoint.
  resumes_behind_gap_ = database_.number("SELECT count(*) FROM problem").value_or(0) > 0;
  return !failed();
}

bool DatabaseWriter::prepare() {
  if (!has_checkpoint_) return true;
  for (const SqlTable& table : sql_tables()) {
    inserts_.push_back(database_.prepare(insert_statement(table)));
    if (inserts_.back() == nullptr) return false;
  }
  insert_flag_ = database_.prepare("INSERT INTO flag VALUES (?, ?)");
  save_ = database_.prepare(
      "INSERT OR REPLACE INTO checkpoint (rowid, source, byte_offset, number, name_number, "
      "member, files, rows) VALUES (1, ?, ?, ?, ?, ?, ?, ?)");
  return insert_flag_ != nullptr && save_ != nullptr;
}

bool DatabaseWriter::begin_transaction() {
  if (!in_transaction_) in_transaction_ = database_.run("BEGIN");
  return in_transaction_;
}

bool DatabaseWriter::insert_flags(std::string_view names) {
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    sqlite().bind_int64(insert_flag_, 1, link_);
    bind_text(insert_flag_, 2, name);
    const int result = sqlite().step(insert_flag_);
    sqlite().reset(insert_flag_);
    if (!database_.check(result)) return false;
  }
  return true;
}

bool DatabaseWriter::insert(const SqlTable& table, sqlite3_stmt* statement, RowReader& rows) {
  int number = 0;
  if (table.id == SqlId::own) sqlite().bind_int64(statement, ++number, link_);
  sqlite().bind_int64(statement, ++number, row_);
  std::string_view flags;
  for (const SqlColumn& column : table.columns) {
    if (column.is_flags)
      flags = rows.text().value_or("");
    else if (column.is_number)
      bind_number(statement, ++number, rows.number());
    else
      bind_text(statement, ++number, rows.text());
  }
  const int result = sqlite().step(statement);
  sqlite().reset(statement);
  if (!database_.check(result) || !insert_flags(flags)) return false;
  if (table.id == SqlId::of_message) ++row_;
  if (table.id == SqlId::own) ++link_;
  return true;
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
  sqlite().bind_blob64(save_, 1, position.source.data(), position.source.size(), SQLITE_STATIC);
  bind_number(save_, 2, position.offset);
  bind_number(save_, 3, position.number);
  bind_number(save_, 4, position.name_number);
  bind_number(save_, 5, position.member);
  bind_number(save_, 6, position.files);
  sqlite().bind_int64(save_, 7, row_);
  const int result = sqlite().step(save_);
  sqlite().reset(save_);
  if (database_.check(result) && database_.run("COMMIT")) partial_->keep();
  in_transaction_ = false;
}

bool DatabaseWriter::commit() {
  if (in_transaction_) database_.run("COMMIT");
  if (failed()) return false;
  // In one: a database without its checkpoint is finished.
  if (has_checkpoint_ && !(database_.run("BEGIN") && end_run() && create_indices(database_) &&
                           database_.run("COMMIT")))
    return false;
  if (!database_.close()) return false;
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
