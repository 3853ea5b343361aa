// SPDX-License-Identifier: MIT
#include "output/database/database_reader.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "output/tables.h"
#include "support/folder.h"

using namespace basewalk;
using namespace basewalk::output;
using test::message_rows;
using test::problem_rows;

namespace {

using Texts = std::vector<std::string>;

// Each row as "letter|value|value", null where there is none; those that belong to a message come
// before its own, in whichever order.
Texts rows_in(std::string_view bytes) {
  Texts rows;
  RowReader reader(bytes);
  while (const auto letter = reader.next_row()) {
    const std::vector<SqlTable>& tables = sql_tables();
    const auto table = std::ranges::find(tables, *letter, &SqlTable::letter);
    BOOST_TEST_REQUIRE((table != tables.end()));
    std::string row(1, *letter);
    for (const SqlColumn& column : table->columns) {
      std::string value = "null";
      if (column.is_number && !column.is_flags) {
        if (const auto number = reader.number()) value = std::to_string(*number);
      } else if (const auto text = reader.text()) {
        value = "'" + std::string(*text) + "'";
      }
      row += "|" + value;
    }
    rows.push_back(row);
  }
  if (!rows.empty()) std::sort(rows.begin(), rows.end() - 1);
  return rows;
}

struct Fixture {
  // A database of these rows, changed by SQL behind its end.
  std::string made(const std::string& rows, const std::string& sql = "") {
    const std::string file = folder / ("made" + std::to_string(++count) + ".db");
    Destination to;
    to.format = Format::sqlite;
    to.file = file;
    to.fingerprint = "links";
    auto writer = open_writer(to);
    BOOST_TEST_REQUIRE(writer.has_value());
    (*writer)->write(rows);
    BOOST_TEST_REQUIRE((*writer)->commit());
    if (sql.empty()) return file;
    Database database;
    BOOST_TEST_REQUIRE(database.open(file, file));
    BOOST_TEST_REQUIRE(database.run(sql), database.failure());
    return file;
  }
  // The rows of each message.
  static std::vector<Texts> read(const std::string& file) {
    DatabaseReader reader;
    BOOST_TEST(reader.open(file) == "");
    std::vector<Texts> all;
    for (std::string rows; reader.next(rows); rows.clear()) all.push_back(rows_in(rows));
    BOOST_TEST(reader.failure() == "");
    BOOST_TEST(reader.messages() == all.size());
    return all;
  }
  std::string refusal(const std::string& file) const {
    DatabaseReader reader;
    std::string why = reader.open(file);
    const std::string top = folder.path().string() + "/";
    if (why.starts_with(top)) why.erase(0, top.size());
    return why;
  }

  const test::Folder folder;
  int count = 0;
};

// How often a text is in rows.
std::size_t times(const Texts& rows, std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      rows, [&](const std::string& row) { return row.find(text) != row.npos; }));
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(database_reader, Fixture)

BOOST_AUTO_TEST_CASE(what_was_written_is_read_message_by_message) {
  const std::string one = message_rows("box", 1, 0), two = message_rows("box", {}, 100),
                    problem = problem_rows("gone", {}), three = message_rows("other", 1, 7);
  const std::vector<Texts> read_again = read(made(one + two + problem + three));
  BOOST_TEST_REQUIRE(read_again.size() == 4u);
  BOOST_TEST(read_again[0] == rows_in(one), boost::test_tools::per_element());
  BOOST_TEST(read_again[1] == rows_in(two), boost::test_tools::per_element());
  BOOST_TEST(read_again[2] == rows_in(problem), boost::test_tools::per_element());
  BOOST_TEST(read_again[3] == rows_in(three), boost::test_tools::per_element());
  BOOST_TEST(read(made("")).empty());
}

BOOST_AUTO_TEST_CASE(flags_are_those_of_their_link) {
  const std::string rows = message_rows("a", 1, 0) + message_rows("a", 2, 1) +
                           message_rows("a", 3, 2) + message_rows("a", 4, 3);
  BOOST_TEST(times(read(made(rows)).at(3), "'text-differs wrapped'") == 1u);
  // The second has none, the third one; some belong to no link.
  const std::vector<Texts> changed =
      read(made(rows,
                "DELETE FROM flag WHERE link = 2 OR (link = 3 AND name = 'wrapped');"
                "INSERT INTO flag VALUES (0, 'stray'), (99, 'stray');"));
  const char* wanted[] = {"|'text-differs wrapped'", "|''", "|'text-differs'",
                          "|'text-differs wrapped'"};
  for (std::size_t i = 0; i < 4; ++i) {
    BOOST_TEST(times(changed.at(i), wanted[i]) >= 1u, i);
    BOOST_TEST(times(changed[i], "stray") == 0u, i);
  }
  BOOST_TEST(times(changed[1], "text-differs") == 0u);
}

// Of a database that somebody else has written to.
BOOST_AUTO_TEST_CASE(rows_of_no_message_are_passed_over) {
  const std::string rows = message_rows("a", 1, 0) + message_rows("a", 2, 1);
  const std::vector<Texts> changed =
      read(made(rows,
                "UPDATE link SET message = 0 WHERE id = 1; UPDATE note SET message = 99;"
                "DELETE FROM part;"));
  BOOST_TEST_REQUIRE(changed.size() == 2u);
  BOOST_TEST(changed[0].size() == 1u);
  BOOST_TEST(changed[1].size() == 2u);
  BOOST_TEST(times(changed[1], "http://h.example/1") == 1u);
}

BOOST_AUTO_TEST_CASE(what_is_no_utf8_is_made_some) {
  const std::vector<Texts> changed = read(made(
      message_rows("a", 1, 0), "UPDATE link SET raw = CAST(x'61FF62' AS TEXT), host = x'63FE';"));
  BOOST_TEST(times(changed.at(0),
                   "'a\xEF\xBF\xBD"
                   "b'") == 1u);
  BOOST_TEST(times(changed[0], "'c\xEF\xBF\xBD'") == 1u);
}

BOOST_AUTO_TEST_CASE(what_is_no_whole_database_of_ours_is_refused) {
  const std::string unfinished = "is not a database that basewalk has written to its end";
  BOOST_TEST(refusal(folder.write("text", "Subject: x\n\n")) == "text: " + unfinished);
  BOOST_TEST(refusal(folder.write("empty", "")) == "empty: " + unfinished);
  BOOST_TEST(refusal(made("", "DROP VIEW hosts;")) == "made1.db: " + unfinished);
  BOOST_TEST(refusal(made("", "DROP TABLE flag;")) == "made2.db: " + unfinished);
  const std::string anew = std::to_string(kTablesVersion) + "): write it anew";
  BOOST_TEST(refusal(made("", "PRAGMA user_version = 1;")) ==
             "made3.db: is a database of an older basewalk, with other tables (user_version 1, "
             "not " +
                 anew);
  BOOST_TEST(refusal(made("", "PRAGMA user_version = 9999;")) ==
             "made4.db: is a database of a newer basewalk, with other tables (user_version 9999, "
             "not " +
                 anew);
  BOOST_TEST(refusal(made("", "ALTER TABLE link RENAME COLUMN raw TO other;")) ==
             "made5.db: is not a database that basewalk has written: its table link has no column "
             "raw");
  BOOST_TEST(refusal(folder / "missing") != "");
}

// Anybody may have made it: what is read is tables, and no more of them than the file can hold.
BOOST_AUTO_TEST_CASE(what_is_no_table_is_never_run) {
  const std::string rows = message_rows("box", 1, 0);
  const std::string why = "is not a database that basewalk has written: ";
  BOOST_TEST(refusal(made(rows,
                          "DROP TABLE note; CREATE VIEW note AS WITH RECURSIVE c(x) AS (SELECT 1 "
                          "UNION ALL SELECT x FROM c) SELECT x AS message, x AS byte_offset, '1' "
                          "AS part, '' AS code, '' AS level, '' AS text FROM c;")) ==
             "made1.db: " + why + "note is no table");
  BOOST_TEST(refusal(made(rows,
                          "ALTER TABLE note DROP COLUMN text;"
                          "ALTER TABLE note ADD COLUMN text TEXT AS (hex(zeroblob(1000000)));")) ==
             "made2.db: " + why + "its table note has no column text");
  BOOST_TEST(refusal(made(rows, "ALTER TABLE flag RENAME COLUMN name TO word;")) ==
             "made3.db: " + why + "its table flag has no column name");
  // What somebody has added for himself hurts nobody.
  BOOST_TEST(read(made(rows,
                       "ALTER TABLE message ADD COLUMN seen TEXT; CREATE TABLE own (x);"
                       "CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM message; END;"))
                 .size() == 1u);
}

BOOST_AUTO_TEST_CASE(reading_has_an_end) {
  const std::string file = made(message_rows("box", 1, 0));
  Database database;
  BOOST_TEST_REQUIRE(database.open_to_read(file));
  database.distrust(file, size_of(file));
  BOOST_TEST((database.number("SELECT count(*) FROM message") == 1u));
  BOOST_TEST(
      !database.number("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) "
                       "SELECT count(*) FROM c"));
  BOOST_TEST(database.failure() ==
             file + ": there is no end to what is in it, for a file of its size");
  BOOST_TEST(size_of(folder / "missing") == 0u);
}

BOOST_AUTO_TEST_CASE(a_database_is_known_by_its_first_bytes) {
  BOOST_TEST(is_database(made("")));
  BOOST_TEST(is_database(folder.write("short", std::string("SQLite format 3\0", 16))));
  BOOST_TEST(!is_database(folder.write("cut", "SQLite format 3")));
  BOOST_TEST(!is_database(folder.write("text", "SQLite format 4, and more")));
  BOOST_TEST(!is_database(folder / "missing"));
  BOOST_TEST(!is_database(folder.make("a folder")));
}

BOOST_AUTO_TEST_SUITE_END()
