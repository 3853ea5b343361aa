// SPDX-License-Identifier: MIT
//
// Members of zips in each form that APPNOTE 6.3 has: packed in each way that is read, their lengths
// before or behind them, in 32 bits and in 64; from a file, and from what cannot be read twice.
#include <archive.h>
#include <zlib.h>

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "archive/made_packed.h"
#include "archive/read_all.h"
#include "basewalk/archive/source.h"
#include "support/folder.h"
#include "support/little.h"

namespace basewalk {
namespace {

using namespace std::string_literals;
using archive::Trouble;
using test::Folder;
using test::little;
using test::packed_alone;
namespace data = boost::unit_test::data;

constexpr std::uint64_t kIn64 = 0xFFFFFFFF;

// RFC 1951 alone: a gzip without its 10 bytes before and 8 behind.
std::string deflated(const std::string& text) {
  const std::string gzip = packed_alone(ARCHIVE_FILTER_GZIP, text);
  return gzip.substr(10, gzip.size() - 18);
}

enum class Way : unsigned { stored = 0, deflate = 8, bzip2 = 12, zstd = 93, xz = 95 };
std::ostream& operator<<(std::ostream& out, Way way) {
  return out << "method " << static_cast<unsigned>(way);
}
std::string packed(Way way, const std::string& text) {
  switch (way) {
    case Way::stored:
      return text;
    case Way::deflate:
      return deflated(text);
    case Way::bzip2:
      return packed_alone(ARCHIVE_FILTER_BZIP2, text);
    case Way::zstd:
      return packed_alone(ARCHIVE_FILTER_ZSTD, text);
    case Way::xz:
      return packed_alone(ARCHIVE_FILTER_XZ, text);
  }
  return {};
}

// Where the lengths of a member stand.
enum class Lengths {
  before,
  before_in_64,
  behind,
  behind_unmarked,
  behind_in_64,
  behind_in_64_unmarked
};
std::ostream& operator<<(std::ostream& out, Lengths lengths) {
  return out << "lengths " << static_cast<int>(lengths);
}
bool is_behind(Lengths lengths) { return lengths >= Lengths::behind; }

struct Member {
  std::string name, text;
  Way way = Way::deflate;
  Lengths lengths = Lengths::before;
  unsigned flags = 0, method = ~0U;  // another one than `way`
  std::uint32_t mode = 0100644;
  std::uint64_t packed_off = 0, size_off = 0;  // so much more is said than there is
  std::uint32_t check_off = 0;

  std::string bytes() const { return packed(way, text); }
  std::uint32_t check() const {
    return check_off + static_cast<std::uint32_t>(
                           ::crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
  }
  // 4.5.3, behind a field that is another one.
  std::string extra() const {
    if (lengths != Lengths::before_in_64) return {};
    return little(0x5455, 2) + little(1, 2) + "x" + little(1, 2) + little(16, 2) +
           little(text.size() + size_off, 8) + little(bytes().size() + packed_off, 8);
  }
  std::string head(bool is_central) const {
    const bool is_zero = is_behind(lengths) && !is_central;
    const bool is_long = lengths == Lengths::before_in_64;
    return little(flags | (is_behind(lengths) ? 8U : 0U), 2) +
           little(method == ~0U ? static_cast<unsigned>(way) : method, 2) + little(0, 4) +
           little(is_zero ? 0 : check(), 4) +
           little(is_zero   ? 0
                  : is_long ? kIn64
                            : bytes().size() + packed_off,
                  4) +
           little(is_zero   ? 0
                  : is_long ? kIn64
                            : text.size() + size_off,
                  4) +
           little(name.size(), 2) + little(extra().size(), 2);
  }
  // 4.3.7 to 4.3.9
  std::string local() const {
    std::string all = "PK\x03\x04" + little(20, 2) + head(false) + name + extra() + bytes();
    if (!is_behind(lengths)) return all;
    const bool is_marked = lengths == Lengths::behind || lengths == Lengths::behind_in_64;
    const std::size_t width = lengths >= Lengths::behind_in_64 ? 8 : 4;
    return all + (is_marked ? "PK\x07\x08" : "") + little(check(), 4) +
           little(bytes().size() + packed_off, width) + little(text.size() + size_off, width);
  }
  // 4.3.12
  std::string central(std::uint64_t begin) const {
    return "PK\x01\x02" + little(0x031E, 2) + little(20, 2) + head(true) + little(0, 6) +
           little(std::uint64_t{mode} << 16, 4) + little(begin, 4) + name + extra();
  }
};

Member mail(const std::string& name, Way way = Way::deflate, Lengths lengths = Lengths::before) {
  // What looks like the mark of a descriptor, and is none.
  return {name,
          "Subject: " + name + "\n\nPK\x07\x08 and PK\x03\x04 are " + std::string(300, 'x') +
              "\nPK\x07\x08\n",
          way, lengths};
}

struct Zip {
  std::vector<Member> members;
  bool in_64 = false;  // 4.3.14 and 4.3.15
  std::string end_comment{};
  int more = 0;  // members that it says to have
  std::int64_t size_off = 0, begin_off = 0, where_off = 0;
  std::string signature{};  // 4.3.13
  std::string end64_mark = "PK\x06\x06";

  std::string bytes() const {
    std::string all, directory;
    for (const Member& member : members) {
      directory += member.central(all.size());
      all += member.local();
    }
    directory += signature;
    const auto off = [](std::uint64_t value, std::int64_t by) {
      return value + static_cast<std::uint64_t>(by);
    };
    const std::uint64_t count = off(members.size(), more), size = off(directory.size(), size_off),
                        begin = off(all.size(), begin_off);
    all += directory;
    const std::uint64_t where = off(all.size(), where_off);
    if (in_64)
      all += end64_mark + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) +
             little(count, 8) + little(count, 8) + little(size, 8) + little(begin, 8) +
             "PK\x06\x07" + little(0, 4) + little(where, 8) + little(1, 4);
    return all + "PK\x05\x06" + little(0, 4) + little(in_64 ? 0xFFFF : count, 2) +
           little(in_64 ? 0xFFFF : count, 2) + little(in_64 ? kIn64 : size, 4) +
           little(in_64 ? kIn64 : begin, 4) + little(end_comment.size(), 2) + end_comment;
  }
};

struct Told {
  std::vector<std::string> messages;  // their subjects
  std::string problems;
  std::vector<Trouble> troubles;
  bool has(std::string_view word) const { return problems.find(word) != std::string::npos; }
};

Told told(const std::string& name) {
  Told result;
  archive::SourceReader reader({name}, {});
  while (const auto batch = reader.next())
    for (const archive::Item& item : batch->items) {
      if (item.problem.empty()) {
        result.messages.emplace_back(item.bytes.substr(9, item.bytes.find('\n') - 9));
      } else {
        result.problems += item.source->substr(name.size()) + " " + item.problem + "\n";
        result.troubles.push_back(item.trouble);
      }
    }
  return result;
}

// From a file, or out of a gzip, where there is no going back.
enum class From { file, stream };
std::ostream& operator<<(std::ostream& out, From from) {
  return out << (from == From::file ? "file" : "stream");
}
constexpr From kFrom[] = {From::file, From::stream};

struct Fixture {
  Told of(const std::string& zip, From from, const std::string& member = "") {
    const std::string name = from == From::file
                                 ? folder.write("x.zip", zip)
                                 : folder.write("x.gz", packed_alone(ARCHIVE_FILTER_GZIP, zip));
    return told(name + member);
  }
  Told of(const Zip& zip, From from) { return of(zip.bytes(), from); }
  const Folder folder;
};

using Names = std::vector<std::string>;
constexpr Way kWays[] = {Way::stored, Way::deflate, Way::bzip2, Way::zstd, Way::xz};
constexpr Lengths kLengths[] = {Lengths::before,       Lengths::before_in_64,
                                Lengths::behind,       Lengths::behind_unmarked,
                                Lengths::behind_in_64, Lengths::behind_in_64_unmarked};

// Where nothing says how long what is stored is, the mark behind it has to.
bool is_known(Way way, Lengths lengths, From from) {
  return way != Way::stored || from == From::file ||
         (lengths != Lengths::behind_unmarked && lengths != Lengths::behind_in_64_unmarked);
}

const std::vector<Member> kTwo = {mail("a"), mail("b", Way::stored)};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(zip_forms, Fixture)

BOOST_DATA_TEST_CASE(each_form_is_read_and_nothing_is_told, data::make(kWays) * kLengths, way,
                     lengths) {
  for (const From from : kFrom) {
    if (!is_known(way, lengths, from)) continue;
    for (const bool in_64 : {false, true}) {
      const Told got =
          of({{mail("a", way, lengths), mail("b"), mail("c", way, lengths)}, in_64}, from);
      BOOST_TEST(got.messages == (Names{"a", "b", "c"}), from);
      BOOST_TEST(got.problems == "", from);
    }
  }
}

// Those before it have to be gone through where nothing says how long they are.
BOOST_DATA_TEST_CASE(one_member_can_be_named, data::make(kWays) * kLengths, way, lengths) {
  for (const From from : kFrom) {
    if (!is_known(way, lengths, from)) continue;
    const Zip zip{{mail("a", way, lengths), mail("b", way, lengths)}};
    const Told got = of(zip.bytes(), from, "/b");
    BOOST_TEST(got.messages == (Names{"b"}), from);
    BOOST_TEST(got.problems == "", from);
  }
}

BOOST_DATA_TEST_CASE(what_it_is_not_any_more_is_told, data::make(kWays) * kLengths, way, lengths) {
  for (const From from : kFrom) {
    if (!is_known(way, lengths, from)) continue;
    Member other = mail("a", way, lengths);
    other.check_off = 1;
    const Told check = of({{other, mail("b")}}, from);
    BOOST_TEST(check.messages == (Names{"a", "b"}), from);
    BOOST_TEST(check.has("its check sum is another one (CRC-32)"), from << check.problems);
    other.check_off = 0;
    other.size_off = 7;
    const Told size = of({{other, mail("b")}}, from);
    BOOST_TEST(!size.problems.empty(), from);
    // What is stored and ends at no descriptor that fits goes on to the end.
    const bool is_endless = way == Way::stored && is_behind(lengths) && from == From::stream;
    BOOST_TEST((size.messages == (Names{"a", "b"}) || is_endless), from);
  }
}

// Wherever a stream ends: what came before is read, and the end is told.
BOOST_DATA_TEST_CASE(a_stream_that_is_cut_off_is_told, data::make(kWays) * kLengths, way, lengths) {
  if (!is_known(way, lengths, From::stream)) return;
  const Member a = mail("a", way, lengths), b = mail("b", way, lengths);
  const std::string whole = Zip{{a, b}}.bytes();
  const std::size_t first = a.local().size(), both = first + b.local().size();
  for (std::size_t size = 40; size < both; size += 37) {
    const Told got = of(whole.substr(0, size), From::stream);
    BOOST_TEST(!got.problems.empty(), size);
    BOOST_TEST(got.messages.size() <= 2U);
    if (size >= first) BOOST_TEST((!got.messages.empty() && got.messages[0] == "a"), size);
  }
}

BOOST_DATA_TEST_CASE(what_is_not_read_is_told_and_passed_over, kFrom, from) {
  Member locked = mail("locked"), strong = mail("strong"), odd = mail("odd"), link = mail("link"),
         in = mail("folder/");
  locked.flags = 1;
  strong.method = 99;
  odd.method = 14;  // LZMA
  link.mode = 0120777;
  in.text.clear();
  in.way = Way::stored;
  const Told got = of({{locked, strong, odd, link, in, mail("b")}}, from);
  // Only the directory says that it is a link.
  BOOST_TEST(got.messages == (from == From::file ? Names{"b"} : Names{"link", "b"}),
             boost::test_tools::per_element());
  BOOST_TEST(got.has("/locked is encrypted; it was not read"), got.problems);
  BOOST_TEST(got.has("/strong is encrypted; it was not read"), got.problems);
  BOOST_TEST(got.has("/odd is packed by a method that is not read here (number 14)"), got.problems);
  BOOST_TEST(got.has("/link is a second name of another file") == (from == From::file));
  BOOST_TEST(got.troubles.size() == (from == From::file ? 4U : 3U));
}

// Who makes a folder of that name passes over the bytes; who reads the member by its name does not.
BOOST_DATA_TEST_CASE(a_folder_that_holds_bytes_is_no_folder, kFrom* data::make(kLengths), from,
                     lengths) {
  Member in = mail("in/", Way::deflate, lengths), empty = mail("empty/", Way::deflate, lengths);
  empty.text.clear();
  const Told got = of({{mail("a"), in, empty, mail("b")}}, from);
  const bool is_told = from == From::stream && is_behind(lengths);
  BOOST_TEST(got.messages == (is_told ? Names{"a", "b"} : Names{"a", "in/", "b"}),
             boost::test_tools::per_element());
  BOOST_TEST(got.has("has a folder that holds " + std::to_string(in.text.size()) +
                     " bytes, which were not read") == is_told);
  BOOST_TEST(got.troubles.size() == (is_told ? 1U : 0U), got.problems);
}

BOOST_DATA_TEST_CASE(a_member_without_a_name_is_read, kFrom, from) {
  Member none = mail("none");
  none.name.clear();
  const Told got = of({{none, mail("b"), none}}, from);
  BOOST_TEST(got.messages == (Names{"none", "b", "none"}), boost::test_tools::per_element());
  BOOST_TEST(got.problems.empty(), got.problems);
}

// What stands before a zip is not counted, in 64 bits neither.
BOOST_DATA_TEST_CASE(a_program_before_a_zip_is_passed_over, data::make({false, true}), in_64) {
  const Told got =
      of("MZ\x90\0"s + std::string(300, '\0') + "x" + Zip{kTwo, in_64}.bytes(), From::file);
  BOOST_TEST(got.messages == (Names{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(got.has("has 305 bytes from 0 on that belong to no member"), got.problems);
  BOOST_TEST((got.troubles == std::vector<Trouble>{Trouble::not_mail}));
}

// The header of the first is damaged: a member is lost, and not what stands before a zip.
BOOST_AUTO_TEST_CASE(a_damaged_header_at_the_beginning_is_damage) {
  std::string bytes = Zip{kTwo}.bytes();
  bytes[9] = '\x7F';
  const Told got = of(bytes, From::stream);
  BOOST_TEST(got.messages == Names{"b"}, boost::test_tools::per_element());
  BOOST_TEST(std::count(got.troubles.begin(), got.troubles.end(), Trouble::damaged) == 2);
}

BOOST_DATA_TEST_CASE(one_zip_behind_another_is_read, kFrom, from) {
  const Told got = of(Zip{{mail("a")}, true}.bytes() + Zip{{mail("b")}}.bytes(), from);
  // By the directory of the last one the first is what lies before it.
  BOOST_TEST(got.messages == (Names{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(got.problems.empty() == (from == From::stream));
}

struct Directory {
  const char* name;
  Zip zip;
  const char* problem;  // "" for none
};
std::ostream& operator<<(std::ostream& out, const Directory& row) { return out << row.name; }

const char* const kMissing = "the end of its directory is missing";
const char* const kBad = "its directory is damaged";
const std::vector<Directory> kDirectories = {
    {"as it should be", {kTwo}, ""},
    {"in 64 bits", {kTwo, true}, ""},
    {"a comment", {.members = kTwo, .end_comment = "a comment"}, ""},
    {"a comment that looks like an end",
     {.members = kTwo, .end_comment = "PK\x05\x06" + std::string(16, '\0') + "\xFF\xFF"},
     ""},
    {"a comment that begins like an end", {.members = kTwo, .end_comment = "a PK\x05\x06"}, ""},
    {"a signature", {.members = kTwo, .signature = "PK\x05\x05\4\0word"s}, ""},
    {"more than a signature", {.members = kTwo, .signature = "PK\x05\x05\4\0wordPK"s}, kBad},
    {"a member too many", {.members = kTwo, .more = 1}, "says that it has 3 members, and has 2"},
    {"a member too few", {.members = kTwo, .more = -1}, "says that it has 1 members, and has 2"},
    {"too many in 64 bits",
     {.members = kTwo, .in_64 = true, .more = 1},
     "says that it has 3 members"},
    {"65,536 more than 16 bits say",
     {.members = kTwo, .in_64 = true, .more = 65536},
     "says that it has 65538 members, and has 2"},
    {"longer than the file", {.members = kTwo, .size_off = 1'000'000}, kBad},
    {"longer than memory",
     {.members = kTwo, .size_off = 100'000'000},
     "its directory is too long to be held in memory"},
    {"it begins too late", {.members = kTwo, .begin_off = 1}, kBad},
    {"too short", {.members = kTwo, .size_off = -1}, kBad},
    {"the longer end lies elsewhere", {.members = kTwo, .in_64 = true, .where_off = -1}, kMissing},
    {"the longer end lies behind the file",
     {.members = kTwo, .in_64 = true, .where_off = 1 << 20},
     kMissing},
    {"the longer end is cut off", {.members = kTwo, .in_64 = true, .where_off = 60}, kMissing},
    {"the longer end is none",
     {.members = kTwo, .in_64 = true, .end64_mark = "PK\x06\x05"},
     kMissing},
    {"what is behind it is no entry", {.members = kTwo, .signature = "PK\x01\x03"}, kBad},
};

// Whatever is wrong with the directory, the members are read.
BOOST_DATA_TEST_CASE(a_directory_is_believed_where_it_makes_sense, data::make(kDirectories), row) {
  for (const From from : kFrom) {
    const Told got = of(row.zip, from);
    BOOST_TEST(got.messages == (Names{"a", "b"}), from);
    if (from == From::file) {
      BOOST_TEST(got.has(row.problem), got.problems);
      BOOST_TEST(got.problems.empty() == (*row.problem == '\0'), got.problems);
    }
  }
}

// A directory that gives another length than stands before the bytes, or none.
BOOST_AUTO_TEST_CASE(lengths_of_which_one_is_another_are_told) {
  Member a = mail("a");
  const std::string body = a.local();
  Zip zip{{a, mail("b")}};
  const std::string bytes = zip.bytes();
  std::string other = bytes;
  const std::size_t central = other.find("PK\x01\x02");
  BOOST_REQUIRE(central != std::string::npos);
  other.replace(central + 20, 4, little(a.bytes().size() - 3, 4));
  const Told got = of(other, From::file);
  BOOST_TEST(got.has("gives another length or check sum of a member in its directory"),
             got.problems);
  BOOST_TEST(got.messages.back() == "b");
}

// All of the block comes with what is wrong with it, or before, as there is room.
BOOST_FIXTURE_TEST_CASE(how_much_of_a_damaged_block_is_missing_does_not_depend_on_who_asks,
                        Fixture) {
  std::string zip = Zip{{mail("a", Way::bzip2), mail("b")}}.bytes();
  const std::size_t check = zip.find("BZh") + 10;  // of its only block
  zip[check] ^= 1;
  const std::string name = folder.write("x.zip", zip);
  const std::size_t size = mail("a").text.size();
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}}) {
    archive::ReadOptions options;
    if (count > 1) options.shard = {0, count};
    archive::SourceReader reader({name}, options);
    std::string problem;
    while (const auto batch = reader.next())
      for (const archive::Item& item : batch->items)
        if (problem.empty()) problem = item.problem;
    BOOST_TEST(problem.find("0 bytes behind " + std::to_string(size) + " of its bytes") !=
                   std::string::npos,
               problem);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace basewalk
