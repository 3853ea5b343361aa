// SPDX-License-Identifier: MIT
//
// Compound files that are no messages: each stream by its reader, and files that are damaged.
#include "worker/documents/ole/ole.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "support/skip.h"
#include "worker/documents/ole/made_cfb.h"
#include "worker/documents/ole/made_storage.h"
#include "worker/documents/ole/streams.h"
#include "worker/documents/outlook/outlook.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace std::string_literals;
using test::little;
using test::made_cfb;
using test::wide;
using worker::Lack;
using worker::Recorded;

namespace {

using Streams = std::vector<std::pair<std::string, std::string>>;

Recorded opened(std::string_view bytes, std::uint64_t most = std::uint64_t{64} << 20) {
  const test::ExactCopy copy(bytes);
  Recorded told;
  worker::Document document{copy.view(), "a.doc"};
  document.bounds.bytes = most;
  worker::open_cfb(document, told);
  BOOST_TEST(!told.is_open());
  return told;
}

const std::string kUrl = "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\0\xAA\0\x4B\xA9\x0B"s;
const std::string kLink = "\xD0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\0\xAA\0\x4B\xA9\x0B"s;
const std::string kFile = "\3\3\0\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"s;

std::string text(const std::string& value) {
  return little(value.size() + 1, 4) + wide(value + '\0');
}
std::string url_moniker(const std::string& url) {
  return kUrl + little(url.size() * 2 + 2, 4) + wide(url + '\0');
}
std::string file_moniker(const std::string& path) {
  return kFile + little(0, 2) + little(path.size() + 1, 4) + path + '\0' + std::string(24, '\xFF') +
         little(0, 4);
}
std::string record(std::uint64_t type, const std::string& data) {
  return little(type, 2) + little(data.size(), 2) + data;
}
std::string atom(std::uint64_t version, std::uint64_t type, const std::string& data) {
  return little(version, 2) + little(type, 2) + little(data.size(), 4) + data;
}

// A document of Word in two pieces: the second has two bytes for each character.
Streams word(const std::string& narrow, const std::string& broad, std::uint64_t flags = 0x200) {
  std::string bytes(0x400, '\0');
  bytes.replace(0, 4, little(0xA5EC, 2) + little(0xC1, 2));
  bytes.replace(0x0A, 2, little(flags, 2));
  const std::size_t all = narrow.size() + broad.size();
  const std::string pieces = little(0, 4) + little(narrow.size(), 4) + little(all, 4) +
                             little(0, 2) + little(0x40000000 | 0x400 * 2, 4) + little(0, 4) +
                             little(0x400 + narrow.size(), 4) + little(0, 2);
  const std::string clx = "\1"s + little(2, 2) + "xx" + "\2"s + little(pieces.size(), 4) + pieces;
  const std::string path = "http://t/";
  const std::string strings = little(0xFFFF, 2) + little(2, 2) + little(0, 2) + little(0, 2) +
                              little(path.size(), 2) + wide(path);
  bytes.replace(0x1A2, 8, little(0, 4) + little(clx.size(), 4));
  bytes.replace(0x19A, 8, little(clx.size(), 4) + little(strings.size(), 4));
  return {{"WordDocument", bytes + narrow + wide(broad)}, {"1Table", clx + strings}};
}

std::string properties(const std::string& base, const std::string& url, const std::string& place) {
  const auto typed = [](const std::string& value) {
    std::string bytes = little(0x1F, 4) + text(value);
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return bytes;
  };
  std::string links = little(6, 4);
  for (int i = 0; i < 4; ++i) links += little(3, 4) + little(0, 4);
  links += typed(url) + typed(place);
  const std::string names = little(2, 4) + little(2, 4) + little(14, 4) + "_PID_LINKBASE\0"s +
                            little(3, 4) + little(12, 4) + "_PID_HLINKS\0"s;
  const std::string base_blob =
      little(0x41, 4) + little(base.size() * 2 + 2, 4) + wide(base + '\0');
  const std::string link_blob = little(0x41, 4) + little(links.size(), 4) + links;
  const std::string title = little(0x1E, 4) + little(10, 4) + "http://t/\0"s;
  const std::size_t at = 8 + 4 * 8;
  const std::string rows = little(0, 4) + little(at, 4) + little(2, 4) +
                           little(at + names.size(), 4) + little(3, 4) +
                           little(at + names.size() + base_blob.size(), 4) + little(4, 4) +
                           little(at + names.size() + base_blob.size() + link_blob.size(), 4);
  const std::string set =
      little(0, 4) + little(4, 4) + rows + names + base_blob + link_blob + title;
  return little(0xFFFE, 2) + little(0, 2) + little(0, 4) + std::string(16, '\0') + little(1, 4) +
         std::string(16, 'u') + little(48, 4) + set;
}

std::string workbook(const std::string& records) {
  return record(0x809, little(0x600, 2) + little(5, 2) + std::string(12, '\0')) + records;
}

std::string all_text(const Recorded& told) {
  std::string all;
  for (const Recorded::Text& each : told.texts) all += each.text;
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ole)

BOOST_AUTO_TEST_CASE(each_stream_is_read) {
  const std::string link = kLink + little(2, 4);
  struct Row {
    const char* what;
    Streams streams;
    std::vector<std::string> found;
  };
  const Row rows[] = {
      {"a moniker", {{"\1Ole", "x" + url_moniker("http://a/")}}, {"object[URL moniker] http://a/"}},
      {"two",
       {{"\1Ole", url_moniker("http://a/") + file_moniker("\\\\h\\b")}},
       {"object[URL moniker] http://a/", "object[file moniker] \\\\h\\b"}},
      {"a hyperlink",
       {{"Data", link + little(0x1F, 4) + text("name") + url_moniker("http://a/") + text("b")}},
       {"object[hyperlink] http://a/#b"}},
      {"a string", {{"Data", link + little(0x101, 4) + text("../a")}}, {"object[hyperlink] ../a"}},
      {"a place", {{"Data", link + little(0x08, 4) + text("a")}}, {}},
      {"a relative file",
       {{"Data", link + little(0x03, 4) + file_moniker("b.htm")}},
       {"object[hyperlink] b.htm"}},
      {"links of properties",
       {{"\5DocumentSummaryInformation", properties("http://b/", "c", "d")}},
       {"property[_PID_HLINKS] c#d", "property http://t/"}},
      {"fields",
       word("a\x13 HYPERLINK \"http://a/", "b\" \x14text\x15\rc"),
       {"field[HYPERLINK] http://a/b", "template http://t/"}},
      {"fields in fields",
       word("\x13HYPERLINK \x13QUOTE 104 116\x14"
            "ht\x15tp://a/\x14",
            "x\x13 PAGE \x14"
            "1\x15\x15"),
       {"field[HYPERLINK] http://a/", "template http://t/"}},
      {"a formula",
       {{"Workbook",
         workbook(record(6, std::string(22, '\0') + "\x17\x09"s + '\0' + "http://a/\x41"))}},
       {"formula http://a/"}},
      {"another workbook",
       {{"Workbook", workbook(record(0x1AE, little(1, 2) + little(9, 2) + '\0' + "http://a/"))}},
       {"SupBook http://a/"}},
      {"slides",
       {{"PowerPoint Document",
         atom(0xF, 0xFD7,
              atom(0, 0xFD3, "1234") + atom(0, 0xFBA, wide("n")) +
                  atom(0x10, 0xFBA, wide("http://a/")) + atom(0x30, 0xFBA, wide("p")))}},
       {"ExHyperlink http://a/#p"}},
  };
  for (const Row& row : rows)
    for (const bool large : {false, true}) {
      const Recorded told = opened(made_cfb(row.streams, large));
      BOOST_TEST(told.found() == row.found,
                 row.what << ": " << (told.found().empty() ? "-" : told.found()[0]));
      BOOST_TEST(told.lacks.empty(), row.what << ": "
                                              << (told.lacks.empty() ? ""
                                                                     : told.lacks[0].what + ' ' +
                                                                           told.lacks[0].sentence));
    }
  BOOST_TEST(opened(made_cfb({{"\5DocumentSummaryInformation", properties("http://b/", "c", "")}}))
                 .bases.at(0) == "http://b/");
}

BOOST_AUTO_TEST_CASE(text_is_read) {
  BOOST_TEST(all_text(opened(made_cfb(word("a\rb\x07", "c\x13 X \x14y\x15")))) == "a\nb\tcy");
  // Strings that go on in the next record, where each says anew how wide it is.
  const std::string strings =
      record(0xFC, little(3, 4) + little(3, 4) + little(2, 2) + '\0' + "ab" + little(4, 2) + '\0' +
                       "cd") +
      record(0x3C, "\1"s + wide("ef") + little(1, 2) + "\x09"s + little(1, 2) + wide("g") + "runs");
  BOOST_TEST(all_text(opened(made_cfb({{"Workbook", workbook(strings)}}))) == "ab\ncdef\ng\n");
  BOOST_TEST(all_text(opened(made_cfb(
                 {{"Workbook", workbook(record(0x204, "123456" + little(1, 2) + '\0' + "a") +
                                        record(0x1B6, "x") + record(0x3C, "\0b"s))}}))) ==
             "a\nb\n");
  BOOST_TEST(all_text(opened(made_cfb(
                 {{"PowerPoint Document", atom(0, 0xFA0, wide("a\r")) + atom(0, 0xFA8, "b")}}))) ==
             "a\n\nb\n");
}

BOOST_AUTO_TEST_CASE(files_inside_are_parts) {
  const std::string package = little(2, 2) + "a.txt\0C:\\a\0"s + little(0, 2) + little(3, 2) +
                              little(2, 4) + "x\0"s + little(3, 4) + "abc";
  const Recorded native =
      opened(made_cfb({{"\1Ole10Native", little(package.size(), 4) + package}}));
  BOOST_TEST(native.parts.at(0).name == "a.txt");
  BOOST_TEST(native.parts.at(0).bytes == "abc");
  BOOST_TEST(opened(made_cfb({{"Package", "PK"}})).parts.at(0).bytes.substr(0, 2) == "PK");
  const std::string linked =
      little(2, 2) + "a\0http://a/\0"s + little(0, 2) + little(1, 2) + little(0, 4);
  BOOST_TEST(
      opened(made_cfb({{"\1Ole10Native", little(linked.size(), 4) + linked}})).found().at(0) ==
      "object[package] http://a/");
}

BOOST_AUTO_TEST_CASE(macros_are_unpacked) {
  const auto unpacked = [](const std::string& chunk, const std::string& behind = "") {
    const std::string container = "\1"s + little(0xB000 | (chunk.size() - 1), 2) + chunk + behind;
    const test::ExactCopy copy("code" + container);
    Recorded told;
    std::uint64_t left = 1 << 20;
    BOOST_TEST(worker::read_macro(copy.view(), left, told));
    BOOST_TEST(left + told.texts.at(0).text.size() == 1u << 20);
    return std::pair(told.texts.at(0).text, told.lacks.size());
  };
  const std::string begin = "\0Attribut"s;
  BOOST_TEST((unpacked(begin + "\0e http"s) == std::pair("Attribute http"s, std::size_t{0})));
  // Eight characters back, three of them; 4 bits say where while there are 16 or fewer.
  BOOST_TEST((unpacked(begin + "\2e"s + little(7 << 12, 2)) ==
              std::pair("Attributettr"s, std::size_t{0})));
  // Further back than there is something.
  BOOST_TEST(unpacked(begin + "\1"s + little(15 << 12, 2)).second == 1u);
  BOOST_TEST(unpacked(begin, "\xFF\xBFx").second == 1u);
  Recorded told;
  std::uint64_t left = 1 << 20;
  BOOST_TEST(!worker::read_macro("no macro", left, told));
  // Behind the bound.
  left = 6;
  const std::string chunk = little(0xB000 | 9, 2) + begin + "\0"s;
  BOOST_TEST(worker::read_macro("\1"s + chunk + chunk, left, told));
  BOOST_TEST(told.texts.at(0).text == "Attribut");
  BOOST_TEST(left == 0u);
  BOOST_REQUIRE(told.lacks.size() == 1u);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
}

// Whatever they make of it: which links is not known, and told once.
BOOST_AUTO_TEST_CASE(macros_are_told) {
  const auto module_of = [](const std::string& code) {
    const std::string chunk = "\0Attribut\0"s + code;
    return "\1"s + little(0xB000 | (chunk.size() - 1), 2) + chunk;
  };
  const Recorded told = opened(
      test::MadeStorage(
          {test::storage("Macros", {test::storage("VBA", {test::stream("a", module_of("e b")),
                                                          test::stream("b", module_of("e d"))})})})
          .bytes());
  BOOST_TEST(told.texts.size() == 2U);
  BOOST_TEST_REQUIRE(told.lacks.size() == 1U);
  BOOST_TEST((told.lacks[0].why == Lack::no_opener));
  BOOST_TEST(told.lacks[0].sentence == "holds macros, which are searched and not run");
}

// What was compiled runs without its text, whatever the stream is called.
BOOST_AUTO_TEST_CASE(macros_without_a_text_are_told) {
  for (const char* const name : {"__SRP_7", "dir", "Item", "1Table"}) {
    const Recorded told =
        opened(test::MadeStorage(
                   {test::storage("Macros", {test::storage("vba", {test::stream(name, "x")})})})
                   .bytes());
    BOOST_TEST_REQUIRE(told.lacks.size() == 1U);
    BOOST_TEST(told.lacks[0].sentence == "holds macros, which are searched and not run");
  }
}

// What stands before a module is for other versions of Office, and may look like one.
BOOST_AUTO_TEST_CASE(all_that_may_be_a_module_is_unpacked) {
  const auto container = [](const std::string& behind) {
    const std::string chunk = "\0Attribut\0"s + behind;
    return "\1"s + little(0xB000 | (chunk.size() - 1), 2) + chunk;
  };
  Recorded told;
  std::uint64_t left = 1 << 20;
  BOOST_TEST(worker::read_macro(container("e a") + "--" + container("e http"), left, told));
  BOOST_TEST_REQUIRE(told.texts.size() == 2U);
  BOOST_TEST(told.texts[1].text == "Attribute http");
  // Without the head of a chunk it is none.
  BOOST_TEST(!worker::read_macro("\1\0\0\0Attribut"s, left, told));
}

BOOST_AUTO_TEST_CASE(text_beside_what_a_program_shows_is_searched) {
  for (const char* name : {"PROJECT", "\1CompObj", "\3LinkInfo", "Item", "__SRP_0"}) {
    for (const std::string& text :
         {"x http://a/long/ y"s, wide("http://a/long/"), wide("\\\\host\\share")}) {
      const Recorded told = opened(made_cfb({{name, text}}));
      BOOST_TEST(!all_text(told).empty(), name);
      BOOST_TEST(told.lacks.empty(), name);
    }
    BOOST_TEST(opened(made_cfb({{name, "x:/y"}})).texts.empty(), name);
  }
  // In either table, but for what was told as the template.
  Streams streams = word("a", "b");
  streams[1].second += wide("http://b/long/");
  streams.emplace_back("0Table", wide("http://c/long/"));
  BOOST_TEST(all_text(opened(made_cfb(streams))) == "abhttp://b/long/\nhttp://c/long/\n");
}

BOOST_AUTO_TEST_CASE(properties_that_are_longer_than_is_read_are_told) {
  for (const std::size_t size : {std::size_t{65'536}, std::size_t{65'537}}) {
    const std::string set = little(0, 4) + little(1, 4) + little(2, 4) + little(16, 4) +
                            little(0x1E, 4) + little(size, 4) + std::string(size, 'a');
    const Recorded told = opened(made_cfb(
        {{"\5SummaryInformation", little(0xFFFE, 4) + std::string(20, '\0') + little(1, 4) +
                                      std::string(16, 'u') + little(48, 4) + set}}));
    BOOST_TEST(told.lacks.size() == (size > 65'536 ? 1U : 0U));
  }
}

// 2.2: sectors that are free, or that nothing leads to.
BOOST_AUTO_TEST_CASE(unused_sectors_are_searched) {
  const std::string file = made_cfb({{"\1Ole", "x"}});
  BOOST_TEST(opened(file).texts.empty());
  const auto sector = [](std::string bytes) {
    bytes.resize(512);
    return bytes;
  };
  BOOST_TEST(all_text(opened(file + sector("see http://a/"))).starts_with("see http://a/"));
  BOOST_TEST(all_text(opened(file + sector(wide("http://a/long/")))).starts_with("http://a/long/"));
  const Recorded told = opened(file + sector("") + sector("PK\3\4x"));
  BOOST_TEST_REQUIRE(told.parts.size() == 1U);
  BOOST_TEST(told.parts[0].bytes.starts_with("PK\3\4x"));
  // A stream that no entry names any more.
  std::string lost = made_cfb({{"\1Ole", "x"}, {"\2Lost", "see http://a/"}});
  const std::size_t first = lost.find(wide("\1Ole") + '\0');
  BOOST_REQUIRE(first != lost.npos);
  lost.replace(first + 72, 4, little(0xFFFFFFFF, 4));
  BOOST_TEST(all_text(opened(lost)).starts_with("see http://a/"));
}

BOOST_AUTO_TEST_CASE(large_files_are_read) {
  // More of the table of sectors than the header names, in two sectors.
  std::string file =
      made_cfb({{"Package", std::string(16 << 20, 'x')}, {"\1Ole", url_moniker("http://a/")}});
  const Recorded told = opened(file);
  BOOST_TEST(told.lacks.empty());
  BOOST_TEST(told.parts.at(0).bytes.size() == 16u << 20);
  BOOST_TEST(told.found().at(0) == "object[URL moniker] http://a/");
  // The first of them says that it is the next one.
  const std::size_t first =
      static_cast<unsigned char>(file[68]) + 256u * static_cast<unsigned char>(file[69]);
  file.replace((first + 1) * 512 + 508, 4, little(first, 4));
  BOOST_TEST(!opened(file).lacks.empty());
}

// Of each the lower 32 bits are a size or a place that is there.
BOOST_AUTO_TEST_CASE(sizes_of_more_than_32_bits_are_not_taken_for_others) {
  std::string file = made_cfb({{"\1Ole", std::string(3000, 'x') + url_moniker("http://a/")}}, true);
  const std::size_t entry = file.find(wide("\1Ole") + '\0');
  BOOST_REQUIRE(entry != file.npos);
  file.replace(entry + 120, 8, little((std::uint64_t{1} << 32) + 100, 8));
  BOOST_TEST(opened(file).found() == std::vector<std::string>{"object[URL moniker] http://a/"});

  // The second piece ends behind 2^31 characters of two bytes.
  Streams streams = word("a", "bcd");
  streams[1].second.replace(18, 4, little(0x80000002, 4));
  const Recorded told = opened(made_cfb(streams));
  BOOST_TEST(all_text(told).starts_with("abcd"));
  BOOST_TEST(!told.lacks.empty());

  // Names that lie before the end of all places: one byte behind it is the first of the set again.
  const std::string base = little(0x41, 4) + little(20, 4) + wide("http://b/\0"s);
  const std::string rows = little(0x700, 4) + little(14 << 8, 4) + "\0_PID_LINKBASE\0\0"s +
                           little(7, 4) + little(48, 4) + little(0, 4) + little(0xFFFFFFFD, 4);
  const std::string set = little(1, 4) + little(5, 4) + rows + base;
  const std::string sets = little(0xFFFE, 2) + little(0, 2) + little(0, 4) + std::string(16, '\0') +
                           little(1, 4) + std::string(16, 'u') + little(48, 4) + set;
  BOOST_TEST(opened(made_cfb({{"\5DocumentSummaryInformation", sets}})).bases.empty());
}

BOOST_AUTO_TEST_CASE(what_is_not_read_is_told) {
  struct Row {
    Streams streams;
    Lack why;
  };
  const Row rows[] = {
      {{{"EncryptedPackage", "x"}}, Lack::encrypted},
      {word("a", "b", 0x300), Lack::encrypted},
      {{{"Workbook", workbook(record(0x2F, "x"))}}, Lack::encrypted},
      {{{"PowerPoint Document", atom(0xF, 0x2F14, "x")}}, Lack::encrypted},
      {{{"Workbook", "x"}}, Lack::no_opener},
      {{{"Book", "x"}}, Lack::no_opener},
      {{{"unknown", "x"}}, Lack::no_opener},
      {{{"WordDocument", "x"}}, Lack::damaged},
      {{{"\5SummaryInformation", "x"}}, Lack::damaged},
      {word("\x13 never ended", ""), Lack::damaged},
  };
  for (const Row& row : rows) {
    const Recorded told = opened(made_cfb(row.streams));
    BOOST_REQUIRE(!told.lacks.empty());
    BOOST_TEST((told.lacks[0].why == row.why),
               row.streams[0].first << ' ' << told.lacks[0].sentence);
  }
  BOOST_TEST(
      (opened(made_cfb({{"x", std::string(8192, 'x')}}), 100).lacks.back().why == Lack::limit));
}

BOOST_AUTO_TEST_CASE(damaged_files_end) {
  for (const Streams& streams :
       {word("a\x13 HYPERLINK \"http://a/", "b\" \x14text\x15"),
        Streams{{"Workbook",
                 workbook(record(6, std::string(22, '\0') + "\x17\x09"s + '\0' + "http://a/"))}},
        Streams{{"\5DocumentSummaryInformation", properties("http://b/", "c", "d")}},
        Streams{{"PowerPoint Document",
                 atom(0xF, 0xFD7, atom(0, 0xFD3, "1234") + atom(0, 0xFBA, wide("n")))}}}) {
    std::string bytes = made_cfb(streams);
    for (std::size_t size = 512; size < bytes.size(); size += 41)
      BOOST_TEST(!opened(std::string_view(bytes).substr(0, size)).lacks.empty(), size);
    for (std::size_t at = 8; at < bytes.size(); ++at) {
      // Much of it is empty.
      if (bytes[at] == 0 && at % 16 != 0) continue;
      for (const int flip : {1, 0x80}) {
        bytes[at] = static_cast<char>(bytes[at] ^ flip);
        (void)opened(bytes);
        bytes[at] = static_cast<char>(bytes[at] ^ flip);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(hostile_shapes_end) {
  // Pieces that all are the same bytes.
  std::string same(0x400, '\0');
  same.replace(0, 4, little(0xA5EC, 2) + little(0xC1, 2));
  same.replace(0x0A, 2, little(0x200, 2));
  std::string places, pieces;
  constexpr std::size_t kCount = 20000;
  for (std::size_t i = 0; i <= kCount; ++i) places += little(i * 100000, 4);
  for (std::size_t i = 0; i < kCount; ++i)
    pieces += little(0, 2) + little(0x40000000 | 0x800, 4) + little(0, 2);
  const std::string clx = "\2"s + little(places.size() + pieces.size(), 4) + places + pieces;
  same.replace(0x1A2, 8, little(0, 4) + little(clx.size(), 4));
  BOOST_TEST(
      !opened(made_cfb({{"WordDocument", same + std::string(100000, '\x13')}, {"1Table", clx}}),
              4U << 20)
           .lacks.empty());
  std::string monikers;
  for (int i = 0; i < 20000; ++i) monikers += kLink + little(2, 4) + little(0x1F, 4);
  (void)opened(made_cfb({{"Data", monikers}}));
  std::string files;
  for (int i = 0; i < 20000; ++i) files += kUrl + little(0xFFFFFFFF, 4);
  (void)opened(made_cfb({{"Data", files}}));
}

BOOST_AUTO_TEST_SUITE_END()
