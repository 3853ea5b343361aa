// SPDX-License-Identifier: MIT
//
// What an image of a disc has beside the names and the bytes of its files, piece by piece.
#include "worker/program/archives/disc_around.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "archive/made_disc.h"
#include "support/files.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace basewalk::test::disc;

namespace {

Recorded told(const std::string& bytes, DiscFiles files = {}, std::uint64_t left = 1'000'000) {
  Recorded sink;
  const test::ExactCopy copy(bytes);
  tell_disc_around(copy.view(), files, left, sink);
  for (const Recorded::Text& text : sink.texts) {
    BOOST_TEST(text.element == "header");
    BOOST_TEST(text.type == "text/plain");
  }
  return sink;
}
std::vector<std::string> texts(const Recorded& sink) {
  std::vector<std::string> all;
  for (const Recorded::Text& text : sink.texts) all.push_back(text.text);
  return all;
}
// As it stands in a sector, or in its first bytes.
std::string in_sector(const std::string& text, std::size_t size = kSector) {
  return text + std::string(size - text.size(), '\n');
}
std::string system_use(const std::string& kind, const std::string& data) {
  return kind + static_cast<char>(4 + data.size()) + '\1' + data;
}

const std::string kUrl = "http://h/x", kText = "some text";
const std::string kFile = record("A.HTM;1", kFirst, kText.size());
using Texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(disc_around)

BOOST_AUTO_TEST_CASE(a_disc_of_files_has_nothing_else) {
  BOOST_TEST(!told(image({"", "", "", "", kFile, {kText}})).is_told());
  BOOST_TEST(!told(image({"", "", "", "", record("A", kFirst, kUrl.size()), {kUrl}})).is_told());
  // Of a folder within, too.
  BOOST_TEST(
      !told(image({"",
                   "",
                   "",
                   "",
                   record("SUB", kFirst, kSector, true),
                   {record("\0"s, kFirst, kSector, true) + record("A", kFirst + 1, kUrl.size()),
                    kUrl}}))
           .is_told());
  BOOST_TEST(!told("").is_told());
  BOOST_TEST(!told(std::string(kSector, 'x')).is_told());
}

// Each piece is a text of its own, and ends where it does.
BOOST_AUTO_TEST_CASE(what_stands_between_is_told_once) {
  BOOST_TEST(texts(told(image({kUrl, "", "", "", kFile, {kText}}))) ==
             Texts{in_sector(kUrl, 16 * kSector)});
  BOOST_TEST(texts(told(image({"", "", "", "", kFile, {kText, "", kUrl}}))) ==
             Texts{std::string(2 * kSector - kText.size(), '\n') + in_sector(kUrl)});
  BOOST_TEST(texts(told(image({"", "", "", "", kFile + "\0"s + kUrl, {kText}}))).size() == 1u);
  const Texts found = texts(told(image({"", kUrl, kUrl, "", kFile, {kText}})));
  BOOST_REQUIRE_EQUAL(found.size(), 2u);
  for (const std::string& each : found) BOOST_TEST(each.size() == kSector);
  // Behind the end of the disc it is another part.
  BOOST_TEST(texts(told(image({"", "", "", kUrl, kFile, {kText}}))).empty());
}

BOOST_AUTO_TEST_CASE(fields_of_records_are_told_without_names) {
  for (const std::string name : {"A", "AB", "A.HTM;1", "AB.HTM;1"}) {
    const std::string fields = system_use("NM", "http://h/name") + system_use("XX", kUrl) +
                               system_use("SL", "http://h/target") + system_use("YY", "more");
    const Recorded sink =
        told(image({"", "", "", "", record(name, kFirst, kText.size(), false, fields), {kText}}));
    BOOST_TEST(texts(sink) == Texts{kUrl + "\nmore\n"});
  }
  // What is no field goes with them.
  BOOST_TEST(
      texts(told(image(
          {"", "", "", "", record("A", kFirst, kText.size(), false, "x\1\2"s + kUrl), {kText}}))) ==
      Texts{"x\n\n" + kUrl + '\n'});
}

// It is told where it is met, and is no gap.
BOOST_AUTO_TEST_CASE(fields_may_go_on_elsewhere) {
  const std::string area = system_use("XX", kUrl);
  const auto made = [&](std::uint64_t sector, std::uint64_t offset, std::uint64_t size) {
    return image({"",
                  "",
                  "",
                  "",
                  record("A", kFirst, kText.size(), false,
                         system_use("CE", both(sector, 4) + both(offset, 4) + both(size, 4))),
                  {kText, "12345" + area + "behind"}});
  };
  const Texts found = texts(told(made(kFirst + 1, 5, area.size())));
  BOOST_REQUIRE_EQUAL(found.size(), 1u);
  BOOST_TEST(found[0].ends_with('\n' + kUrl + '\n'));
  // Where it leads to nothing, what is there is a gap.
  for (const std::string& bytes :
       {made(0xFFFFFFFF, 5, area.size()), made(kFirst + 1, 5, 0xFFFFFFFF)}) {
    const Texts gaps = texts(told(bytes));
    BOOST_REQUIRE_EQUAL(gaps.size(), 1u);
    BOOST_TEST(gaps[0].find("12345") != std::string::npos);
  }
  // In a circle it ends.
  told(image({"",
              "",
              "",
              "",
              record("A", kFirst, kText.size(), false,
                     system_use("CE", both(kFirst + 1, 4) + both(0, 4) + both(28, 4))),
              {kText, system_use("CE", both(kFirst + 1, 4) + both(0, 4) + both(28, 4))}}));
}

// What says that it is a table of all of it hides nothing.
BOOST_AUTO_TEST_CASE(tables_of_paths_are_searched) {
  std::string bytes = image({"", "", "", "", kFile, {kText, "", kUrl}});
  const std::size_t size = 16 * kSector + 132;
  bytes.replace(size, 8, both(0xFFFFFFFF, 4));
  bytes.replace(size + 8, 4, test::little(18, 4));
  const Texts found = texts(told(bytes));
  BOOST_REQUIRE_EQUAL(found.size(), 1u);
  BOOST_TEST(found[0].find(kUrl) != std::string::npos);
}

// libarchive reads the first of each kind.
BOOST_AUTO_TEST_CASE(trees_that_nobody_reads_are_gaps) {
  const std::string other = record("B", kFirst + 1, kUrl.size());
  for (const char* escape : {"%/@", "%/C", "%/E"})
    BOOST_TEST(!told(image({"", "", "", "", kFile, {kText, kUrl}, escape, other})).is_told());
  for (const char* escape : {"%/X", "%/", "\0"})
    BOOST_TEST(texts(told(image({"", "", "", "", kFile, {kText, kUrl}, escape, other}))).size() ==
               1u);
  const std::string whole = image({"", "", "", "", kFile, {kText, kUrl}, "%/E", other});
  // Another first one, or behind the last of all.
  std::string second = whole;
  second[17 * kSector] = '\1';
  BOOST_TEST(texts(told(second)).size() == 1u);
  std::string behind = whole;
  behind.replace(17 * kSector, 2 * kSector,
                 whole.substr(18 * kSector, kSector) + whole.substr(17 * kSector, kSector));
  BOOST_TEST(texts(told(behind)).size() == 1u);
  // Between others it is read.
  std::string third = whole;
  third.replace(17 * kSector, 2 * kSector,
                filled("\3CD001\1") + whole.substr(17 * kSector, kSector));
  BOOST_TEST(!told(third).is_told());
}

BOOST_AUTO_TEST_CASE(files_that_begin_together_are_told_from_the_longest_on) {
  const std::vector<std::string> sectors = {"one and more of it", "two", "three"};
  const std::string records = record("B.TXT;1", kFirst + 1, 3) + record("A.TXT;1", kFirst, 3) +
                              record("C.TXT;1", kFirst + 2, 5) + record("D.HTM;1", kFirst, 18) +
                              record("E", kFirst, 12) + record("F.TXT", kFirst, 3) +
                              record("G", kFirst + 2, 0) + record("H;1", kFirst + 2, 5);
  const std::string bytes = image({"", "", "", "", records, sectors});
  const Recorded sink = told(bytes);
  Texts found;
  for (const Recorded::Part& part : sink.parts) found.push_back(part.name + '=' + part.bytes);
  BOOST_TEST(found == (Texts{"D.HTM=one and more of it", "E=one and more", "A.TXT=one", "H=three",
                             "C.TXT=three"}),
             boost::test_tools::per_element());
  BOOST_TEST(sink.lacks.empty());
  // Those that were read are not told again.
  DiscFiles files;
  files.is_new(DiscTree::any, "d.html", "one and more of it");
  files.is_new(DiscTree::any, "a.txt", "one");
  BOOST_TEST(told(bytes, files).parts.size() == 3u);
  // What they may have together; to look at one that was read costs as much.
  BOOST_TEST(told(bytes, {}, 18 + 12 + 3 + 5 + 5).parts.size() == 5u);
  for (const std::uint64_t left : {18 + 12 + 2, 18 + 11, 17}) {
    const Recorded few = told(bytes, {}, left);
    BOOST_TEST(few.parts.size() == (left < 18 ? 0u : left < 30 ? 1u : 2u));
    BOOST_TEST(few.has(Lack::limit));
  }
  BOOST_TEST(told(bytes, files, 18 + 12 + 2).has(Lack::limit));
}

// What goes over the end of the disc ends there, and what begins behind it is nothing.
BOOST_AUTO_TEST_CASE(files_end_with_the_disc) {
  const std::string bytes =
      image({"",
             "",
             "",
             "",
             record("A", kFirst + 1, 1) + record("B", kFirst + 1, 0xFFFFFFFF) +
                 record("C", 0xFFFFFF, 1) + record("D", 0xFFFFFF, 2),
             {"", "x"}});
  const Recorded sink = told(bytes);
  BOOST_REQUIRE_EQUAL(sink.parts.size(), 2u);
  BOOST_TEST(sink.parts[0].name == "B");
  BOOST_TEST(sink.parts[0].bytes.size() == kSector);
  BOOST_TEST(sink.parts[1].bytes == "x");
}

// Folders that lie over one another are read as often as the bytes pay for.
BOOST_AUTO_TEST_CASE(folders_over_one_another_end) {
  std::vector<std::string> sectors(400);
  std::string records;
  for (std::uint64_t i = 0; i < 30; ++i) records += record("X", kFirst + i, 400 * kSector, true);
  for (std::string& sector : sectors)
    for (int i = 0; i < 40; ++i) sector += record("Y", kFirst + 7, 100 * kSector, true);
  sectors.back() = kUrl;
  const Texts found = texts(told(image({"", "", "", "", records, sectors})));
  BOOST_REQUIRE_EQUAL(found.size(), 1u);
  BOOST_TEST(found[0].find(kUrl) != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
