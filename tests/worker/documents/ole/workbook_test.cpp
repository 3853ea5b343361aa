// SPDX-License-Identifier: MIT
//
// Records of a workbook ([MS-XLS]), one by one: texts of cells and what leads elsewhere.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "worker/documents/ole/made_cfb.h"
#include "worker/documents/ole/streams.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace std::string_literals;
using test::little;
using test::wide;

namespace {

constexpr int kFormula = 6, kHeader = 0x14, kFooter = 0x15, kName = 0x18, kFilePass = 0x2F,
              kContinue = 0x3C, kStrings = 0xFC, kSupBook = 0x1AE, kText = 0x1B6, kLabel = 0x204,
              kString = 0x207;

std::string record(int type, const std::string& data) {
  return little(static_cast<std::uint64_t>(type), 2) + little(data.size(), 2) + data;
}
// A string that says how long it is, in two bytes, and whether it has two for each character.
std::string narrow_string(std::string_view text) {
  return little(text.size(), 2) + '\0' + std::string(text);
}
std::string wide_string(std::string_view text) {
  return little(text.size(), 2) + '\1' + wide(text);
}
// Of all cells.
std::string strings(std::uint64_t count, const std::string& all) {
  return record(kStrings, little(count, 4) + little(count, 4) + all);
}
// 2.5.198.89
std::string token(const std::string& text, bool is_wide = false) {
  return "\x17"s + static_cast<char>(text.size()) + static_cast<char>(is_wide ? 1 : 0) +
         (is_wide ? wide(text) : text);
}
std::string formula(const std::string& tokens) {
  return record(kFormula, std::string(22, '\0') + tokens);
}
// The same with the length that a record has.
std::string cell(const std::string& tokens) {
  return record(kFormula, std::string(20, '\0') + little(tokens.size(), 2) + tokens);
}
const std::string kJoin = "\x08", kRef = "\x44" + std::string(4, '\0');
std::string many(int count, int function) {
  return "\x42"s + static_cast<char>(count) + little(static_cast<std::uint64_t>(function), 2);
}
std::string fixed(int function) {
  return "\x41"s + little(static_cast<std::uint64_t>(function), 2);
}
// HYPERLINK("http:"&"//a/")
const std::string kJoined = token("http:") + token("//a/") + kJoin + many(1, 359);
std::string tokens_with_length(const std::string& tokens) {
  return little(tokens.size(), 2) + tokens;
}
std::string number(int value) { return "\x1E"s + little(static_cast<std::uint64_t>(value), 2); }

// 2.4.150, 2.4.105
std::string function_named(const std::string& name) {
  return record(
      kName, std::string(3, '\0') + static_cast<char>(name.size()) + std::string(11, '\0') + name);
}
std::string function_of_book(const std::string& name) {
  return record(0x23, std::string(6, '\0') + static_cast<char>(name.size()) + '\0' + name);
}

std::string book(const std::string& path, bool is_wide = false) {
  return record(kSupBook, little(1, 2) + (is_wide ? wide_string(path) : narrow_string(path)));
}

// [MS-OSHARED] 2.3.7.6, behind its identifier.
std::string url_moniker(const std::string& url) {
  return "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B"s +
         little(url.size() * 2 + 2, 4) + wide(url) + "\0\0"s;
}

struct Row {
  const char* name;
  std::string records;
  std::string text;
  std::vector<std::string> found = {};
  bool has_lack = false;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

const std::vector<Row> kRows = {
    {"nothing", "", ""},
    {"strings", strings(2, narrow_string("one") + wide_string("two")), "one\ntwo\n"},
    {"more than are counted", strings(1, narrow_string("one") + narrow_string("two")), "one\n"},
    {"fewer than are counted", strings(9, narrow_string("one")), "one\n"},
    {"Latin above ASCII", strings(1, narrow_string("\xE4")), "\xC3\xA4\n"},
    {"what formats characters, and says how they sound",
     strings(2, little(1, 2) + "\x0C"s + little(1, 2) + little(3, 4) + "a" + "runs" + "pho" +
                    narrow_string("b")),
     "a\nb\n"},
    {"cut between two characters",
     strings(1, little(4, 2) + '\0' + "ab") + record(kContinue, "\0cd"s), "abcd\n"},
    {"cut, and wider from there on",
     strings(1, little(4, 2) + '\0' + "ab") + record(kContinue, "\1"s + wide("cd")), "abcd\n"},
    {"cut, and narrower from there on",
     strings(1, little(4, 2) + '\1' + wide("ab")) + record(kContinue, "\0cd"s), "abcd\n"},
    {"cut within a character, which is none then",
     strings(1, little(3, 2) + '\1' + wide("ab") + "x") + record(kContinue, "\0c"s), "abc\n"},
    {"cut twice, once before anything",
     strings(1, little(2, 2) + '\0') + record(kContinue, "\0a"s) + record(kContinue, "\0b"s),
     "ab\n"},
    {"cut before a string", strings(2, narrow_string("a")) + record(kContinue, narrow_string("b")),
     "a\nb\n"},
    {"cut within what is passed over",
     strings(2, little(1, 2) + "\4"s + little(5, 4) + "a" + "xy") +
         record(kContinue, "xyz" + narrow_string("b")),
     "a\nb\n"},
    {"a string that goes on nowhere", strings(1, little(9, 2) + '\0' + "ab"), "ab\n"},
    {"a result that goes on in another record",
     record(kString, little(4, 2) + "\0ab"s) + record(kContinue, "\1"s + wide("cd")), "abcd\n"},
    {"a text in two records behind it",
     record(kText, std::string(10, '\0') + little(4, 2)) + record(kContinue, "\0ab"s) +
         record(kContinue, "\0cd"s) + record(kContinue, "runs"),
     "abcd\n"},
    {"a name that goes on",
     record(kName, token("http://a/").substr(0, 6)) +
         record(kContinue, token("http://a/").substr(6)),
     "",
     {"formula http://a/"}},
    {"a hyperlink that goes on",
     record(0x1B8, url_moniker("http://a/").substr(0, 20)) +
         record(kContinue, url_moniker("http://a/").substr(20)),
     "",
     {"object[URL moniker] http://a/"}},
    {"a record that goes on nothing", record(kContinue, "\0a"s) + strings(1, narrow_string("b")),
     "b\n"},
    {"headers and footers", record(kHeader, narrow_string("h")) + record(kFooter, wide_string("f")),
     "h\nf\n"},
    {"a header of nothing", record(kHeader, "") + record(kHeader, "ab"), ""},
    {"what a formula gives", record(kString, wide_string("s")), "s\n"},
    {"a label", record(kLabel, "123456" + wide_string("l")) + record(kLabel, "123456"), "l\n"},
    {"a text in the record behind it",
     record(kText, "x") + record(kContinue, "\1"s + wide("ab")) + record(kText, "x") +
         record(kContinue, "\0c"s),
     "ab\nc\n"},
    {"a text in none", record(kText, "x") + record(kText, "x") + record(kContinue, ""), ""},
    {"a formula", formula(token("http://a/")), "", {"formula http://a/"}},
    {"two texts of one",
     formula(token("http://a/") + "\x42" + token("http://b/", true)),
     "",
     {"formula http://a/", "formula http://b/"}},
    {"of a name", record(kName, token("www.a.example")), "", {"formula www.a.example"}},
    {"a text that leads nowhere", formula(token("hello")), ""},
    {"a text that is longer than the formula", formula(token("http://a/").substr(0, 8)), ""},
    {"no text, and texts of no kind", formula("\x17\0\0"s + "\x17\x09\2http://a/" + "\x17"), ""},
    {"a formula of no tokens", record(kFormula, std::string(22, '\x17')), ""},
    {"HYPERLINK, of joined texts",
     cell(token("https://a") + token(".example/\"b") + kJoin + token("go") + many(2, 359)),
     "",
     {"formula[HYPERLINK] https://a.example/\"b"}},
    {"of characters, and the functions that join",
     cell(number(104) + fixed(111) + token("ttp://a") + kJoin + token("/") + token("b") +
          many(2, 336) + kJoin + many(1, 359)),
     "",
     {"formula[HYPERLINK] http://a/b"}},
    {"within another function, behind jumps",
     cell(kRef + "\x19\x02\0\0"s + token("http://a/") + many(1, 359) + "\x19\x08\0\0"s +
          token("http://b/", true) + "\x19\x04\1\0"s + "1234" + many(3, 1)),
     "",
     {"formula[HYPERLINK] http://a/", "formula http://b/"}},
    {"what is joined with a cell is known as far as that",
     cell(token("http://a/") + kRef + kJoin + many(1, 359)),
     "",
     {"formula[HYPERLINK] http://a/"}},
    {"what begins with a cell is open, and told once",
     cell(kRef + token("http://a/") + kJoin + many(1, 359)) + cell(kRef + many(1, 359)),
     "",
     {"formula[HYPERLINK] HYPERLINK((X&\"http://a/\"))"},
     true},
    {"so is a host of which not all is known",
     cell(token("http://a") + kRef + kJoin + many(1, 359)),
     "",
     {"formula[HYPERLINK] http://a"},
     true},
    {"in parentheses, after other operands",
     cell(token("http://a/") + "\x15" + many(1, 359) + "\x1C\1"s + "\x03"),
     "",
     {"formula[HYPERLINK] http://a/"}},
    {"what a percent or a minus makes is another text",
     cell(token("http://a") + number(1) + "\x14" + kJoin + token(".b/") + kJoin + many(1, 359)) +
         cell(token("http://c") + number(1) + "\x13" + kJoin + token(".d/") + kJoin + many(1, 359)),
     "",
     {"formula[HYPERLINK] http://a", "formula[HYPERLINK] http://c"},
     true},
    {"a formula for several cells, 2.4.277 and 2.4.4",
     record(0x4BC, std::string(8, '\0') + tokens_with_length(kJoined)) +
         record(0x221, std::string(12, '\0') + tokens_with_length(kJoined)),
     "",
     {"formula[HYPERLINK] http://a/", "formula[HYPERLINK] http://a/"}},
    {"how cells are shown, 2.4.42",
     record(0x1B1, "\1\1"s + little(kJoined.size(), 2) + little(kJoined.size(), 2) + "how" +
                       kJoined + kJoined),
     "",
     {"formula[HYPERLINK] http://a/", "formula[HYPERLINK] http://a/"}},
    {"what may be typed, 2.4.96",
     record(0x1BE, std::string(4, '\0') + narrow_string("a") + wide_string("b") +
                       narrow_string("") + narrow_string("d") + little(kJoined.size(), 2) + "xx" +
                       kJoined + little(kJoined.size(), 2) + "xx" + kJoined),
     "",
     {"formula[HYPERLINK] http://a/", "formula[HYPERLINK] http://a/"}},
    {"a link of what is not known", cell("\x18\1\0\0\0"s + many(1, 359)), "", {}, true},
    // Functions that came later stand there by their names, of the workbook or of a library.
    {"a function by its name",
     function_named("_xlfn.WEBSERVICE") +
         cell("\x43\1\0\0\0"s + token("http") + token("://a/") + kJoin + many(2, 255)),
     "",
     {"formula[WEBSERVICE] http://a/"}},
    {"by a name of another book",
     record(kSupBook, little(1, 2) + little(0x3A01, 2)) + function_of_book("_xlfn.IMAGE") +
         record(0x17, little(1, 2) + std::string(6, '\0')) +
         cell("\x59\0\0\1\0\0\0"s + kRef + many(2, 255)),
     "",
     {},
     true},
    {"by names that are none",
     function_named("a b") + cell("\x43\1\0\0\0"s + kRef + many(2, 255)) +
         cell("\x43\2\0\0\0"s + kRef + many(2, 255)) +
         cell("\x59\1\0\1\0\0\0"s + kRef + many(2, 255)) + cell(kRef + many(1, 255)) +
         cell(many(0, 255)),
     ""},
    // What cannot be put together is searched.
    {"a token of no kind, too few operands, too many, a function of unknown arguments",
     cell("\x18" + token("http://a/")) + cell(token("http://b/") + kJoin) +
         cell(token("http://c/") + kRef) + cell(token("http://d/") + fixed(900)) +
         cell(token("http://e/") + "\x1E") + cell(token("http://f/") + "\x19\x04\xFF\xFF"s),
     "",
     {"formula http://a/", "formula http://b/", "formula http://c/", "formula http://d/",
      "formula http://e/", "formula http://f/"}},
    {"another workbook", book("http://a/b.xls"), "", {"SupBook http://a/b.xls"}},
    {"a path in pieces", book("\1\1\\\\h\3s\3b.xls", true), "", {"SupBook \\\\h/s/b.xls"}},
    {"on a server", book("\1\1@h\3s\3b.xls", true), "", {"SupBook \\\\h\\s\\b.xls"}},
    {"on a drive", book("\1\1Cd\3b.xls"), "", {"SupBook C:\\d\\b.xls"}},
    {"from the root", book("\1\2d\3b.xls"), "", {"SupBook /d/b.xls"}},
    {"beside this one, and above it",
     book("\1b.xls") + book("\1\4\4d\3b.xls"),
     "",
     {"SupBook b.xls", "SupBook ../../d/b.xls"}},
    // How long it is is a character: "s" once, and one of two bytes in UTF-8.
    {"a URL",
     book("\1\5\x0Ahttp://a/x") + book("\1\5shttps://a/b c\\d.xls") +
         book("\1\5\xE9http://b/", true),
     "",
     {"SupBook http://a/x", "SupBook https://a/b c\\d.xls", "SupBook http://b/"}},
    {"a URL behind a folder",
     book("\1\1CTEMP\3\5\xD1http://a/b?c", true),
     "",
     {"SupBook http://a/b?c"}},
    {"a drive alone", book("\1\1C"), "", {"SupBook C:\\"}},
    {"what ends where it says",
     record(kHeader, wide_string("h") + "more") +
         record(kSupBook, little(1, 2) + narrow_string("\1b.xls") + "more"),
     "h\n",
     {"SupBook b.xls"}},
    {"functions that were added",
     record(kSupBook, little(1, 2) + little(0x3A01, 2) + "\0http://a/"s), ""},
    {"a URL of nothing", book("\1\5") + book("\1") + book("\1\1"), ""},
    {"programs and their topics",
     book("cmd\3/c calc") + book("x\3y"),
     "",
     {"SupBook cmd//c calc", "SupBook x/y"},
     true},
    {"this workbook, and functions",
     record(kSupBook, little(1, 2) + little(0x401, 2) + "x") +
         record(kSupBook, little(1, 2) + little(0x3A01, 2) + "x") + record(kSupBook, "1234"),
     ""},
    {"a name of no path", book("b.xls"), ""},
    {"what is behind the end",
     strings(1, narrow_string("a")) + little(0, 4) + strings(1, narrow_string("b")), "a\n"},
    {"URLs in records of any kind",
     record(0x999, "\1\2http://a/\0http://b/ x://"s) +
         record(0x876, "\1" + wide("(http://c/?q)") + "\1" + wide("http://d/")) +
         strings(1, narrow_string("a")),
     "a\n",
     {"record http://a/", "record http://b/", "record x://", "record (http://c/?q)",
      "record http://d/"}},
    {"records whose URLs are found otherwise, or are none",
     record(0x4D, "http://a/") + record(0x1B8, wide("http://a/")) + record(0x800, "http://a/") +
         record(0x896, "http://a/") + record(0x8A4, "http://a/") + record(0x8A5, "http://a/") +
         record(0x8A6, "http://a/") + record(0x999, ":/ /"),
     ""},
    {"a URL at either end of a record",
     record(0x999, "://") + record(0x999, wide("://")),
     "",
     {"record ://", "record ://"}},
    {"a sheet of macros, told once",
     record(0x85, little(999, 4) + "\0\1"s + "\1\0x"s) +
         record(0x809, little(0x600, 2) + little(0x40, 2) + std::string(12, '\0')),
     "",
     {},
     true},
    {"one that only its beginning tells of",
     record(0x809, little(0x600, 2) + little(0x40, 2) + std::string(12, '\0')),
     "",
     {},
     true},
    {"sheets of cells and charts",
     record(0x85, little(999, 4) + "\0\0"s + "\1\0x"s) +
         record(0x85, little(999, 4) + "\0\2"s + "\1\0x"s) + record(0x85, "1234"),
     ""},
    {"connections to databases, told once",
     record(0xDC, little(1, 2) + little(0, 8)) + record(0x876, little(0x876, 4) + little(5, 2)),
     "",
     {},
     true},
    {"queries of pages and texts",
     record(0xDC, little(4, 2) + little(1, 8)) + record(0x876, little(0x876, 4) + little(6, 2)),
     ""},
    // RTD(A1), by a name as well.
    {"a command in a cell",
     record(6, std::string(20, '\0') + little(9, 2) + "\x44\0\0\0\0\x42\1\x7B\1"s),
     "",
     {},
     true},
    {"a command in a name",
     record(0x18, little(0, 3) + little(1, 1) + little(9, 2) + little(0, 8) + "\0n"s +
                      "\x44\0\0\0\0\x42\1\x7B\1"s),
     "",
     {},
     true},
    {"a name of cells",
     record(0x18, little(0, 3) + little(1, 1) + little(5, 2) + little(0, 8) + "\0n\x44\0\0\0\0"s),
     ""},
    {"cut off", strings(1, narrow_string("abc")).substr(0, 17), "ab\n", {}, true},
};

const std::string kBegin = record(0x809, little(0x600, 2) + little(5, 2) + std::string(12, '\0'));

}  // namespace

BOOST_AUTO_TEST_SUITE(workbooks)

BOOST_DATA_TEST_CASE(each_record_is_read, boost::unit_test::data::make(kRows), row) {
  Recorded told;
  std::string art;
  const test::ExactCopy bytes(kBegin + row.records);
  BOOST_TEST(read_workbook(bytes.view(), art, told));
  std::string text;
  for (const Recorded::Text& each : told.texts) text += each.text;
  BOOST_TEST(text == row.text);
  BOOST_TEST(told.found() == row.found, boost::test_tools::per_element());
  BOOST_TEST(told.lacks.size() == (row.has_lack ? 1U : 0U));
}

// 2.4.28: zeros, or something else, before a sheet hide it from nobody who goes by its place.
BOOST_AUTO_TEST_CASE(sheets_are_found_by_their_places) {
  constexpr std::size_t kBytes = 12;
  const auto workbook = [&](const std::string& before, const std::string& sheets) {
    const std::size_t place = kBegin.size() + kBytes + before.size();
    return kBegin + record(0x85, little(place, 4) + "\0\0\0\0"s) + before + sheets;
  };
  const std::string sheet = kBegin + record(kLabel, "123456" + narrow_string("http://a/"));
  for (const std::string& before : {""s, std::string(16, '\0'), "\x99\x99\xFF\x0F"s}) {
    Recorded told;
    std::string art;
    const test::ExactCopy bytes(workbook(before, sheet));
    BOOST_TEST(read_workbook(bytes.view(), art, told));
    BOOST_TEST_REQUIRE(told.texts.size() == 1U);
    BOOST_TEST(told.texts[0].text == "http://a/\n");
  }
  // Sheets in one another: each begins by itself, and has the same records behind it.
  constexpr std::size_t kSheets = 1000;
  const std::size_t first = kBegin.size() + kSheets * kBytes + 4, last = first + kSheets * 4;
  std::string many = kBegin;
  for (std::size_t i = 0; i < kSheets; ++i)
    many += record(0x85, little(first + i * 4, 4) + "\0\0\0\0"s);
  many += "\0\0\0\0"s;
  for (std::size_t at = first; at < last; at += 4)
    many += little(0x809, 2) + little(last - at - 4, 2);
  for (std::size_t i = 0; i < 10'000; ++i) many += little(1, 4);
  Recorded told;
  std::string art;
  BOOST_TEST(read_workbook(many, art, told));
  BOOST_TEST(told.has(Lack::limit));
}

// Excel 5 and 95: texts are bytes.
BOOST_AUTO_TEST_CASE(the_version_before_it_is_read) {
  const auto narrow = [](std::string_view text, std::size_t size) {
    return little(text.size(), size) + std::string(text);
  };
  const auto old_token = [&](const std::string& text) { return "\x17" + narrow(text, 1); };
  const std::string begin = record(0x809, little(0x500, 2) + little(5, 2) + std::string(4, '\0'));
  const test::ExactCopy bytes(
      begin + record(kHeader, narrow("h\x80", 1)) + record(kFooter, narrow("f", 1)) +
      record(kString, narrow("s", 2)) + record(kLabel, "123456" + narrow("l", 2)) +
      record(0xD6, "123456" + narrow("r", 2) + "runs") + record(0x1C, "1234" + narrow("n", 2)) +
      record(kFormula, std::string(22, '\0') + old_token("http://a/") + old_token("http://b/") +
                           "\x17\x99http://c/") +
      record(kName, old_token("http://d/")) + record(0x17, narrow("\1\1@h\3b.xls", 1)) +
      record(0x17, narrow("\2", 1)) + record(0x17, narrow("\3Sheet", 1)) +
      record(0x17, narrow("cmd\3/c calc", 1)) + record(0x17, "") + record(kLabel, "123456") +
      record(0x999, "http://e/"));
  Recorded told;
  std::string art;
  BOOST_TEST(read_workbook(bytes.view(), art, told));
  BOOST_REQUIRE(told.texts.size() == 1u);
  BOOST_TEST(told.texts[0].text == "h\xE2\x82\xAC\nf\ns\nl\nr\nn\n");
  BOOST_TEST(told.found() == (std::vector<std::string>{"formula http://a/", "formula http://b/",
                                                       "formula http://d/", "SupBook \\\\h\\b.xls",
                                                       "SupBook cmd//c calc", "record http://e/"}),
             boost::test_tools::per_element());
  // The command.
  BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::no_opener));
}

BOOST_AUTO_TEST_CASE(those_before_that_are_told) {
  Recorded told;
  std::string art;
  const test::ExactCopy bytes(record(0x809, little(0x400, 2) + std::string(6, '\0')));
  BOOST_TEST(read_workbook(bytes.view(), art, told));
  BOOST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::no_opener));
}

BOOST_AUTO_TEST_CASE(an_encrypted_one_is_not_read) {
  Recorded told;
  std::string art;
  const test::ExactCopy bytes(kBegin + record(kFilePass, "x") + strings(1, narrow_string("a")));
  BOOST_TEST(!read_workbook(bytes.view(), art, told));
  BOOST_TEST(told.texts.empty());
}

BOOST_AUTO_TEST_CASE(what_is_drawn_is_put_together) {
  Recorded told;
  std::string art;
  const test::ExactCopy bytes(kBegin + record(0xEB, "a") + record(kContinue, "b") +
                              strings(1, narrow_string("x")) + record(0xEC, "c") +
                              record(0xED, "d") + record(kContinue, "e"));
  BOOST_TEST(read_workbook(bytes.view(), art, told));
  BOOST_TEST(art == "abcde");
}

// Wherever it ends: nothing beyond that is looked at.
BOOST_DATA_TEST_CASE(a_workbook_may_end_anywhere, boost::unit_test::data::make(kRows), row) {
  for (std::size_t size = 0; size < row.records.size(); ++size) {
    Recorded told;
    std::string art;
    const test::ExactCopy bytes(kBegin + row.records.substr(0, size));
    (void)read_workbook(bytes.view(), art, told);
    BOOST_TEST(told.references.size() <= row.found.size());
  }
}

BOOST_AUTO_TEST_SUITE_END()
