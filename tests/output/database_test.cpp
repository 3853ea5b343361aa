// SPDX-License-Identifier: MIT
#include "output/database/database.h"

#include <sqlite3.h>
#include <sys/resource.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <sstream>

#include "output/tables.h"
#include "support/files.h"
#include "support/folder.h"

using namespace basewalk;
using namespace basewalk::output;
using test::asked;
using test::Folder;
using test::message_rows;
using test::problem_rows;
using test::told;
namespace fs = std::filesystem;

namespace {

// While one lives no file may become longer than 64 KiB, as on a disk that is full.
class SmallFiles {
 public:
  SmallFiles() : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit small = before_;
    small.rlim_cur = 65536;
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
  void (*signal_)(int);
};

struct Fixture {
  Destination to(bool resume = false) const {
    Destination destination;
    destination.format = Format::sqlite;
    destination.file = file;
    destination.resume = resume;
    destination.fingerprint = "links";
    return destination;
  }
  std::unique_ptr<run::Writer> open(bool resume = false) const {
    auto writer = open_writer(to(resume));
    if (!writer) BOOST_FAIL(writer.error().detail);
    return std::move(*writer);
  }
  // The names in the folder.
  std::string names() const {
    std::string all;
    for (const fs::path& path : test::files_below(folder.path()))
      all += path.filename().string() + " ";
    return all;
  }
  // What a run that is killed leaves: `run` is given a writer, and its files stay as they are then.
  template <class F>
  void killed(F&& run) const {
    const Folder kept;
    {
      auto writer = open();
      run(*writer);
      for (const fs::path& path : test::files_below(folder.path()))
        fs::copy_file(path, kept.path() / path.filename());
    }
    for (const fs::path& path : test::files_below(kept.path()))
      fs::copy_file(path, folder.path() / path.filename(), fs::copy_options::overwrite_existing);
  }

  const Folder folder;
  const std::string file = folder / "out.db";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(database, Fixture)

BOOST_AUTO_TEST_CASE(rows_belong_to_the_message_that_comes_behind_them) {
  auto writer = open();
  writer->write(message_rows("box", 1, 0) + message_rows("box", 2, 100));
  writer->write("");
  writer->write(problem_rows("gone", {}) + message_rows("box", {}, 200));
  BOOST_TEST(!fs::exists(file));
  BOOST_TEST(writer->commit());
  BOOST_TEST(writer->failure() == "");
  writer.reset();
  BOOST_TEST(names() == "out.db ");
  BOOST_TEST(told(file) ==
             "1 box 1 @0\n1 http://h.example/0\n1 limit-depth\n1 text/html\n"
             "2 box 2 @100\n2 http://h.example/100\n2 limit-depth\n2 text/html\n"
             "3 gone ? is not there\n"
             "4 box ? @200\n4 http://h.example/200\n4 limit-depth\n4 text/html");
}

BOOST_AUTO_TEST_CASE(numbers_are_numbers_and_nothing_is_null) {
  auto writer = open();
  writer->write(message_rows("box", {}, 1));
  BOOST_REQUIRE(writer->commit());
  BOOST_TEST(asked(file,
                   "SELECT typeof(number) || ' ' || typeof(byte_offset) || ' ' || "
                   "typeof(source) FROM message") == "null integer text");
  BOOST_TEST(asked(file, "SELECT typeof(target) || ' ' || typeof(id) || ' ' || host FROM link") ==
             "null integer h.example");
}

BOOST_AUTO_TEST_CASE(its_tables_indices_and_view_are_all_there_and_nothing_else) {
  BOOST_REQUIRE(open()->commit());
  BOOST_TEST(asked(file,
                   "SELECT group_concat(type || ' ' || name, ', ') FROM (SELECT * FROM "
                   "sqlite_schema ORDER BY type, name)") ==
             "index document_by_format, index document_by_message, index flag_by_name, index "
             "link_by_host, index link_by_message, index link_by_path, "
             "index message_by_answered, index message_by_date, index message_by_list, index "
             "message_by_message_id, index message_by_sender, index message_by_sha256, index "
             "message_by_text, index message_by_verdict, index note_by_code, index "
             "note_by_message, index part_by_base, index part_by_message, index part_by_sha256, "
             "index run_source_by_run, index unread_by_message, index unread_by_why, table "
             "document, table flag, "
             "table link, table message, table note, table part, table problem, table run, table "
             "run_source, table skipped, table unread, view hosts");
  BOOST_TEST(asked(file, "PRAGMA user_version") == "3");
}

// What `.schema` shows is made for people.
BOOST_AUTO_TEST_CASE(the_text_of_its_tables_fits_a_screen) {
  BOOST_REQUIRE(open()->commit());
  BOOST_TEST(
      asked(file, "SELECT sql FROM sqlite_schema WHERE name = 'note'") ==
      "CREATE TABLE note (message INTEGER NOT NULL REFERENCES message(id),\n  byte_offset INTEGER "
      "NOT NULL, part TEXT NOT NULL, code TEXT NOT NULL, level TEXT NOT NULL,\n  text TEXT NOT "
      "NULL)");
  std::istringstream lines(asked(file,
                                 "SELECT group_concat(sql, char(10)) FROM sqlite_schema "
                                 "WHERE type = 'table'"));
  for (std::string line; std::getline(lines, line);) BOOST_TEST(line.size() <= 96u, line);
}

// So that nobody has to quote one.
BOOST_AUTO_TEST_CASE(no_name_is_a_word_of_sql) {
  BOOST_REQUIRE(open()->commit());
  std::istringstream names(
      asked(file,
            "SELECT group_concat(word, char(10)) FROM (SELECT name AS word FROM sqlite_schema "
            "UNION SELECT c.name FROM sqlite_schema AS s, pragma_table_info(s.name) AS c)"));
  std::size_t count = 0;
  for (std::string word; std::getline(names, word); ++count)
    BOOST_TEST(::sqlite3_keyword_check(word.data(), static_cast<int>(word.size())) == 0, word);
  BOOST_TEST(count > 60u);
}

BOOST_AUTO_TEST_CASE(every_reference_holds) {
  auto writer = open();
  writer->write(message_rows("box", 1, 0) + problem_rows("gone", {}) + message_rows("box", 2, 100));
  BOOST_REQUIRE(writer->commit());
  BOOST_TEST(asked(file, "PRAGMA integrity_check") == "ok");
  BOOST_TEST(asked(file, "SELECT count(*) FROM pragma_foreign_key_check") == "0");
  BOOST_TEST(asked(file,
                   "SELECT group_concat(name) FROM (SELECT s.name FROM sqlite_schema AS s, "
                   "pragma_foreign_key_list(s.name) WHERE s.type = 'table' ORDER BY 1)") ==
             "document,flag,link,note,part,run_source,unread");
}

BOOST_AUTO_TEST_CASE(flags_are_rows_of_their_link) {
  auto writer = open();
  writer->write(message_rows("box", 1, 0));
  writer->checkpoint({"box", 0, 1, 0});
  writer->write(message_rows("box", 2, 100));
  BOOST_REQUIRE(writer->commit());
  BOOST_TEST(asked(file,
                   "SELECT group_concat(line, ', ') FROM (SELECT message || ' ' || name AS line "
                   "FROM flag JOIN link ON link.id = flag.link ORDER BY link, name)") ==
             "1 text-differs, 1 wrapped, 2 text-differs, 2 wrapped");
}

BOOST_AUTO_TEST_CASE(the_run_is_told) {
  const std::string mail = folder.write("one.eml", "Subject: x\n\n");
  Destination destination = to();
  destination.fingerprint = "basewalk links\nSOURCE caf\xE9\n";
  destination.sources = {mail, folder / "none", "-"};
  auto writer = std::move(*open_writer(destination));
  writer->write(message_rows("box", 1, 0) + problem_rows("gone", {}) + message_rows("box", 2, 100));
  BOOST_REQUIRE(writer->commit());
  BOOST_TEST(asked(file,
                   "SELECT id || '|' || (version <> '') || '|' || options || '|' || attempts || "
                   "'|' || messages || '|' || bytes || '|' || parts || '|' || links || '|' || "
                   "notes || '|' || problems || '|' || verdict_clear || '|' || verdict_differs || "
                   "'|' || verdict_unread FROM run") ==
             "1|1|basewalk links\nSOURCE caf\uFFFD\n|1|2|40|2|2|0|1|0|2|0");
  BOOST_TEST(asked(file, "SELECT began LIKE '____-__-__T__:__:__Z' AND ended >= began FROM run") ==
             "1");
  BOOST_TEST(asked(file,
                   "SELECT group_concat(ifnull(size, '?') || ' ' || ifnull(substr(sha256, 1, 8), "
                   "'?'), ', ') FROM run_source") == "12 90beeaa3, ? ?, ? ?");
}

// As an older basewalk has left it.
BOOST_AUTO_TEST_CASE(what_an_older_one_has_left_is_refused) {
  killed([&](run::Writer& writer) { writer.checkpoint({"box", 3, {}, {}}); });
  {
    Database left;
    BOOST_REQUIRE(left.open(file + ".partial", "x"));
    BOOST_REQUIRE(left.run("PRAGMA user_version = 1"));
  }
  const auto writer = open_writer(to(true));
  BOOST_REQUIRE(!writer);
  BOOST_TEST(writer.error().detail ==
             file +
                 ": what an earlier run has left of it is a database of an older basewalk, with "
                 "other tables (user_version 1, not 3): write it anew");
}

BOOST_AUTO_TEST_CASE(a_finished_one_of_another_kind_is_not_taken_for_the_result) {
  const auto refused = [&] {
    const auto writer = open_writer(to(true));
    return writer ? std::string("taken") : writer.error().code + " " + writer.error().detail;
  };
  const std::string why = "different " + file + ": is ";
  BOOST_REQUIRE(open()->commit());
  BOOST_TEST(refused().starts_with("complete "));
  {
    Database whole;
    BOOST_REQUIRE(whole.open(file, "x"));
    BOOST_REQUIRE(whole.run("PRAGMA user_version = 1"));
  }
  BOOST_TEST(refused() == why +
                              "a database of an older basewalk, with other tables (user_version "
                              "1, not 3): write it anew");
  {
    Database whole;
    BOOST_REQUIRE(whole.open(file, "x"));
    BOOST_REQUIRE(whole.run("PRAGMA user_version = 4"));
  }
  BOOST_TEST(refused() == why +
                              "a database of a newer basewalk, with other tables (user_version "
                              "4, not 3): write it anew");
  fs::remove(file);
  {
    Database other;
    BOOST_REQUIRE(other.open(file, "x"));
    BOOST_REQUIRE(other.run("CREATE TABLE link (a); PRAGMA user_version = 2"));
  }
  BOOST_TEST(refused() == why + "not a database that basewalk has written to its end");
  folder.write("out.db", "no database");
  BOOST_TEST(refused() == why + "not a database that basewalk has written to its end");
  BOOST_TEST(test::read_file(file) == "no database");
}

BOOST_AUTO_TEST_CASE(what_was_not_committed_is_gone_unless_a_run_can_go_on_with_it) {
  folder.write("out.db", "old");
  {
    auto writer = open();
    writer->write(message_rows("box", 1, 0));
    BOOST_TEST(!writer->leaves_part());
  }
  BOOST_TEST(names() == "out.db ");
  {
    auto writer = open();
    writer->write(message_rows("box", 1, 0));
    writer->checkpoint({"box", 0, 1, 0});
    writer->write(message_rows("box", 2, 100));
    BOOST_TEST(writer->leaves_part());
  }
  BOOST_TEST(names().starts_with("out.db out.db.partial "));
  BOOST_TEST(test::read_file(file) == "old");
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_behind_the_last_checkpoint) {
  const std::string source = "box\xff,of \"mail\"";
  killed([&](run::Writer& writer) {
    BOOST_TEST(!writer.resumed().has_value());
    BOOST_TEST(writer.keeps_positions());
    writer.write(message_rows("box", 1, 0));
    writer.checkpoint({source, 0, 1, 0});
    writer.write(message_rows("box", 2, 100) + problem_rows("gone", {}));
    writer.checkpoint({source, 100, 2, 7, 5, ~std::uint64_t{8}});
    writer.write(message_rows("box", 3, 200));  // and no checkpoint
  });
  auto writer = open(true);
  BOOST_REQUIRE(writer->resumed().has_value());
  BOOST_TEST(writer->resumed()->source == source);
  BOOST_TEST(writer->resumed()->offset == 100u);
  BOOST_TEST(writer->resumed()->number.value() == 2u);
  BOOST_TEST(writer->resumed()->name_number.value() == 7u);
  BOOST_TEST(writer->resumed()->member.value() == 5u);
  BOOST_TEST(writer->resumed()->files.value() == ~std::uint64_t{8});
  BOOST_TEST(writer->resumes_behind_gap());
  writer->write(message_rows("other", 1, 5));
  BOOST_TEST(writer->commit());
  BOOST_TEST(names() == "out.db ");
  BOOST_TEST(told(file) ==
             "1 box 1 @0\n1 http://h.example/0\n1 limit-depth\n1 text/html\n"
             "2 box 2 @100\n2 http://h.example/100\n2 limit-depth\n2 text/html\n"
             "3 gone ? is not there\n"
             "4 other 1 @5\n4 http://h.example/5\n4 limit-depth\n4 text/html");
}

BOOST_AUTO_TEST_CASE(what_a_position_does_not_know_stays_unknown) {
  killed([&](run::Writer& writer) { writer.checkpoint({"box", 3, {}, {}}); });
  const auto writer = open(true);
  BOOST_REQUIRE(writer->resumed().has_value());
  BOOST_TEST(writer->resumed()->offset == 3u);
  BOOST_TEST(!writer->resumed()->number.has_value());
  BOOST_TEST(!writer->resumed()->name_number.has_value());
  BOOST_TEST(!writer->resumed()->files.has_value());
  BOOST_TEST(!writer->resumes_behind_gap());
}

BOOST_AUTO_TEST_CASE(a_run_that_was_killed_before_any_checkpoint_begins_anew) {
  killed([&](run::Writer& writer) { writer.write(message_rows("box", 1, 0)); });
  auto writer = open(true);
  BOOST_TEST(!writer->resumed().has_value());
  writer->write(message_rows("box", 1, 0));
  BOOST_TEST(writer->commit());
  BOOST_TEST(told(file) == "1 box 1 @0\n1 http://h.example/0\n1 limit-depth\n1 text/html");
}

// Killed when all rows and indices were there, and only the name was not.
BOOST_AUTO_TEST_CASE(a_finished_database_gets_its_name_and_takes_no_rows) {
  killed([&](run::Writer& writer) {
    writer.write(message_rows("box", 1, 0));
    writer.checkpoint({"box", 0, 1, 0});
  });
  {
    Database whole;
    BOOST_REQUIRE(whole.open(file + ".partial", "x"));
    BOOST_REQUIRE(create_indices(whole));
  }
  auto writer = open(true);
  BOOST_TEST(!writer->resumed().has_value());
  writer->write(message_rows("box", 2, 100));
  writer->checkpoint({"box", 100, 2, 0});
  BOOST_TEST(writer->commit());
  BOOST_TEST(told(file) == "1 box 1 @0\n1 http://h.example/0\n1 limit-depth\n1 text/html");
}

BOOST_AUTO_TEST_CASE(after_a_failure_it_takes_nothing_and_gets_no_name) {
  auto writer = open();
  writer->write(message_rows("box", 1, 0));
  writer->fail("it was too much");
  BOOST_TEST(writer->failed());
  writer->fail("and more");
  writer->write(message_rows("box", 2, 100));
  writer->checkpoint({"box", 100, 2, 0});
  BOOST_TEST(!writer->commit());
  BOOST_TEST(writer->failure() == file + ": cannot be written: it was too much");
  writer.reset();
  BOOST_TEST(names() == "");
}

BOOST_AUTO_TEST_CASE(rows_that_find_no_room_fail_the_writer) {
  auto writer = open();
  std::string rows;
  for (int i = 0; i < 1000; ++i) rows += message_rows("box", 1, 0);
  {
    const SmallFiles small;
    writer->write(rows);
    writer->checkpoint({"box", 0, 1, 0});
    BOOST_TEST(writer->failed());
  }
  const std::string why = writer->failure();
  BOOST_TEST(why.starts_with(file + ": cannot be written: "));
  writer->write(rows);
  writer->checkpoint({"box", 0, 1, 0});
  BOOST_TEST(!writer->commit());
  BOOST_TEST(writer->failure() == why);
  writer.reset();
  BOOST_TEST(names() == "");
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_there_is_told) {
  Destination destination = to();
  destination.file = folder / "none/out.db";
  const auto writer = open_writer(destination);
  BOOST_REQUIRE(!writer);
  BOOST_TEST(writer.error().code == "unwritable");
  BOOST_TEST(writer.error().detail ==
             destination.file + ": cannot be written: No such file or directory");
}

BOOST_AUTO_TEST_CASE(a_connection_keeps_its_first_failure_and_does_nothing_more) {
  Database connection;
  BOOST_TEST(!connection.open(folder / "none/x.db", "shown"));
  BOOST_TEST(connection.failed());
  BOOST_TEST(connection.failure() == "shown: cannot be written: unable to open database file");
  BOOST_TEST(!connection.run("CREATE TABLE a (b)"));
  Database other;
  BOOST_REQUIRE(other.open(folder / "x.db", "shown"));
  BOOST_TEST(!other.run("no SQL"));
  BOOST_TEST(other.failure() == "shown: cannot be written: near \"no\": syntax error");
  BOOST_TEST(!other.run("CREATE TABLE a (b)"));
  BOOST_TEST((other.prepare("SELECT 1") == nullptr));
  BOOST_TEST(!other.number("SELECT 1").has_value());
  BOOST_TEST(!other.text("SELECT 1").has_value());
  other.fail("later");
  BOOST_TEST(other.failure() == "shown: cannot be written: near \"no\": syntax error");
}

BOOST_AUTO_TEST_CASE(queries_give_the_first_value_or_nothing) {
  Database connection;
  BOOST_REQUIRE(connection.open(folder / "x.db", "shown"));
  BOOST_TEST(connection.number("SELECT 7, 8").value() == 7u);
  BOOST_TEST(connection.text("SELECT 'a' || char(0) || 'b', 'long text'").value() ==
             std::string("a\0b", 3));
  BOOST_TEST(connection.text("SELECT ''").value() == "");
  BOOST_TEST(!connection.number("SELECT NULL").has_value());
  BOOST_TEST(!connection.text("SELECT NULL").has_value());
  BOOST_TEST(!connection.number("SELECT 1 WHERE 0").has_value());
  BOOST_TEST(!connection.text("SELECT 1 WHERE 0").has_value());
  BOOST_TEST(connection.query("SELECT 7").value() == 7u);
  BOOST_TEST(!connection.query("no SQL").has_value());
  BOOST_TEST(!connection.query("SELECT 1 WHERE 0").has_value());
  BOOST_TEST(!connection.failed());
  BOOST_TEST(!connection.text("no SQL").has_value());
  BOOST_TEST(connection.failed());
  BOOST_TEST(connection.close());
  BOOST_TEST(connection.close());
}

BOOST_AUTO_TEST_SUITE_END()
