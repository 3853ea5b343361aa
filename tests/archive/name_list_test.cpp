// SPDX-License-Identifier: MIT
#include "basewalk/archive/name_list.h"

#include <boost/test/unit_test.hpp>

#include "archive/read_all.h"
#include "support/folder.h"

using namespace basewalk;
using test::Folder;

namespace {

std::vector<std::string> names_in(const std::string& list, char end) {
  Result<archive::NameList> names = archive::NameList::open(list, end);
  BOOST_REQUIRE(names.has_value());
  std::vector<std::string> all;
  while (std::optional<std::string> name = names->next()) all.push_back(*name);
  BOOST_TEST(names->problem().empty());
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(name_list)

BOOST_AUTO_TEST_CASE(gives_one_name_a_line_or_one_before_each_nul) {
  const Folder folder;
  const std::string lines = folder.write("lines", "a b\n\n-\nc\r\nlast");
  const std::string nuls = folder.write("nuls", std::string_view("a\nb\0\0c\0", 7));
  const std::vector<std::string> wanted_lines = {"a b", "-", "c\r", "last"};
  const std::vector<std::string> wanted_nuls = {"a\nb", "c"};
  const std::vector<std::string> got_lines = names_in(lines, '\n'), got_nuls = names_in(nuls, '\0');
  BOOST_TEST(got_lines == wanted_lines, boost::test_tools::per_element());
  BOOST_TEST(got_nuls == wanted_nuls, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_list_that_cannot_be_read_is_told) {
  const Folder folder;
  BOOST_TEST(archive::NameList::open(folder / "none", '\n').error().detail ==
             "No such file or directory");
  Result<archive::NameList> names = archive::NameList::open(folder.path().string(), '\n');
  BOOST_REQUIRE(names.has_value());
  BOOST_TEST(!names->next().has_value());
  BOOST_TEST(names->problem() == "Is a directory");
}

BOOST_AUTO_TEST_CASE(what_can_be_no_name_ends_the_list_and_is_told) {
  struct Row {
    std::string list;
    char end;
    std::string problem;
  };
  const std::string whole(65536, 'x');
  const std::string nul = "a name has a NUL in it; where names end with NUL, say -0";
  const std::string longer = "a name is longer than 65536 bytes";
  const Row rows[] = {
      {std::string("b\0c\nd\n", 6), '\n', nul},      {std::string("b\0c\0", 4), '\n', nul},
      {whole + "x\nnext\n", '\n', longer},           {whole + "x", '\n', longer},
      {whole + whole + '\0' + "next", '\0', longer},
  };
  const Folder folder;
  for (const Row& row : rows) {
    Result<archive::NameList> names =
        archive::NameList::open(folder.write("list", "a" + (row.end + row.list)), row.end);
    BOOST_REQUIRE(names.has_value());
    BOOST_TEST((names->next() == "a"));
    BOOST_TEST(!names->next());
    BOOST_TEST(!names->next());
    BOOST_TEST(names->problem() == row.problem);
  }
  const std::vector<std::string> longest = names_in(folder.write("list", whole + "\nnext"), '\n');
  BOOST_REQUIRE_EQUAL(longest.size(), 2U);
  BOOST_TEST((longest[0] == whole));
}

BOOST_AUTO_TEST_CASE(a_reader_reads_what_it_names) {
  const Folder folder;
  const std::string a = folder.write("a", "A: 1\n\n"), b = folder.write("b", "B: 2\n\n");
  Result<archive::NameList> names =
      archive::NameList::open(folder.write("list", a + "\n" + b + "\n"), '\n');
  BOOST_REQUIRE(names.has_value());
  const std::vector<test::Got> got =
      test::read_all(archive::SourceReader([&] { return names->next(); }, {}));
  BOOST_REQUIRE_EQUAL(got.size(), 2U);
  BOOST_TEST(got[1].bytes == "B: 2\n\n");
}

BOOST_AUTO_TEST_SUITE_END()
