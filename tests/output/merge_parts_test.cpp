// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "output/merge/merge.h"
#include "support/folder.h"

using namespace basewalk;
using namespace basewalk::output;
using test::Folder;

namespace {

// The names in their order without the folder, or what is wrong.
std::string ordered(const Folder& folder, std::vector<std::string> names) {
  for (std::string& name : names) name = folder / name;
  const Result<std::vector<std::string>> parts = order_parts(names);
  const auto short_name = [&](std::string text) {
    const std::string top = folder.path().string() + "/";
    for (std::size_t at = text.find(top); at != std::string::npos; at = text.find(top))
      text.erase(at, top.size());
    return text;
  };
  if (!parts) return short_name(parts.error().detail);
  std::string all;
  for (const std::string& part : *parts) all += short_name(part) + "\n";
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(merge_parts)

BOOST_AUTO_TEST_CASE(parts_are_ordered_by_their_slices) {
  const Folder folder;
  for (const char* name :
       {"part-00000-of-00003.csv", "part-00001-of-00003.csv.gz", "d/part-00002-of-00003.csv"})
    folder.write(name, "");
  const std::string wanted =
      "part-00000-of-00003.csv\npart-00001-of-00003.csv.gz\nd/part-00002-of-00003.csv\n";
  BOOST_TEST(ordered(folder, {"d/part-00002-of-00003.csv", "part-00000-of-00003.csv",
                              "part-00001-of-00003.csv.gz"}) == wanted);
  BOOST_TEST(ordered(folder, {"d", "part-00001-of-00003.csv.gz", "part-00000-of-00003.csv"}) ==
             wanted);
}

BOOST_AUTO_TEST_CASE(other_names_keep_the_order_that_was_given) {
  const Folder folder;
  folder.write("b", "");
  folder.write("a", "");
  BOOST_TEST(ordered(folder, {"b", "a"}) == "b\na\n");
  folder.write("part-00000-of-00001.csv", "");
  const std::string why = "a: is not named as a part, as others are; its place is not known";
  BOOST_TEST(ordered(folder, {"part-00000-of-00001.csv", "a"}) == why);
  BOOST_TEST(ordered(folder, {"a", "part-00000-of-00001.csv"}) == why);
}

// Each of its messages would be there twice.
BOOST_AUTO_TEST_CASE(no_file_may_be_given_twice_whatever_it_is_called) {
  const Folder folder;
  folder.write("b", "");
  folder.write("part-00000-of-00002.csv", "");
  std::filesystem::create_hard_link(folder / "b", folder / "linked");
  std::filesystem::create_symlink("part-00000-of-00002.csv", folder / "part-00001-of-00002.csv");
  const auto told = [&](const std::vector<std::string>& names) {
    const std::string why = ordered(folder, names);
    return why.substr(0, why.find(" ("));
  };
  BOOST_TEST(told({"b", "b"}) == "b: is given twice");
  BOOST_TEST(told({"b", "linked"}) == "linked: is given twice");
  BOOST_TEST(told({"part-00000-of-00002.csv", "part-00001-of-00002.csv"}) ==
             "part-00001-of-00002.csv: is given twice");
}

// What an unfinished run has left is none of them, nor what has another name.
BOOST_AUTO_TEST_CASE(a_folder_stands_for_the_whole_parts_in_it) {
  const Folder folder;
  for (const char* name :
       {"part-00000-of-00001.db", "part-00000-of-00001.db.partial", "part-00000-of-00001.db.resume",
        "part-00000-of-00001.db.partial-journal", "part-00000-of-00001.db-journal", "notes.txt"})
    folder.write("d/" + std::string(name), "");
  BOOST_TEST(ordered(folder, {"d"}) == "d/part-00000-of-00001.db\n");
  folder.write("e/part-00000-of-00001.db.partial", "");
  folder.write("e/part-00000-of-00001.db.resume", "");
  BOOST_TEST(ordered(folder, {"e"}) == "e: there are no parts in this folder");
  BOOST_TEST(ordered(folder, {"d", "e"}) == "e: there are no parts in this folder");
  BOOST_TEST(ordered(folder, {"f"}) == "f: No such file or directory");
}

BOOST_AUTO_TEST_CASE(no_part_may_be_missing_or_there_twice) {
  const Folder folder;
  for (const char* name :
       {"part-00000-of-00003.csv", "part-00001-of-00003.csv", "part-00002-of-00003.csv",
        "part-00001-of-00003.csv.gz", "part-00001-of-00002.csv"})
    folder.write(name, "");
  BOOST_TEST(ordered(folder, {"part-00001-of-00003.csv", "part-00002-of-00003.csv"}) ==
             "part 0 of 3 is missing (part-00000-of-00003.*)");
  BOOST_TEST(ordered(folder, {"part-00000-of-00003.csv", "part-00002-of-00003.csv"}) ==
             "part 1 of 3 is missing (part-00001-of-00003.*)");
  BOOST_TEST(ordered(folder, {"part-00000-of-00003.csv", "part-00001-of-00003.csv"}) ==
             "part 2 of 3 is missing (part-00002-of-00003.*)");
  const std::string twice = ordered(folder, {"part-00000-of-00003.csv", "part-00001-of-00003.csv",
                                             "part-00001-of-00003.csv", "part-00002-of-00003.csv"});
  BOOST_TEST(twice == "part-00001-of-00003.csv: part 1 is there twice");
  BOOST_TEST(ordered(folder, {"part-00000-of-00003.csv", "part-00001-of-00002.csv"}) ==
             "part-00001-of-00002.csv: is a part of 2, part-00000-of-00003.csv one of 3");
}

BOOST_AUTO_TEST_CASE(numbers_go_on_where_a_slice_begins_inside_a_source) {
  Numbers numbers;
  BOOST_TEST(numbers.of("a", 1, false).value() == 1u);
  BOOST_TEST(numbers.of("a", 2, false).value() == 2u);
  BOOST_TEST(numbers.of("a", {}, false).value() == 3u);
  BOOST_TEST(numbers.of("a", {}, true).value() == 3u);
  BOOST_TEST(numbers.of("a", {}, false).value() == 4u);
  BOOST_TEST(!numbers.of("b", {}, false).has_value());
  BOOST_TEST(numbers.of("b", 7, true).value() == 7u);
  BOOST_TEST(numbers.of("b", {}, false).value() == 8u);
}

BOOST_AUTO_TEST_SUITE_END()
