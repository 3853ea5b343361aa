// SPDX-License-Identifier: MIT
//
// What a ZIP is to those who go by its directory, where libarchive goes by what stands before each
// member: which members differ, and what is written of them.
#include "worker/documents/zip/by_directory.h"

#include <zlib.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "support/little.h"
#include "text/binary/numbers.h"
#include "worker/documents/recorded.h"
#include "worker/zip_headers.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace std::string_literals;
using test::little;
using zip::Anew;

namespace {

constexpr unsigned kStored = 0, kDeflated = 8, kEncrypted = 1, kDescriptor = 8, kUtf8 = 0x800;
constexpr unsigned kDos = 0, kUnix = 3;
constexpr std::uint64_t kFolder = 0040755ULL << 16, kLink = 0120777ULL << 16, kDosFolder = 0x10;

// In a header: lengths and check sum are those of the data unless they are given.
struct Said {
  std::string name;
  unsigned method = kStored, flags = 0;
  std::optional<std::uint64_t> packed{}, size{};
  std::string extra{};
  std::uint32_t check = 0x12345678;
};
struct Member {
  Said local;
  std::optional<Said> central;
  std::string data = "data";
  std::uint64_t attributes = 0;
  unsigned made_on = kDos;
};
Member both(const Said& said, const std::string& data = "data") { return {said, said, data}; }
Member of_kind(const std::string& name, unsigned made_on, std::uint64_t attributes,
               const std::string& data = "data", unsigned method = kStored, unsigned flags = 0) {
  return {{name, method, flags}, Said{name, method, flags}, data, attributes, made_on};
}

std::string common(const Said& said, const std::string& data) {
  return little(said.flags, 2) + little(said.method, 2) + "time" + little(said.check, 4) +
         little(said.packed.value_or(data.size()), 4) + little(said.size.value_or(data.size()), 4) +
         little(said.name.size(), 2) + little(said.extra.size(), 2);
}
struct Made {
  std::string bytes;
  zip::Layout layout;
};
Made made(const std::vector<Member>& members) {
  Made result;
  std::string& bytes = result.bytes;
  for (const Member& member : members) {
    result.layout.headers.push_back({bytes.size()});
    bytes += "PK\3\4\x14\0"s + common(member.local, member.data) + member.local.name +
             member.local.extra + member.data;
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Member& member = members[i];
    if (!member.central) continue;
    zip::Layout::Headers& headers = result.layout.headers[i];
    headers.central = bytes.size();
    bytes += "PK\1\2\x14"s + static_cast<char>(member.made_on) + "\x14\0"s +
             common(*member.central, member.data) + little(0, 6) + little(member.attributes, 4) +
             little(headers.local, 4) + member.central->name + member.central->extra;
  }
  return result;
}

// Each as "name method flags packed size extra=data"; what stands before a member is held against
// what its directory says.
std::vector<std::string> members_of(std::string_view archive) {
  std::vector<std::string> all;
  if (archive.empty()) return all;
  constexpr std::size_t kEnd = 22, kSame = 26;
  BOOST_TEST_REQUIRE(archive.size() >= kEnd);
  const std::size_t end = archive.size() - kEnd;
  BOOST_TEST(archive.substr(end, 8) == "PK\5\6\0\0\0\0"s);
  const std::uint64_t count = text::little(archive, end + 8, 2);
  BOOST_TEST(text::little(archive, end + 10, 2) == count);
  BOOST_TEST(text::little(archive, end + 20, 2) == 0u);
  auto at = static_cast<std::size_t>(text::little(archive, end + 16, 4));
  BOOST_TEST(at + text::little(archive, end + 12, 4) == end);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string_view header = archive.substr(at);
    BOOST_TEST_REQUIRE(header.starts_with("PK\1\2"));
    const zip::Entry entry = zip::central_entry(header);
    const std::string_view local = archive.substr(static_cast<std::size_t>(entry.begin));
    BOOST_TEST_REQUIRE(local.starts_with("PK\3\4"));
    BOOST_TEST(header.substr(6, kSame) == local.substr(4, kSame));
    const std::string_view extra =
        header.substr(zip::kCentralBytes + entry.name.size(),
                      zip::central_bytes(header) - zip::kCentralBytes - entry.name.size());
    const std::size_t head = zip::local_bytes(local);
    BOOST_TEST(local.substr(zip::kLocalBytes, entry.name.size()) == entry.name);
    BOOST_TEST(local.substr(zip::kLocalBytes + entry.name.size(), extra.size()) == extra);
    BOOST_TEST(header.substr(12, 4) == "time");
    BOOST_TEST(entry.check == 0x12345678u);
    all.push_back(std::string(entry.name) + ' ' + std::to_string(entry.method) + ' ' +
                  std::to_string(entry.flags) + ' ' + std::to_string(entry.packed) + ' ' +
                  std::to_string(entry.size) + ' ' + std::string(extra) + '=' +
                  std::string(local.substr(head, static_cast<std::size_t>(entry.packed))));
    at += zip::central_bytes(header);
  }
  BOOST_TEST(at == end);
  return all;
}

zip::ByDirectory written(const Made& from, Anew anew, std::uint64_t most = 1'000) {
  const test::ExactCopy copy(from.bytes);
  return zip::by_directory(copy.view(), from.layout, anew, most);
}

// Info-ZIP's name: of a name with that check sum.
std::string name_field(const std::string& of, const std::string& name, int version = 1) {
  const auto sum =
      ::crc32(0, reinterpret_cast<const Bytef*>(of.data()), static_cast<uInt>(of.size()));
  return little(0x7075, 2) + little(5 + name.size(), 2) + static_cast<char>(version) +
         little(sum, 4) + name;
}
std::string field(unsigned id, const std::string& bytes) {
  return little(id, 2) + little(bytes.size(), 2) + bytes;
}

constexpr std::string_view
    kName = "names a member otherwise in its directory and before its bytes",
    kPacking =
        "says in its directory that a member is packed otherwise than it says before its bytes",
    kLength =
        "gives another length or check sum of a member in its directory than before its bytes",
    kOther = "says another thing of a member in its directory than before it";

struct Row {
  const char* name;
  std::vector<Member> members;
  std::vector<std::string> found{};
  std::string_view difference{};
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

const std::string kLongTarget(4095, 'x');
const std::vector<Row> kRows = {
    {"nothing", {}},
    {"both say the same", {both({"a.txt"}), both({"b", kDeflated})}},
    {"another ending", {{{"a.txt"}, Said{"a.html"}}}, {"a.html 0 0 4 4 =data"}, kName},
    {"another name with the same ending", {{{"a.txt"}, Said{"b.TXT"}}}},
    {"no ending there", {{{"a.txt"}, Said{"a"}}}, {"a 0 0 4 4 =data"}, kName},
    {"a dot in a folder's name is none", {{{"x.txt/a"}, Said{"x.htm/a"}}}},
    {"nor is one before a backslash", {{{"x.txt\\a"}, Said{"x.htm\\a"}}}},
    {"packed otherwise", {{{"a"}, Said{"a", kDeflated}}}, {"a 8 0 4 4 =data"}, kPacking},
    {"encrypted there", {{{"a"}, Said{"a", kStored, kEncrypted}}}, {"a 0 1 4 4 =data"}, kPacking},
    {"shorter", {{{"a"}, Said{"a", kStored, 0, 3}}}, {"a 0 0 3 4 =dat"}, kLength},
    {"of another length at last",
     {{{"a"}, Said{"a", kStored, 0, 4, 9}}},
     {"a 0 0 4 9 =data"},
     kLength},
    {"lengths stand in the directory alone", {{{"a", kStored, 0, 0, 0}, Said{"a"}}}},
    {"or behind the bytes", {{{"a", kStored, kDescriptor, 0, 0}, Said{"a", kStored, kDescriptor}}}},
    {"behind the bytes, and before them, too",
     {{{"a", kStored, kDescriptor, 3}, Said{"a", kStored, kDescriptor}}},
     {"a 0 8 4 4 =data"},
     kOther},
    {"another check sum: both are opened by the same",
     {{{"a", kStored, 0, {}, {}, "", 1}, Said{"a"}}}},
    {"a folder by its name", {both({"a/"})}, {"a 0 0 4 4 =data"}},
    {"by Windows' name", {both({"a\\\\"})}, {"a 0 0 4 4 =data"}},
    {"a folder of no name", {both({"/"})}, {"x 0 0 4 4 =data"}},
    {"a folder with nothing in it", {both({"a/"}, "")}},
    {"that says it has nothing", {both({"a/", kStored, 0, 4, 0}), both({"b/", kStored, 0, 0, 4})}},
    {"a folder by its mode", {of_kind("a", kUnix, kFolder)}, {"a 0 0 4 4 =data"}},
    {"the mode of another system", {of_kind("a", 7, kFolder | kDosFolder)}},
    {"a folder of DOS", {of_kind("a", kDos, kDosFolder)}, {"a 0 0 4 4 =data"}},
    {"other attributes of DOS", {of_kind("a", kDos, 0x20 | kFolder)}},
    {"a file of Unix with them", {of_kind("a", kUnix, 0100644ULL << 16 | kDosFolder)}},
    {"links that may be some",
     {of_kind("a", kUnix, kLink, "http://h/x"), of_kind("b", kUnix, kLink, kLongTarget)}},
    {"links of another system", {of_kind("a", kDos, kLink, "<a>")}},
    {"a link with markup", {of_kind("a", kUnix, kLink, "<a>")}, {"a 0 0 3 3 =<a>"}},
    {"a link of two lines",
     {of_kind("a", kUnix, kLink, "x\n"), of_kind("b", kUnix, kLink, "x\r")},
     {"a 0 0 2 2 =x\n", "b 0 0 2 2 =x\r"}},
    {"a link with a zero", {of_kind("a", kUnix, kLink, "x\0"s)}, {"a 0 0 2 2 =x\0"s}},
    {"a link longer than a path",
     {of_kind("a", kUnix, kLink, kLongTarget + 'x')},
     {"a 0 0 4096 4096 =" + kLongTarget + 'x'}},
    {"a link that is packed", {of_kind("a", kUnix, kLink, "x", kDeflated)}, {"a 8 0 1 1 =x"}},
    {"a link that is encrypted",
     {of_kind("a", kUnix, kLink, "x", kStored, kEncrypted)},
     {"a 0 1 1 1 =x"}},
    {"members that nothing names", {{{"a"}, {}}, {{"b/"}, {}}}, {"b 0 0 4 4 =data"}},
    {"a name in UTF-8",
     {{{"a.txt"}, Said{"a.txt", kStored, 0, {}, {}, name_field("a.txt", "\xC3\xA4.html")}}},
     {"\xC3\xA4.html 0 2048 4 4 =data"},
     kOther},
    {"behind other fields",
     {{{"a.txt"},
       Said{"a.txt", kStored, 0, {}, {}, field(7, "123") + name_field("a.txt", "b.html")}}},
     {"b.html 0 2048 4 4 " + field(7, "123") + "=data"},
     kOther},
    {"in both", {both({"a.txt", kStored, 0, {}, {}, name_field("a.txt", "b.html")})}},
    {"a name in UTF-8 for another name",
     {{{"a.txt"}, Said{"a.txt", kStored, 0, {}, {}, name_field("b.txt", "a.html")}}}},
    {"of another version",
     {{{"a.txt"}, Said{"a.txt", kStored, 0, {}, {}, name_field("a.txt", "a.html", 2)}}}},
    {"without a name", {{{"a.txt"}, Said{"a.txt", kStored, 0, {}, {}, name_field("a.txt", "")}}}},
    {"a flag says that it is UTF-8",
     {{{"a.txt"}, Said{"a.html", kStored, kUtf8}}},
     {"a.html 0 2048 4 4 =data"},
     kName},
    {"fields are kept, but for lengths",
     {{{"a.txt"},
       Said{"a.html", kStored, 0, {}, {}, field(1, "12345678") + field(0x9901, "AES") + "xyz"}}},
     {"a.html 0 0 4 4 " + field(0x9901, "AES") + "=data"},
     kName},
    {"a field that is cut off",
     {{{"a.txt"}, Said{"a.html", kStored, 0, {}, {}, little(7, 2) + little(9, 2) + "x"}}},
     {"a.html 0 0 4 4 " + little(7, 2) + little(9, 2) + "x=data"},
     kName},
    {"lengths that need eight bytes",
     {{{"a.txt"}, Said{"a.html", kStored, 0, {}, 0xFFFFFFFF, field(1, little(0x1'2345'6789, 8))}}},
     {"a.html 0 0 4 4294967294 =data"},
     kName},
    {"the first difference is told",
     {{{"a"}, Said{"a", kDeflated}}, both({"s"}), {{"b.x"}, Said{"b.y"}}},
     {"a 8 0 4 4 =data", "b.y 0 0 4 4 =data"},
     kPacking},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(zip_by_directory)

BOOST_DATA_TEST_CASE(what_differs_is_written_anew, boost::unit_test::data::make(kRows), row) {
  const zip::ByDirectory found = written(made(row.members), Anew::members);
  BOOST_TEST(members_of(found.archive) == row.found, boost::test_tools::per_element());
  BOOST_TEST(found.difference == row.difference);
  BOOST_TEST(!found.is_cut);
}

BOOST_AUTO_TEST_CASE(a_document_is_written_whole) {
  const Member same = both({"s"}), other = {{"a.x"}, Said{"a.y"}}, unnamed = {{"u"}, {}};
  BOOST_TEST(written(made({same, unnamed}), Anew::all).archive.empty());
  BOOST_TEST((members_of(written(made({same, other, unnamed}), Anew::all).archive) ==
              std::vector<std::string>{"s 0 0 4 4 =data", "a.y 0 0 4 4 =data", "u 0 0 4 4 =data"}));
  // Nobody follows its links.
  const Member link = of_kind("l", kUnix, kLink, "x");
  BOOST_TEST((members_of(written(made({same, link}), Anew::all).archive) ==
              std::vector<std::string>{"s 0 0 4 4 =data", "l 0 0 1 1 =x"}));
  BOOST_TEST(written(made({same, link}), Anew::members).archive.empty());
}

BOOST_AUTO_TEST_CASE(so_many_members_are_looked_at) {
  const Made all = made({both({"a/"}), both({"b/"}), both({"c/"})});
  BOOST_TEST(members_of(written(all, Anew::members, 2).archive).size() == 2u);
  BOOST_TEST(written(all, Anew::members, 0).archive.empty());
  BOOST_TEST(members_of(written(all, Anew::members, ~std::uint64_t{0}).archive).size() == 3u);
}

// A directory may name the same bytes over and over.
BOOST_AUTO_TEST_CASE(no_more_than_twice_the_bytes_is_written) {
  Made all = made({both({"a/"}, std::string(1'000, 'x'))});
  all.layout.headers.resize(10, all.layout.headers[0]);
  const zip::ByDirectory found = written(all, Anew::members);
  BOOST_TEST(found.is_cut);
  BOOST_TEST(members_of(found.archive).size() == 2u);
  all.layout.headers.resize(2);
  BOOST_TEST(!written(all, Anew::members).is_cut);
}

BOOST_AUTO_TEST_CASE(a_member_ends_with_the_bytes) {
  Made all = made({{{"a/", kStored, 0, 1'000}, {}}});
  BOOST_TEST((members_of(written(all, Anew::members).archive) ==
              std::vector<std::string>{"a 0 0 4 4 =data"}));
  // Its header alone.
  all.bytes.resize(all.bytes.size() - 4);
  BOOST_TEST((members_of(written(all, Anew::members).archive) ==
              std::vector<std::string>{"a/ 0 0 0 4 ="}));
}

BOOST_AUTO_TEST_CASE(what_differs_is_told) {
  const auto told = [](const std::vector<Member>& members, std::uint64_t left) {
    const Made all = made(members);
    Recorded sink;
    zip::tell_by_directory({all.bytes, ""}, all.layout, Anew::members, left, sink);
    return sink;
  };
  BOOST_TEST(!told({both({"a"})}, 1'000).is_told());
  Recorded sink = told({{{"a.x"}, Said{"a.y"}}}, 1'000);
  BOOST_REQUIRE_EQUAL(sink.lacks.size(), 1u);
  BOOST_TEST((sink.lacks[0].why == Lack::damaged));
  BOOST_TEST(sink.lacks[0].sentence == kName);
  BOOST_REQUIRE_EQUAL(sink.parts.size(), 1u);
  BOOST_TEST(sink.parts[0].type == "application/zip");
  BOOST_TEST(members_of(sink.parts[0].bytes).size() == 1u);
  sink = told({both({"a/"})}, 10);
  BOOST_TEST(sink.parts.empty());
  BOOST_TEST(sink.has(Lack::limit));
}

BOOST_AUTO_TEST_SUITE_END()
