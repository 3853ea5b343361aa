// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "output/merge/merge.h"
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

struct Fixture {
  Destination to(const std::string& name) const {
    Destination destination;
    destination.format = Format::sqlite;
    destination.file = folder / name;
    return destination;
  }
  std::string part(const std::string& name, const std::string& rows,
                   const std::string& options = "") const {
    Destination destination = to(name);
    destination.fingerprint = options;
    auto writer = open_writer(destination);
    BOOST_REQUIRE(writer);
    (*writer)->write(rows);
    BOOST_REQUIRE((*writer)->commit());
    return folder / name;
  }
  std::string merged(const std::vector<std::string>& parts) const {
    const std::string why = merge_databases(parts, to("out.db"));
    return why.empty() ? told(folder / "out.db") : why;
  }
  // Nothing of an output is there, nor of one that was begun.
  bool is_clean() const {
    for (const fs::path& path : test::files_below(folder.path()))
      if (path.filename().string().starts_with("out.db")) return false;
    return true;
  }
  static std::string rest(int id, int offset) {
    const std::string number = std::to_string(id);
    return "\n" + number + " http://h.example/" + std::to_string(offset) + "\n" + number +
           " limit-depth\n" + number + " text/html";
  }

  const Folder folder;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(merge_databases_, Fixture)

BOOST_AUTO_TEST_CASE(ids_go_on_from_part_to_part_and_rows_stay_with_their_message) {
  const std::string one = part("a", message_rows("box", 1, 0) + message_rows("box", 2, 100));
  const std::string two = part("b", problem_rows("gone", 1));
  const std::string three = part("c", ""), four = part("d", message_rows("other", 1, 5));
  BOOST_TEST(merged({one, three, two, four}) ==
             "1 box 1 @0" + rest(1, 0) + "\n2 box 2 @100" + rest(2, 100) +
                 "\n3 gone 1 is not there\n4 other 1 @5" + rest(4, 5));
  BOOST_TEST(asked(folder / "out.db",
                   "SELECT count(*) FROM sqlite_schema WHERE type IN "
                   "('table', 'index', 'view')") == "34");
  // Flags stay with their link, and each run that has written a part is told.
  BOOST_TEST(asked(folder / "out.db", "SELECT count(*) FROM pragma_foreign_key_check") == "0");
  BOOST_TEST(asked(folder / "out.db",
                   "SELECT group_concat(line) FROM (SELECT f.link || ' ' || f.name || ' ' || "
                   "l.message AS line FROM flag AS f JOIN link AS l ON l.id = f.link ORDER BY "
                   "f.link, f.name)") ==
             "1 text-differs 1,1 wrapped 1,2 text-differs 2,2 wrapped 2,3 text-differs 4,3 "
             "wrapped 4");
  BOOST_TEST(asked(folder / "out.db", "SELECT group_concat(id || ' ' || messages) FROM run") ==
             "1 2,2 0,3 0,4 1");
  for (const fs::path& path : test::files_below(folder.path()))
    BOOST_TEST(path.filename().string().find("journal") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(numbers_that_a_slice_could_not_know_are_filled_in) {
  const std::string one = part("a", message_rows("box", 1, 0));
  const std::string two = part("b", message_rows("box", {}, 100) + problem_rows("box", {}) +
                                        message_rows("box", {}, 300) + message_rows("new", 1, 0));
  const std::string three = part("c", message_rows("new", {}, 400));
  BOOST_TEST(merged({one, two, three}) ==
             "1 box 1 @0" + rest(1, 0) + "\n2 box 2 @100" + rest(2, 100) +
                 "\n3 box 3 is not there\n4 box 4 @300" + rest(4, 300) + "\n5 new 1 @0" +
                 rest(5, 0) + "\n6 new 2 @400" + rest(6, 400));
}

BOOST_AUTO_TEST_CASE(a_part_that_begins_inside_an_unknown_source_is_refused) {
  const std::string one = part("a", message_rows("box", 1, 0));
  const std::string two = part("b", message_rows("other", {}, 100));
  BOOST_TEST(merged({one, two}) == two +
                                       ": begins inside other, which no part before it has; are "
                                       "all parts there, and in their order?");
  BOOST_TEST(is_clean());
}

BOOST_AUTO_TEST_CASE(what_is_no_whole_database_of_ours_is_refused) {
  const std::string good = part("a", message_rows("box", 1, 0));
  const std::string why = ": is not a database that basewalk has written to its end";
  const std::string text = folder.write("text", "no database");
  BOOST_TEST(merged({good, text}) == text + why);
  const auto spoilt = [&](const std::string& sql) {
    const std::string name = folder / "spoilt";
    fs::copy_file(good, name, fs::copy_options::overwrite_existing);
    {
      Database database;
      BOOST_REQUIRE(database.open(name, name));
      BOOST_REQUIRE(database.run(sql));
    }
    return merged({name, good});
  };
  BOOST_TEST(spoilt("PRAGMA user_version = 1") ==
             (folder / "spoilt") +
                 ": is a database of an older basewalk, with other tables (user_version 1, not "
                 "3): write it anew");
  BOOST_TEST(spoilt("DROP VIEW hosts") == (folder / "spoilt") + why);
  BOOST_TEST(spoilt("DROP TABLE problem") == (folder / "spoilt") + why);
  const std::string gone = folder / "gone";
  BOOST_TEST(merged({good, gone}) == gone + ": No such file or directory");
  BOOST_TEST(!fs::exists(gone));
  BOOST_TEST(is_clean());
  // An old result stays where there is no new one.
  folder.write("out.db", "old");
  BOOST_TEST(merged({text}) == text + why);
  BOOST_TEST(test::read_file(folder / "out.db") == "old");
}

BOOST_AUTO_TEST_CASE(a_part_of_another_run_is_refused) {
  const auto options = [](const std::string& source, const std::string& slice) {
    return "basewalk links\nSOURCE " + source + "\n--shard " + slice + "\n--open none\n";
  };
  const auto name = [](int index) { return "part-0000" + std::to_string(index) + "-of-00002.db"; };
  const std::string rows = message_rows("box", 1, 0);
  const std::string first = part(name(0), rows, options("box", "0/2"));
  const std::string second = part(name(1), rows, options("box", "1/2"));
  BOOST_TEST(merged({first, second}).starts_with("1 box 1 @0"));
  fs::rename(folder / "out.db", folder / "whole.db");
  const auto with_second = [&](const std::string& source, const std::string& slice) {
    fs::remove(folder / name(1));
    const std::string again = part(name(1), rows, options(source, slice));
    return merged({first, again}).substr(again.size());
  };
  BOOST_TEST(with_second("other", "1/2") == ": was written by another run than " + first +
                                                ": \"SOURCE other\" and \"SOURCE box\" (table run, "
                                                "row 1)");
  for (const char* slice : {"0/2", "1/3", "x"})
    BOOST_TEST(
        with_second("box", slice) == ": is not the slice that its name says (table run, row 1)",
        slice);
  const std::string a = part("a.db", rows, options("box", "0/2"));
  BOOST_TEST(merged({first, a}) == a + ": has a slice that an earlier part has (table run, row 1)");
  // So has what was put together.
  BOOST_TEST(merged({a, folder / "whole.db"}) ==
             (folder / "whole.db") + ": has a slice that an earlier part has (table run, row 1)");
  const std::string b = part("b.db", rows, "basewalk links\nSOURCE box\n");
  BOOST_TEST(merged({a, b}) == b + ": was written by another run than " + a +
                                   ": nothing and \"--open none\" (table run, row 1)");
  BOOST_TEST(is_clean());
}

// Anybody may have made it.
BOOST_AUTO_TEST_CASE(a_part_of_another_shape_is_refused) {
  const std::string name = part("a", message_rows("box", 1, 0));
  {
    Database database;
    BOOST_REQUIRE(database.open(name, name));
    BOOST_REQUIRE(
        database.run("DROP TABLE flag; CREATE VIEW flag AS WITH RECURSIVE c(x) AS (SELECT 1 UNION "
                     "ALL SELECT x FROM c) SELECT x AS link, x AS name FROM c;"));
  }
  BOOST_TEST(merged({name}) ==
             name + ": is not a database that basewalk has written: flag is no table");
  BOOST_TEST(is_clean());
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_there_is_told) {
  const std::string good = part("a", "");
  BOOST_TEST(merge_databases({good}, to("none/out.db")) ==
             (folder / "none/out.db") + ": cannot be written: No such file or directory");
}

BOOST_AUTO_TEST_SUITE_END()
