// SPDX-License-Identifier: MIT
//
// A database that somebody has had a hand in: values of its rows are other ones, as the input says,
// or all of it is any bytes.  It is read to its end or refused; its rows make messages and pages
// that do nothing, with valid UTF-8; and merging it gives a database that says the same, or fails.
//
// A change is a byte for the table, one for the column, one for the row and one for the type of the
// value, which stands behind them up to a line end.
#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzzing.h"
#include "output/database/database_reader.h"
#include "output/merge/merge.h"
#include "output/records.h"
#include "output/tables.h"
#include "output/writers.h"
#include "report/mail.h"
#include "report/page/message_page.h"
#include "report/row.h"
#include "text/utf8.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;
using basewalk::fuzz::Scratch;

// As a run writes one.
std::string genuine() {
  const Scratch scratch;
  output::Destination to;
  to.format = output::Format::sqlite;
  to.file = scratch / "made";
  auto writer = output::open_writer(to);
  require(writer.has_value());
  for (std::uint64_t i = 1; i < 4; ++i) (*writer)->write(test::message_rows("a.mbox", i, i * 100));
  (*writer)->write(test::problem_rows("b.mbox", 1));
  require((*writer)->commit());
  return scratch.read("made");
}

void bind(sqlite3_stmt* statement, unsigned type, std::string_view value) {
  const int size = static_cast<int>(value.size());
  if (type % 4 == 0) ::sqlite3_bind_text(statement, 1, value.data(), size, SQLITE_TRANSIENT);
  if (type % 4 == 1) ::sqlite3_bind_blob(statement, 1, value.data(), size, SQLITE_TRANSIENT);
  if (type % 4 == 2) ::sqlite3_bind_null(statement, 1);
  std::int64_t number = 0;
  for (const char byte : value.substr(0, 8))
    number = static_cast<std::int64_t>(static_cast<std::uint64_t>(number) << 8) |
             static_cast<unsigned char>(byte);
  if (type % 4 == 3) ::sqlite3_bind_int64(statement, 1, number);
}

// What cannot be changed so (a key that is there) stays as it is.
void change(const std::string& file, fuzz::Input& input) {
  sqlite3* database = nullptr;
  require(::sqlite3_open(file.c_str(), &database) == SQLITE_OK);
  ::sqlite3_exec(database, "PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY; BEGIN", nullptr,
                 nullptr, nullptr);
  const auto& tables = output::sql_tables();
  for (int i = 0; i < 20 && !input.rest().empty(); ++i) {
    const output::SqlTable& table = tables[input.byte() % tables.size()];
    const unsigned column = input.byte(), row = input.byte() % 4, type = input.byte();
    std::vector<std::string> names = {table.id == output::SqlId::of_message ? "id" : "message"};
    for (const output::SqlColumn& each : table.columns)
      if (!each.is_flags) names.emplace_back(each.name);
    const std::string sql = "UPDATE " + std::string(table.name) + " SET " +
                            names[column % names.size()] +
                            " = ? WHERE rowid = " + std::to_string(row);
    sqlite3_stmt* statement = nullptr;
    require(::sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
    bind(statement, type, input.line());
    ::sqlite3_step(statement);
    ::sqlite3_finalize(statement);
  }
  ::sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr);
  require(::sqlite3_close(database) == SQLITE_OK);
}

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

// A page has no script and no element but the template's: none that a value would have made.
void check_page(const report::Mail& mail) {
  static const report::Theme& theme = *[] {
    auto* made = new report::Theme;
    require(made->open("").empty());
    return made;
  }();
  static const report::Glossary glossary;
  report::PageOptions options;
  options.from_database = true;
  const auto page_of = [&](const report::Mail& shown) {
    std::string page;
    require(report::append_message_page(shown, theme, glossary, options, "../", page));
    return page;
  };
  static const std::size_t scripts = count(page_of({}), "<script");
  const std::string page = page_of(mail);
  require(utf8::is_valid(page));
  require(count(page, "<script") == scripts);
  for (const std::string_view never : {"javascript:", "<iframe src", "<object", "<embed"}) {
    const std::size_t at = page.find(never);
    // Text may say so.
    if (at != page.npos) require(at == 0 || (page[at - 1] != '"' && page[at] != '<'));
  }
}

// The rows of all messages; empty where it was refused or reading failed.
std::string rows_of(const std::string& file) {
  output::DatabaseReader reader;
  if (!output::is_database(file) || !reader.open(file).empty()) return {};
  std::string all, rows;
  std::uint64_t messages = 0;
  while (reader.next(rows)) {
    require(++messages == reader.messages());
    output::RowReader read(rows);
    report::MailBuilder builder;
    report::Row row;
    while (const std::optional<char> letter = read.next_row()) {
      row.take(*letter, read);
      if (builder.add(row) == report::MailBuilder::Whole::mail) check_page(builder.mail());
    }
    require(read.rest().empty());
    all += rows;
    rows.clear();
  }
  return reader.failure().empty() ? all : std::string();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Scratch scratch;
  static const std::string made = genuine();
  scratch.clear();
  fuzz::Input input(data, size);
  const std::string file = scratch / "in";
  if (input.rest().starts_with("SQLite format 3")) {
    scratch.write("in", input.rest());
  } else {
    scratch.write("in", made);
    change(file, input);
  }
  const std::string rows = rows_of(file);
  output::Destination to;
  to.format = output::Format::sqlite;
  to.file = scratch / "out";
  const std::string why = output::merge_databases({file}, to);
  if (!why.empty()) return 0;
  require(output::is_database(to.file));
  output::DatabaseReader merged;
  require(merged.open(to.file).empty());
  if (size == 0) require(!rows.empty() && rows_of(to.file) == rows);
  return 0;
}
