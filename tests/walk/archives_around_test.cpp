// SPDX-License-Identifier: MIT
//
// Archives whose formats leave room for what no program shows: images of discs, LHA, xar and 7z.
// What stands there is searched, and what two files share is read as far as the longer one goes.
#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "archive/made_disc.h"
#include "archive/made_seven_zip.h"
#include "support/files.h"
#include "support/little.h"
#include "walk/documents.h"

using namespace basewalk;
using namespace basewalk::test;
using namespace basewalk::test::disc;

namespace {

Seen seen_in(const Image& made) { return seen_of(mail({{"a.iso", image(made)}})); }

// --- LHA

std::uint16_t crc16(std::string_view bytes) {
  std::uint32_t crc = 0;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? crc >> 1 ^ 0xA001 : crc >> 1;
  }
  return static_cast<std::uint16_t>(crc);
}
struct Extra {
  unsigned kind;
  std::string data;
};
std::string chain(const std::vector<Extra>& extras, std::size_t width) {
  std::string out;
  for (const Extra& each : extras)
    out += little(1 + each.data.size() + width, width) + static_cast<char>(each.kind) + each.data;
  return out + little(0, width);
}
std::string with_sum(std::string head) {
  unsigned sum = 0;
  for (std::size_t i = 2; i < head.size(); ++i) sum += static_cast<unsigned char>(head[i]);
  head[1] = static_cast<char>(sum);
  return head;
}
// Stored; `area` stands behind the fixed form of levels 0 and 1.
std::string lha(unsigned level, const std::string& name, const std::string& bytes,
                const std::vector<Extra>& extras = {}, const std::string& area = "") {
  const std::size_t width = level == 3 ? 4 : 2;
  const auto common = [&](std::uint64_t packed) {
    return "-lh0-" + little(packed, 4) + little(bytes.size(), 4) + little(0x21, 4) + "\x20"s +
           static_cast<char>(level);
  };
  if (level < 2) {
    const std::string behind = level == 1 ? chain(extras, width).substr(width) : "";
    std::string head = "\0\0"s + common(bytes.size() + behind.size()) +
                       static_cast<char>(name.size()) + name + little(crc16(bytes), 2);
    if (level == 1) head += "U" + area + chain(extras, width).substr(0, width);
    if (level == 0) head += area;
    head[0] = static_cast<char>(head.size() - 2);
    return with_sum(head) + behind + bytes;
  }
  // The first has the check sum of the header, made while it is 0.
  std::vector<Extra> all = {{0, "\0\0"s}, {1, name}};
  all.insert(all.end(), extras.begin(), extras.end());
  const std::string rest = chain(all, width);
  std::string head = common(bytes.size()) + little(crc16(bytes), 2) + "U";
  const std::size_t size = 2 + head.size() + (level == 3 ? 4 : 0) + rest.size();
  if (level == 3) head += little(size, 4);
  head = little(level == 3 ? 4 : size, 2) + head;
  const std::size_t sum_at = head.size() + width + 1;
  head += rest;
  return head.replace(sum_at, 2, little(crc16(head), 2)) + bytes;
}

// --- xar

std::string xar(const std::string& page, const std::string& more, const std::string& gap) {
  const std::string table =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><xar><toc><checksum style=\"none\"><size>0</size>"
      "<offset>0</offset></checksum><file id=\"1\"><data><length>" +
      std::to_string(page.size()) +
      "</length><encoding style=\"application/octet-stream\"/><offset>" +
      std::to_string(gap.size()) + "</offset><size>" + std::to_string(page.size()) +
      "</size></data><type>file</type><name>a.html</name></file>" + more + "</toc></xar>";
  const std::string packed = test::packed(table, MAX_WBITS);
  return "xar!" + big(28, 2) + big(1, 2) + big(packed.size(), 8) + big(table.size(), 8) +
         big(0, 4) + packed + gap + page;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(archives_around)

BOOST_AUTO_TEST_CASE(a_disc_is_read) {
  const std::string text = page("http://h/a");
  const Seen seen = seen_in({"", "", "", "", record("A.HTM;1", kFirst, text.size()), {text}});
  BOOST_TEST(seen.found() == Lines{"2.1 http://h/a"});
  BOOST_TEST(seen.unread_things.empty());
}

// Windows shows both as long as they say; libarchive takes the second for another name.
BOOST_AUTO_TEST_CASE(files_of_a_disc_that_begin_together_are_read_to_their_ends) {
  const std::string text = page("http://h/a"), more = page("http://h/b");
  for (const bool is_short_first : {true, false}) {
    const std::string one = record("A.HTM;1", kFirst, text.size());
    const std::string all = record("B.HTM;1", kFirst, text.size() + more.size());
    const Seen seen =
        seen_in({"", "", "", "", is_short_first ? one + all : all + one, {text + more}});
    BOOST_TEST(seen.count("http://h/b") >= 1u);
    BOOST_TEST(seen.unread_things.empty());
  }
  // Names of the same length are what they are.
  const Seen seen =
      seen_in({"",
               "",
               "",
               "",
               record("A.HTM;1", kFirst, text.size()) + record("B.HTM;1", kFirst, text.size()),
               {text}});
  BOOST_TEST(seen.count("http://h/a") == 1u);
  // By its name alone it is a shortcut.
  const std::string shortcut = "[x]\r\nURL=http://h/c\r\n";
  BOOST_TEST(seen_in({"",
                      "",
                      "",
                      "",
                      record("A.BIN;1", kFirst, shortcut.size()) +
                          record("B.URL;1", kFirst, shortcut.size()),
                      {shortcut}})
                 .count("http://h/c") >= 1u);
  // What is longer than the disc ends with it.
  BOOST_TEST(seen_in({"",
                      "",
                      "",
                      "",
                      record("A.HTM;1", kFirst, text.size()) + record("B.HTM;1", kFirst, 1 << 20),
                      {text + more}})
                 .count("http://h/b") >= 1u);
}

BOOST_AUTO_TEST_CASE(nothing_beside_the_files_of_a_disc_is_silent) {
  const std::string text = page("http://h/a"), hidden = "see http://h/x\0"s;
  const std::string file = record("A.HTM;1", kFirst, text.size());
  const std::string folder = record("SUB", kFirst, kSector, true);
  const std::vector<std::pair<const char*, Image>> kImages = {
      {"the area of the system", {hidden, "", "", "", file, {text}}},
      {"a field of the volume", {"", hidden, "", "", file, {text}}},
      {"another volume", {"", "", hidden, "", file, {text}}},
      {"behind the end of a file", {"", "", "", "", file, {text + "\0"s + hidden}}},
      {"a sector that nothing leads to", {"", "", "", "", file, {text, "", hidden}}},
      {"behind the records", {"", "", "", "", file + "\0"s + hidden, {text}}},
      {"a field of a record",
       {"",
        "",
        "",
        "",
        record("A.HTM;1", kFirst, text.size(), false, "XX\x18\1" + filled(hidden, 20)),
        {text}}},
      {"what is no field of a record",
       {"",
        "",
        "",
        "",
        record("A.HTM;1", kFirst, text.size(), false, "X\0\1\1"s + hidden),
        {text}}},
      {"where a field leads to",
       {"",
        "",
        "",
        "",
        record("A.HTM;1", kFirst, text.size(), false,
               "CE\x1C\1" + both(kFirst + 1, 4) + both(8, 4) + both(19, 4)),
        {text, "ignored.XX\x13\1"s + hidden}}},
      {"a folder within",
       {"",
        "",
        "",
        "",
        record("SUB", kFirst + 1, kSector, true) + file,
        {text, record("\0"s, kFirst + 1, kSector, true) + record("\1"s, kRoot, kSector, true) +
                   "\0"s + hidden}}},
      {"a tree that nobody reads",
       {"", "", "", "", file, {text, hidden}, "%/X", record("B.HTM;1", kFirst + 1, 14)}},
  };
  for (const auto& [name, made] : kImages) {
    const Seen seen = seen_in(made);
    BOOST_TEST(seen.count("http://h/a") == 1u, name);
    BOOST_TEST(seen.count("http://h/x") == 1u, name);
  }
}

// Joliet's names are in UTF-16, and so is what its descriptor has.
BOOST_AUTO_TEST_CASE(a_second_tree_of_a_disc_is_read) {
  const std::string text = page("http://h/a"), more = page("http://h/b");
  std::string wide;
  for (const char c : "see http://h/x "s) wide += "\0"s + c;
  Image made = {"",
                "",
                "",
                "",
                record("A.HTM;1", kFirst, text.size()),
                {text, more + "!"},
                "%/E",
                record("\0b\0.\0h\0t\0m"s, kFirst + 1, more.size())};
  for (const std::size_t place : {318, 883}) {
    std::string bytes = image(made);
    bytes.replace(17 * kSector + place, wide.size(), wide);
    const Seen seen = seen_of(mail({{"a.iso", bytes}}));
    BOOST_TEST(seen.count("http://h/a") == 1u);
    BOOST_TEST(seen.count("http://h/b") == 1u);
    BOOST_TEST(seen.count("http://h/x") == 1u);
  }
}

// Circles, folders that are no folders, records that lead nowhere.
BOOST_AUTO_TEST_CASE(a_hostile_disc_ends) {
  const std::string text = page("http://h/a");
  const std::string file = record("A.HTM;1", kFirst, text.size());
  for (const std::string& records :
       {record("X", kRoot, kSector, true), record("X", kFirst, 0xFFFFFFFF, true),
        record("X", 0xFFFFFFFF, 0xFFFFFFFF, true), record("X", 0xFFFFFFFF, 1), "\x30"s,
        record("X", kFirst, 5, false, "CE\x1C\1" + both(0xFFFFFFFF, 4) + both(0, 4) + both(99, 4))})
    seen_in({"", "", "", "", file + records, {text}});
  const std::string whole = image({"", "", "", "", file, {text}});
  for (std::size_t at = 16 * kSector; at < whole.size(); at += 61)
    for (const char with : {'\0', '\xFF'}) {
      if (at % kSector > 300) continue;
      std::string damaged = whole;
      damaged[at] = with;
      seen_of(mail({{"a.iso", damaged}}));
    }
}

BOOST_AUTO_TEST_CASE(nothing_in_the_headers_of_lha_is_silent) {
  const std::string text = page("http://h/a"), hidden = "see http://h/x\0"s;
  constexpr unsigned kComment = 0x3F, kSystem = 0x7F;
  for (const unsigned level : {0, 1, 2, 3}) {
    const Seen plain = seen_of(mail({{"a.lzh", lha(level, "a.html", text) + "\0"s}}));
    BOOST_TEST((plain.found() == Lines{"2.1 http://h/a"}), level);
    BOOST_TEST(plain.unread_things.empty(), level);
    // Twice: what stands in the second one counts as well.
    for (const std::string& before : {""s, lha(level, "b.txt", "text")}) {
      const std::string bytes =
          before + (level == 0 ? lha(level, "a.html", text, {}, hidden)
                               : lha(level, "a.html", text, {{kSystem, "x"}, {kComment, hidden}}));
      const Seen seen = seen_of(mail({{"a.lzh", bytes + "\0"s}}));
      BOOST_TEST(seen.count("http://h/a") == 1u, level);
      BOOST_TEST(seen.count("http://h/x") == 1u, level);
      BOOST_TEST(seen.unread_things.empty(), level);
    }
  }
  // Behind the fixed form, too; names are told with the members.
  BOOST_TEST(
      seen_of(mail({{"a.lzh", lha(1, "a.html", text, {}, hidden) + "\0"s}})).count("http://h/x") ==
      1u);
  for (const unsigned level : {0, 1, 2, 3})
    BOOST_TEST(
        seen_of(mail({{"a.lzh", lha(level, "www.example.com.html", text) + "\0"s}})).found() ==
        Lines{"2.1 http://h/a"});
}

// What looks like a header before the first one is none.
BOOST_AUTO_TEST_CASE(nothing_before_an_lha_is_silent) {
  const std::string text = page("http://h/a"), hidden = "see http://h/x\0"s;
  const std::string program = "MZ" + std::string(100, '\0') + "-lh1-" + std::string(100, '\1') +
                              hidden + std::string(30, '\0');
  const Seen seen =
      seen_of(mail({{"a.lzh", program + lha(1, "a.html", text, {{0x3F, "more"}}) + "\0"s}}));
  BOOST_TEST((seen.count("http://h/x") == 1u || !seen.unread_things.empty()));
}

BOOST_AUTO_TEST_CASE(nothing_around_the_members_of_a_xar_is_silent) {
  const std::string text = gzip(page("http://h/a")), hidden = "see http://h/x\0"s;
  const Seen plain = seen_of(mail({{"a.xar", xar(text, "", "")}}));
  BOOST_TEST(plain.count("http://h/a") == 1u);
  BOOST_TEST(plain.unread_things.empty());
  for (const std::string& bytes : {xar(text, "<comment>" + hidden.substr(0, 14) + "</comment>", ""),
                                   xar(text, "", hidden), xar(text, "", "") + hidden}) {
    const Seen seen = seen_of(mail({{"a.xar", bytes}}));
    BOOST_TEST(seen.count("http://h/a") == 1u);
    BOOST_TEST(seen.count("http://h/x") == 1u);
    BOOST_TEST(seen.unread_things.empty());
  }
}

// 7-Zip shows a file, whatever kind its mode says it is.
BOOST_AUTO_TEST_CASE(a_file_of_a_7z_that_calls_itself_a_folder_is_read) {
  const Lines both = {"2.2.1 http://two.example/", "2.3.1 http://one.example/"};
  for (const std::uint32_t mode : {0100644, 0040755, 0010644, 0060644}) {
    for (const std::uint32_t of_dos : {0x20, 0x10}) {
      const Seen seen = seen_of(mail({{"a.7z", seven_zip_of_mode(mode, of_dos)}}));
      BOOST_TEST(seen.found() == both, boost::test_tools::per_element());
      BOOST_TEST(seen.unread_things.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(nothing_between_the_streams_of_a_7z_is_silent) {
  const std::string hidden = "see http://h/x\0"s;
  for (const char* name : {"lzma.7z", "copy.7z", "header.7z"}) {
    const std::string bytes = test::read_file(test::data_dir() / "seven_zip" / name);
    const Seen plain = seen_of(mail({{name, bytes}}));
    BOOST_TEST(plain.count("http://h/x") == 0u, name);
    // Before the header, which is as far behind the start then.
    const std::uint64_t offset = static_cast<unsigned char>(bytes[12]) |
                                 static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[13]))
                                     << 8;
    const auto header = static_cast<std::size_t>(32 + offset);
    std::string made = bytes.substr(0, header) + hidden + bytes.substr(header);
    made.replace(12, 8, little(offset + hidden.size(), 8));
    sum_seven_zip(made, header + hidden.size(), bytes.size() - header);
    const Seen seen = seen_of(mail({{name, made}}));
    BOOST_TEST(seen.count("http://h/x") == 1u, name);
    BOOST_TEST(seen.found().size() == plain.found().size() + 1, name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
