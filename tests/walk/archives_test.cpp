// SPDX-License-Identifier: MIT
//
// Messages with archives: all that any program finds in one is read, or told, and what stands
// before, between and behind them.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "archive/rar.h"
#include "support/files.h"
#include "walk/documents.h"

using namespace basewalk;
using namespace basewalk::test;

BOOST_AUTO_TEST_SUITE(archives)

BOOST_AUTO_TEST_CASE(archives_behind_one_another_are_all_opened) {
  const std::string one = zip({{"x.html", page("http://h/a")}});
  const std::string two = zip({{"y.html", page("http://h/b")}});
  const std::string shifted = zip({{"y.html", page("http://h/b")}}, one.size());
  for (const std::string& bytes : {one + two, one + shifted}) {
    const Seen seen = seen_of(mail({{"a.zip", bytes}}));
    BOOST_TEST(seen.found() == (Lines{"2.1 http://h/b", "2.2.1 http://h/a"}),
               boost::test_tools::per_element());
  }
  // The second one has an entry whose place is, in 32 bits, that of the member of the first.
  std::string hiding = two;
  const std::size_t entry = hiding.find("PK\1\2");
  for (std::size_t i = 0; i < 4; ++i)
    hiding[entry + 42 + i] =
        static_cast<char>(((std::uint64_t{1} << 32) - one.size()) >> (8 * i) & 0xFF);
  BOOST_TEST(seen_of(mail({{"a.zip", one + hiding}})).count("http://h/a") == 1u);
  // One that lies in another one, not packed, is no other archive.
  const Seen seen =
      seen_of(mail({{"a.zip", zip({{"in.zip", one}, {"z.html", page("http://h/c")}})}}));
  BOOST_TEST(seen.found() == (Lines{"2.1.1 http://h/a", "2.2 http://h/c"}),
             boost::test_tools::per_element());
}

// Of a message in one, but of no file, whatever a document says of that.
BOOST_AUTO_TEST_CASE(a_base_of_a_message_in_a_document_is_a_link) {
  const std::string inner = "From: a\nContent-Base: https://h/x\nSubject: s\n\nsee\n";
  BOOST_TEST(seen_of(mail({{"a.zip", zip({{"in.eml", inner}})}})).count("https://h/x") == 1u);
}

// --- A ZIP that says one thing before a member and another in its directory

// What one of the two says of a member; what is not given is true.
struct Said {
  std::string name = "a.html";
  unsigned method = 0;
  std::optional<std::uint64_t> packed{}, size{};
  std::uint64_t mode = 0;
  std::string extra{};
  std::string made_by = "\x14\3"s;
  std::uint64_t flags = 0;
};
struct TwoFaced {
  std::string bytes;  // of the page
  Said local{}, central{};
  bool is_deflated = false;
};

std::string two_faced_zip(const std::vector<TwoFaced>& members) {
  std::string all, entries;
  for (const TwoFaced& each : members) {
    const std::string packed = each.is_deflated ? test::packed(each.bytes, -MAX_WBITS) : each.bytes;
    const auto common = [&](const Said& said) {
      std::string out("\x14\0", 2);
      put(out, said.flags, 2);
      put(out, said.method, 2);
      put(out, 0, 4);
      put(out, ::crc32_z(0, reinterpret_cast<const Bytef*>(each.bytes.data()), each.bytes.size()),
          4);
      put(out, said.packed.value_or(packed.size()), 4);
      put(out, said.size.value_or(each.bytes.size()), 4);
      put(out, said.name.size(), 2);
      put(out, said.extra.size(), 2);
      return out;
    };
    entries += "PK\1\2" + each.central.made_by + common(each.central);
    put(entries, 0, 6);
    const bool is_unix = each.central.made_by[1] == 3;
    put(entries, is_unix ? each.central.mode << 16 : each.central.mode, 4);
    put(entries, all.size(), 4);
    entries += each.central.name + each.central.extra;
    all += "PK\3\4" + common(each.local) + each.local.name + each.local.extra + packed;
  }
  const std::size_t directory = all.size();
  all += entries + "PK\5\6"s;
  put(all, 0, 4);
  put(all, members.size(), 2);
  put(all, members.size(), 2);
  put(all, entries.size(), 4);
  put(all, directory, 4);
  put(all, 0, 2);
  return all;
}

// Info-ZIP's name in UTF-8, for the one that stands in the header.
std::string unicode_path(const std::string& name, const std::string& shown) {
  std::string out = "up";
  out[0] = '\x75';
  out[1] = '\x70';
  put(out, 5 + shown.size(), 2);
  put(out, 1, 1);
  put(out, ::crc32_z(0, reinterpret_cast<const Bytef*>(name.data()), name.size()), 4);
  return out + shown;
}

// 7-Zip, Windows and Python go by the directory, and by the name alone.
BOOST_AUTO_TEST_CASE(what_the_directory_alone_says_is_read) {
  const std::string text = page("http://h/a");
  const Said right, deflated{.method = 8};
  struct Row {
    const char* what;
    TwoFaced member;
    bool is_told = true;
  };
  const Row rows[] = {
      {"stored before it", {text, right, deflated, true}},
      {"deflated before it", {text, deflated, right, false}},
      {"of another kind before it", {text, {.method = 93}, deflated, true}},
      {"short before it", {text, {.packed = 3, .size = 3}, right}},
      {"short before it, with a descriptor",
       {text, {.packed = 3, .size = 3, .flags = 8}, {.flags = 8}}},
      {"another name before it", {text, {.name = "a.xlsb"}, right}},
      {"another name in UTF-8 before it",
       {text, {.extra = unicode_path("a.html", "a.xlsb")}, right}},
      {"another name in UTF-8 in the directory",
       {text, {.name = "a.xlsb"}, {.name = "a.xlsb", .extra = unicode_path("a.xlsb", "a.html")}}},
      {"encrypted before it", {text, {.flags = 1}, right}},
      {"a link by its mode", {text, right, {.mode = 0120777}}, false},
      {"a packed link by its mode", {text, deflated, {.method = 8, .mode = 0120777}, true}, false},
      {"a folder by its mode", {text, right, {.mode = 0040755}}, false},
      {"a folder of DOS", {text, right, {.mode = 0x10, .made_by = "\x14\0"s}}, false},
      {"a folder by its name", {text, {.name = "a.html/"}, {.name = "a.html/"}}, false},
  };
  for (const Row& row : rows) {
    const Seen seen = seen_of(
        mail({{"a.zip", two_faced_zip({{page("http://h/b")}, row.member, {page("http://h/c")}})}}));
    for (const char* url : {"http://h/a", "http://h/b", "http://h/c"})
      BOOST_TEST(seen.count(url) >= 1u, row.what << ": " << url);
    if (row.is_told) BOOST_TEST(!seen.unread_things.empty(), row.what);
  }
  // What differs and hides nothing.
  for (const TwoFaced& member :
       {TwoFaced{text, {.name = "\x81.html"}, {.name = "\xC3\xBC.html", .flags = 0x800}},
        TwoFaced{text, {.packed = 0, .size = 0, .flags = 8}, {.flags = 8}},
        TwoFaced{text, right, {.mode = 0100644}}}) {
    const Seen seen = seen_of(mail({{"a.zip", two_faced_zip({member})}}));
    BOOST_TEST(seen.found() == Lines{"2.1 http://h/a"});
    BOOST_TEST(seen.unread_things.empty());
  }
}

// What no program shows, but in a window of its own.
BOOST_AUTO_TEST_CASE(nothing_between_the_members_of_a_zip_is_silent) {
  const auto field = [](unsigned id, const std::string& bytes) {
    std::string out;
    put(out, id, 2);
    put(out, bytes.size(), 2);
    return out + bytes;
  };
  const std::string text = page("http://h/a"), extra = field(0xCAFE, "see http://h/x");
  const std::string plain = two_faced_zip({{text}, {page("http://h/b"), {}, {}}});
  // Behind the first member, all offsets but its own moved.
  std::string between = plain, comment = plain;
  const std::size_t second = plain.find("PK\3\4", 4), entry = plain.find("PK\1\2"),
                    next = plain.find("PK\1\2", entry + 4), end = plain.find("PK\5\6");
  between[next + 42] = static_cast<char>(second + 14);
  between[end + 16] = static_cast<char>(between[end + 16] + 14);
  between.insert(second, "see http://h/x");
  comment[entry + 32] = 14;
  comment[end + 12] = static_cast<char>(comment[end + 12] + 14);
  comment.insert(next, "see http://h/x");
  const std::string path = unicode_path("a.html", "www.example.html");
  for (const std::string& bytes :
       {two_faced_zip({{text, {.extra = extra}}, {page("http://h/b")}}),
        two_faced_zip({{text, {}, {.extra = extra}}, {page("http://h/b")}}), between, comment,
        two_faced_zip({{text}, {page("http://h/b"), {}, {.extra = path + extra}}})}) {
    const Seen seen = seen_of(mail({{"a.zip", bytes}}));
    for (const char* url : {"http://h/a", "http://h/b", "http://h/x"})
      BOOST_TEST(seen.count(url) == 1u, url);
    BOOST_TEST(seen.found().size() == 3u);
  }
  const Seen seen = seen_of(mail({{"a.zip", plain}}));
  BOOST_TEST(seen.found().size() == 2u);
  BOOST_TEST(seen.unread_things.empty());
}

// What it leads to is all that a link holds.
BOOST_AUTO_TEST_CASE(targets_of_links_are_looked_at) {
  const Said link{.mode = 0120777};
  const Seen quiet =
      seen_of(mail({{"a.zip", two_faced_zip({{"../lib/www.example.so", {}, link}})}}));
  BOOST_TEST(quiet.found().empty());
  BOOST_TEST(quiet.unread_things.empty());
  const Seen seen = seen_of(mail({{"a.zip", two_faced_zip({{"http://h/a", {}, link}})}}));
  BOOST_TEST(seen.count("http://h/a") == 1u);
}

// As Word reads it: all of the document is opened by its directory.
BOOST_AUTO_TEST_CASE(a_document_is_read_by_its_directory_too) {
  const auto part = [](const std::string& name, const std::string& bytes) {
    return TwoFaced{bytes, {.name = name}, {.name = name}};
  };
  const std::string types =
      "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default "
      "Extension=\"rels\" "
      "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Override "
      "PartName=\"/word/document.xml\" "
      "ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+"
      "xml\"/></Types>";
  const std::string relations =
      "<Relationships "
      "xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship ";
  const std::string kType =
      "Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
  const std::string root = relations + "Id=\"r1\" " + kType +
                           "officeDocument\" Target=\"word/document.xml\"/></Relationships>";
  const std::string links = relations + "Id=\"r2\" " + kType +
                            "hyperlink\" TargetMode=\"External\" "
                            "Target=\"http://h/a\"/></Relationships>";
  const std::string text =
      "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" "
      "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><w:body>"
      "<w:p><w:hyperlink r:id=\"r2\"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p></w:body>"
      "</w:document>";
  std::vector<TwoFaced> parts = {part("[Content_Types].xml", types), part("_rels/.rels", root),
                                 part("word/document.xml", text),
                                 part("word/_rels/document.xml.rels", links)};
  const Seen plain = seen_of(mail({{"a.docx", two_faced_zip(parts)}}));
  BOOST_TEST(plain.count("http://h/a") == 1u);
  BOOST_TEST(plain.unread_things.empty());
  const std::vector<TwoFaced> sound = parts;
  for (int way = 0; way < 3; ++way) {
    parts = sound;
    if (way == 0) parts[3].local.method = 8;
    if (way == 1) parts[3].local.name = "word/_rels/document.xml.none";
    if (way == 2) parts[3].central.mode = 0120777;
    const Seen seen = seen_of(mail({{"a.docx", two_faced_zip(parts)}}));
    BOOST_TEST(seen.count("http://h/a") >= 1u, way);
    BOOST_TEST(seen.documents.size() == 2u, way);
  }
}

// A file to some programs.
BOOST_AUTO_TEST_CASE(a_folder_that_holds_bytes_is_told) {
  const Seen seen = seen_of(mail(
      {{"a.zip",
        zip({{"empty/", ""}, {"x.html/", page("http://h/a")}, {"b.html", page("http://h/b")}})}}));
  BOOST_TEST(seen.count("http://h/a") == 1u);
  BOOST_TEST(seen.count("http://h/b") == 1u);
  BOOST_TEST_REQUIRE(seen.unread_things.size() == 1u);
  BOOST_TEST(seen.unread_things[0].why == "damaged");
  BOOST_TEST(seen_of(mail({{"a.zip", zip({{"empty/", ""}, {"b.html", page("http://h/b")}})}}))
                 .unread_things.empty());
}

// A disc that says that it has no sectors is not opened once more.
BOOST_AUTO_TEST_CASE(a_disc_image_without_a_size_is_read_once) {
  std::string iso = test::read_file(test::data_dir() / "documents/archive/iso-plain.iso");
  const std::size_t documents = seen_of(mail({{"a.iso", iso}})).documents.size();
  iso.replace(16 * 2048 + 80, 8, std::string(8, '\0'));
  BOOST_TEST(seen_of(mail({{"a.iso", iso}})).documents.size() <= documents + 2);
}

// Before, between and behind what an archive is.
BOOST_AUTO_TEST_CASE(nothing_around_an_archive_is_silent) {
  const std::string one = zip({{"a.html", page("http://h/a")}});
  const std::string packed = gzip(page("http://h/a")), rest = page("http://h/rest");
  for (const auto& [name, bytes] : Files{{"a.zip", one + rest},
                                         {"a.html.gz", packed + rest},
                                         {"a.html.gz", gzip(page("http://h/a")) + packed + rest}}) {
    const Seen seen = seen_of(mail({{name, bytes}}));
    BOOST_TEST(seen.count("http://h/a") >= 1u, name);
    BOOST_TEST(seen.count("http://h/rest") == 1u, name);
    BOOST_TEST(seen.unread_things.empty(), name);
  }
  for (const auto& [name, bytes] : Files{{"a.zip", "junk" + one}, {"a.html.gz", packed + "junk"}})
    BOOST_TEST(seen_of(mail({{name, bytes}})).unread_things.size() == 1u, name);
  for (const auto& [name, bytes] :
       Files{{"a.zip", one}, {"a.html.gz", packed}, {"a.html.gz", packed + std::string(512, '\0')}})
    BOOST_TEST(seen_of(mail({{name, bytes}})).unread_things.empty(), name);
}

// POSIX 1003.1, ustar: one file, and the two blocks of zeros that end an archive.
std::string tar(const std::string& name, const std::string& bytes) {
  const auto octal = [](std::uint64_t value, std::size_t digits) {
    std::string out(digits, '0');
    for (std::size_t i = digits; value > 0; value >>= 3)
      out[--i] = static_cast<char>('0' + (value & 7));
    return out;
  };
  std::string head = name + std::string(100 - name.size(), '\0') + "0000644\0"s + "0000000\0"s +
                     "0000000\0"s + octal(bytes.size(), 11) + "\0"s + octal(0, 11) + "\0"s +
                     std::string(8, ' ') + "0"s;
  head.resize(512, '\0');
  head.replace(257, 8, "ustar\00000"s);
  std::uint64_t sum = 0;
  for (const char c : head) sum += static_cast<unsigned char>(c);
  head.replace(148, 8, octal(sum, 6) + "\0 "s);
  return head + bytes + std::string((512 - bytes.size() % 512) % 512 + 1024, '\0');
}

BOOST_AUTO_TEST_CASE(tars_behind_one_another_are_one) {
  const std::string one = tar("a.html", page("http://h/a")),
                    two = tar("b.html", page("http://h/b"));
  for (const std::string& bytes : {one + two, one + std::string(8192, '\0') + two})
    for (const auto& [name, packed] : Files{{"a.tar", bytes}, {"a.tar.gz", gzip(bytes)}}) {
      const Seen seen = seen_of(mail({{name, packed}}));
      BOOST_TEST(seen.found() == (Lines{"2.1 http://h/a", "2.2 http://h/b"}),
                 boost::test_tools::per_element());
      BOOST_TEST(seen.unread_things.empty());
    }
  for (const std::string& bytes : {one, one + std::string(10'000, '\0')})
    BOOST_TEST(seen_of(mail({{"a.tar", bytes}})).unread_things.empty());
  // A head that was lost: what stood behind it is skipped.
  const Seen skipped = seen_of(mail({{"a.tar", one.substr(0, 1024) + two.substr(1) + two}}));
  BOOST_TEST(skipped.count("http://h/a") == 1u);
  BOOST_TEST(skipped.unread_things.size() == 2u);
  for (const auto& [name, bytes] : Files{{"a.tar", one + page("http://h/rest")},
                                         {"a.tar.gz", gzip(one + page("http://h/rest"))},
                                         {"a.tar.gz", gzip(one) + page("http://h/rest")}}) {
    const Seen seen = seen_of(mail({{name, bytes}}));
    BOOST_TEST(seen.found() == (Lines{"2.1 http://h/a", "2.2 http://h/rest"}),
               boost::test_tools::per_element());
    BOOST_TEST(seen.unread_things.empty());
  }
}

// Fields and fillings that libarchive passes over; not names, which are those of parts.
BOOST_AUTO_TEST_CASE(nothing_between_the_members_of_a_tar_is_silent) {
  const std::string one = tar("www.example.html", page("http://h/a")),
                    two = tar("b.html", page("http://h/b"));
  const std::string in_order = one.substr(0, 1024) + two;
  const auto summed = [](std::string bytes, std::size_t header) {
    bytes.replace(header + 148, 8, std::string(8, ' '));
    std::uint64_t sum = 0;
    for (const char c : bytes.substr(header, 512)) sum += static_cast<unsigned char>(c);
    std::string digits(6, '0');
    for (std::size_t i = 6; sum > 0; sum >>= 3) digits[--i] = static_cast<char>('0' + (sum & 7));
    return bytes.replace(header + 148, 8, digits + "\0 "s);
  };
  const auto with = [&](std::size_t at, const std::string& text, bool is_header = true) {
    std::string out = in_order;
    out.replace(at, text.size(), text);
    return is_header ? summed(out, at / 512 * 512) : out;
  };
  const auto record = [](const std::string& text) {
    return std::to_string(text.size() + 4) + ' ' + text + '\n';
  };
  const auto of_kind = [&](char kind, const std::string& bytes) {
    std::string file = tar("p", bytes);
    file[156] = kind;
    return summed(file, 0).substr(0, 1024);
  };
  struct Row {
    const char* what;
    std::string bytes;
  };
  const Row rows[] = {
      {"behind a member", with(512 + 100, "http://h/x", false)},
      {"behind the last member", with(1536 + 200, "http://h/x", false)},
      {"behind a name", with(30, "http://h/x")},
      {"the name of a group", with(297, "http://h/x")},
      {"a header's end", with(502, "http://h/x")},
      {"where a link leads that is none", with(160, "\0http://h/x"s)},
      {"a record", of_kind('x', record("comment=http://h/x")) + in_order},
      {"a global record", of_kind('g', record("comment=http://h/x")) + in_order},
      {"behind records", of_kind('x', record("comment=y") + "see http://h/x") + in_order},
      {"behind a long name", of_kind('L', "www.example.html\0see http://h/x"s) + in_order},
      {"a list of rights", of_kind('A', "see http://h/x") + in_order},
      {"between the ends",
       one + std::string(300, '\0') + "see http://h/x" + std::string(198, '\0') + two},
  };
  for (const Row& row : rows)
    for (const auto& [name, bytes] : Files{{"a.tar", row.bytes}, {"a.tar.gz", gzip(row.bytes)}}) {
      const Seen seen = seen_of(mail({{name, bytes}}));
      BOOST_TEST(seen.count("http://h/x") == 1u, row.what);
      BOOST_TEST(seen.count("http://h/a") == 1u, row.what);
      BOOST_TEST(seen.count("http://h/b") == 1u, row.what);
      BOOST_TEST(seen.count("www.example.html") == 0u, row.what);
    }
  for (const std::string& bytes :
       {in_order, of_kind('x', record("path=http://h/y.html")) + in_order,
        of_kind('L', "http://h/y.html\0"s) + in_order}) {
    const Seen seen = seen_of(mail({{"a.tar", bytes}}));
    BOOST_TEST(seen.found().size() == 2u);
    BOOST_TEST(seen.unread_things.empty());
  }
}

// What comes beside packed bytes.
BOOST_AUTO_TEST_CASE(nothing_beside_what_is_packed_is_silent) {
  const std::string text = page("http://h/a");
  const auto member = [&](char flags, const std::string& fields) {
    std::string out = "\x1F\x8B\10"s + flags + "\0\0\0\0\0\3"s + fields + packed(text, -MAX_WBITS);
    put(out, ::crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()), 4);
    put(out, text.size(), 4);
    return out;
  };
  const std::string skipped = "\x5A\x2A\x4D\x18\x0E\0\0\0see http://h/x"s;
  std::string zstd = "\x28\xB5\x2F\xFD\x20"s + static_cast<char>(text.size());
  put(zstd, text.size() << 3 | 1, 3);
  zstd += text;
  std::string lz4 = "\4\x22\x4D\x18\x60\x40\x82"s;
  put(lz4, text.size() | 0x80000000U, 4);
  lz4 += text + "\0\0\0\0"s;
  // Two headers behind a lead, of no entry and of one; what they say of the payload nobody needs.
  std::string rpm = "\xED\xAB\xEE\xDB\3\0"s;
  rpm.resize(78);
  rpm += "\0\5"s;
  rpm.resize(96);
  rpm += "\x8E\xAD\xE8\1\0\0\0\0\0\0\0\0\0\0\0\0"s;
  rpm += "\x8E\xAD\xE8\1\0\0\0\0\0\0\0\1\0\0\0\x0F"s;
  rpm += "\0\0\3\xFC\0\0\0\6\0\0\0\0\0\0\0\1see http://h/x\0"s;
  rpm += gzip(text);
  struct Row {
    const char* what;
    std::string name, bytes, without;
  };
  const Row rows[] = {
      {"gzip's comment", "a.html.gz", member(16, "see http://h/x\0"s), member(16, "hello\0"s)},
      {"gzip's name", "a.html.gz", member(8, "http://h/x\0"s), member(8, "a.html\0"s)},
      {"gzip's extra field", "a.html.gz", member(4, "\x0E\0see http://h/x"s),
       member(4, "\5\0ab\1\0c"s)},
      {"all three", "a.html.gz", member(28, "\1\0-a.html\0see http://h/x\0"s),
       member(28, "\1\0-a.html\0x\0"s)},
      {"a second member", "a.html.gz", gzip("") + member(16, "see http://h/x\0"s), gzip(text)},
      {"zstd, before", "a.html.zst", skipped + zstd, zstd},
      {"zstd, behind", "a.html.zst", zstd + skipped, zstd},
      {"lz4, behind", "a.html.lz4", lz4 + skipped, lz4},
      {"RPM", "a.rpm", rpm, gzip(text)},
  };
  for (const Row& row : rows) {
    const Seen seen = seen_of(mail({{row.name, row.bytes}}));
    BOOST_TEST(seen.count("http://h/x") == 1u, row.what);
    BOOST_TEST(seen.count("http://h/a") == 1u, row.what);
    BOOST_TEST(seen.unread_things.empty(), row.what);
    const Seen plain = seen_of(mail({{row.name, row.without}}));
    BOOST_TEST(plain.found().size() == 1u, row.what);
    BOOST_TEST(plain.unread_things.empty(), row.what);
  }
  // What an RPM runs when it is installed.
  for (const unsigned tag : {0x3FEu, 0x3FFu, 0x400u, 0x402u, 0x429u, 0x47Fu, 0x480u}) {
    std::string scripted = rpm;
    const std::size_t at = scripted.find("\0\0\3\xFC"s);
    scripted[at + 2] = static_cast<char>(tag >> 8);
    scripted[at + 3] = static_cast<char>(tag);
    const Seen seen = seen_of(mail({{"a.rpm", scripted}}));
    BOOST_TEST(seen.count("http://h/x") == 1u, tag);
    BOOST_TEST(seen.unread_things.size() == (tag == 0x3FE ? 0u : 1u), tag);
  }
  // What begins so is zstd to libarchive.
  BOOST_TEST(!seen_of(mail({{"a.html.lz4", skipped + lz4}})).unread_things.empty());
}

// Of archives that say where they end.
BOOST_AUTO_TEST_CASE(nothing_behind_the_end_of_an_archive_is_silent) {
  const auto data = test::data_dir() / "documents/archive";
  for (const char* name : {"7z-ppmd.7z", "iso-plain.iso"}) {
    const std::string bytes = test::read_file(data / name);
    const std::size_t unread = seen_of(mail({{name, bytes}})).unread_things.size();
    for (const std::string& zeros : {""s, std::string(4096, '\0')}) {
      const Seen seen = seen_of(mail({{name, bytes + zeros + page("http://h/rest")}}));
      BOOST_TEST(seen.count("http://h/rest") == 1u, name);
      BOOST_TEST(seen.unread_things.size() == unread, name);
    }
  }
  // A tree in UDF, of which only the mark is there.
  std::string iso = test::read_file(data / "iso-plain.iso");
  const std::size_t unread = seen_of(mail({{"a.iso", iso}})).unread_things.size();
  std::size_t sector = 17 * 2048;
  while (iso.substr(sector, 2048) != std::string(2048, '\0')) sector += 2048;
  iso.replace(sector, 7, "\0NSR02\1"s);
  const Seen seen = seen_of(mail({{"a.iso", iso}}));
  BOOST_TEST_REQUIRE(seen.unread_things.size() == unread + 1);
  BOOST_TEST(sector < (16 + 64) * 2048);
}

// Libraries give what comes out.
BOOST_AUTO_TEST_CASE(a_wrong_check_sum_of_gzip_is_told) {
  const std::string packed = gzip(page("http://h/a"));
  for (const std::size_t behind : {1, 4, 5, 8})
    for (const std::string& before : {""s, packed}) {
      std::string bytes = before + packed;
      bytes[bytes.size() - behind] = static_cast<char>(bytes[bytes.size() - behind] ^ 1);
      const Seen seen = seen_of(mail({{"a.html.gz", bytes}}));
      BOOST_TEST(seen.count("http://h/a") == (before.empty() ? 1u : 2u), behind);
      BOOST_TEST_REQUIRE(seen.unread_things.size() == 1u, behind);
      BOOST_TEST(seen.unread_things[0].why == "damaged");
    }
}

// The end of one that is stored in it is the last that is found then.
BOOST_AUTO_TEST_CASE(an_archive_that_is_cut_off_is_read_around_what_it_holds) {
  const std::string inner = zip({{"in.html", page("http://h/in")}});
  const std::string whole = zip({{"a.html", page("http://h/a")},
                                 {"in.zip", inner},
                                 {"b.html", page("http://h/b")},
                                 {"c.html", std::string(1000, ' ')}});
  const Seen seen = seen_of(mail({{"a.zip", whole.substr(0, whole.size() - 500)}}));
  for (const char* url : {"http://h/in", "http://h/a", "http://h/b"})
    BOOST_TEST(seen.count(url) == 1u, url);
  BOOST_TEST(!seen.unread_things.empty());
}

// Of both versions; what libarchive passes over.
BOOST_AUTO_TEST_CASE(nothing_in_and_around_a_rar_is_silent) {
  const auto check = [](const std::string& before, const auto& member, const auto& service,
                        const std::string& end, const std::string& volume) {
    const std::string one = member({"a.html", page("http://h/a")});
    for (const std::string& zeros : {""s, std::string(512, '\0')}) {
      const Seen plain = seen_of(mail({{"a.rar", before + one + end + zeros}}));
      BOOST_TEST(plain.found() == Lines{"2.1 http://h/a"});
      BOOST_TEST(plain.unread_things.empty());
    }
    const Seen seen =
        seen_of(mail({{"a.rar", before + service("CMT", "see http://h/comment") + one +
                                    service("STM", page("http://h/stream")) + service("RR", "x") +
                                    end + page("http://h/behind")}}));
    for (const char* url : {"http://h/a", "http://h/comment", "http://h/stream", "http://h/behind"})
      BOOST_TEST(seen.count(url) == 1u, url);
    BOOST_TEST(seen.unread_things.empty());
    // A mark in the program before it, which is none.
    const Seen program =
        seen_of(mail({{"a.rar", "Rar!\x1A\x07\0"s + std::string(100, 'x') + before +
                                    service("CMT", "see http://h/comment") + one + end}}));
    BOOST_TEST((program.count("http://h/comment") == 1u || !program.unread_things.empty()));
    // Very many, of which each has to be looked at.
    std::string marks;
    for (int i = 0; i < 2000; ++i) marks += "Rar!\x1A\x07\0"s + std::string(9, 'x');
    const Seen many = seen_of(mail({{"a.rar", marks + before + one + end}}));
    BOOST_TEST(std::ranges::any_of(
        many.unread_things, [](const SeenUnread& it) { return it.why == "limit-documents"; }));
    const Seen volumes = seen_of(mail({{"a.rar", volume + one + end}}));
    BOOST_TEST(!volumes.unread_things.empty());
  };
  check(test::rar4::begin(), test::rar4::member, test::rar4::service, test::rar4::end(),
        test::rar4::begin(test::rar4::kVolume));
  check(test::rar5::begin(), test::rar5::member, test::rar5::service, test::rar5::end(),
        test::rar5::begin(test::rar5::kVolume));
}

// A cpio (newc) of files.
std::string cpio(const Files& files, unsigned links = 1) {
  std::string out;
  const auto add = [&](const std::string& name, const std::string& bytes, unsigned mode) {
    const auto hex = [](std::uint64_t value) {
      std::string text(8, '0');
      for (std::size_t i = 8; value > 0; value >>= 4) text[--i] = "0123456789ABCDEF"[value & 15];
      return text;
    };
    out += "070701";
    for (const std::uint64_t value :
         {std::uint64_t{1}, std::uint64_t{mode}, std::uint64_t{0}, std::uint64_t{0},
          std::uint64_t{links}, std::uint64_t{0}, std::uint64_t{bytes.size()}, std::uint64_t{0},
          std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{name.size() + 1},
          std::uint64_t{0}})
      out += hex(value);
    out += name + '\0';
    out.resize((out.size() + 3) / 4 * 4, '\0');
    out += bytes;
    out.resize((out.size() + 3) / 4 * 4, '\0');
  };
  for (const auto& [name, bytes] : files) add(name, bytes, 0100644);
  add("TRAILER!!!", "", 0);
  return out;
}

// libarchive does not read what these are packed in to its end.
BOOST_AUTO_TEST_CASE(packed_archives_are_read_to_their_end) {
  const std::string one = cpio({{"a.html", page("http://h/a")}});
  for (const std::string& bytes :
       {one, one + std::string(512, '\0'), one + std::string(300'000, '\0')}) {
    const Seen plain = seen_of(mail({{"a.cpio", bytes}}));
    BOOST_TEST(plain.found() == Lines{"2.1 http://h/a"});
    BOOST_TEST(plain.unread_things.empty());
    const Seen seen = seen_of(mail({{"a.cpio.gz", gzip(bytes)}}));
    BOOST_TEST(seen.found() == Lines{"2.1.1 http://h/a"});
    BOOST_TEST(seen.unread_things.empty());
  }
  const Seen behind = seen_of(mail({{"a.cpio.gz", gzip(one + page("http://h/rest"))}}));
  BOOST_TEST(behind.count("http://h/a") == 1u);
  BOOST_TEST(behind.count("http://h/rest") == 1u);
  const Seen disc = seen_of(mail(
      {{"a.iso.gz", gzip(test::read_file(test::data_dir() / "documents/archive/iso-trees.iso"))}}));
  BOOST_TEST(disc.found().size() == 4u);
  BOOST_TEST(disc.unread_things.empty());
}

// Of two names of one file (nlink) the last one has the bytes.
BOOST_AUTO_TEST_CASE(a_second_name_that_has_the_bytes_is_read) {
  const Seen seen =
      seen_of(mail({{"a.cpio", cpio({{"a.html", ""}, {"b.html", page("http://h/b")}}, 2)}}));
  BOOST_TEST(seen.count("http://h/b") == 1u);
}

// [MS-CAB] 2: a cabinet of one file that is not packed, with what its headers reserve.
std::string cabinet(const std::string& bytes, const std::string& of_header,
                    const std::string& of_folder, const std::string& of_block,
                    const std::string& gap) {
  const std::string name = "a.html\0"s;
  const std::size_t folder = 40 + of_header.size(), files = folder + 8 + of_folder.size(),
                    blocks = files + 16 + name.size() + gap.size();
  std::string out = "MSCF\0\0\0\0"s;
  put(out, blocks + 8 + of_block.size() + bytes.size(), 4);
  put(out, 0, 4);
  put(out, files, 4);
  put(out, 0, 4);
  put(out, 0x0103, 2);
  put(out, 1, 2);
  put(out, 1, 2);
  put(out, 4, 2);
  put(out, 0, 4);
  put(out, of_header.size(), 2);
  put(out, of_folder.size(), 1);
  put(out, of_block.size(), 1);
  out += of_header;
  put(out, blocks, 4);
  put(out, 1, 2);
  put(out, 0, 2);
  out += of_folder;
  put(out, bytes.size(), 4);
  put(out, 0, 8);
  put(out, 0x20, 2);
  put(out, 0, 2);
  out += name + gap;
  put(out, 0, 4);
  put(out, bytes.size(), 2);
  put(out, bytes.size(), 2);
  return out + of_block + bytes;
}

BOOST_AUTO_TEST_CASE(nothing_around_the_members_of_a_cabinet_is_silent) {
  const std::string text = page("http://h/a"), more = "see http://h/x\0"s;
  for (const std::string& bytes : {cabinet(text, more, "", "", ""), cabinet(text, "", more, "", ""),
                                   cabinet(text, "", "", more, ""), cabinet(text, "", "", "", more),
                                   cabinet(text, "", "", "", "") + "see http://h/x"}) {
    const Seen seen = seen_of(mail({{"a.cab", bytes}}));
    BOOST_TEST(seen.count("http://h/a") == 1u);
    BOOST_TEST((seen.count("http://h/x") == 1u || seen.unread_things.size() == 1u));
  }
  const Seen seen = seen_of(mail({{"a.cab", cabinet(text, "x", "y", "z", "\0"s)}}));
  BOOST_TEST(seen.found() == Lines{"2.1 http://h/a"});
  BOOST_TEST(seen.unread_things.empty());
}

// As macOS packs a folder: nothing in it that no one knows.
BOOST_AUTO_TEST_CASE(what_macos_adds_is_opened) {
  const auto data = test::data_dir() / "documents/apple";
  const Seen seen = seen_of(
      mail({{"a.zip", zip({{"page.html", page("http://h/a")},
                           {"__MACOSX/._page.pdf", test::read_file(data / "double-where-from.bin")},
                           {".DS_Store", "\0\0\0\1Bud1"s + std::string(6000, '\0')}})}}));
  BOOST_TEST(seen.found() == (Lines{"2.1 http://h/a", "2.2 https://from.example/file.zip",
                                    "2.2 https://page.example/ü"}),
             boost::test_tools::per_element());
  BOOST_TEST(seen.unread_things.empty());
}

// By its bytes it is Apple's; who opens it by its name shows a page.
BOOST_AUTO_TEST_CASE(what_macos_adds_to_a_page_is_read_as_a_page_too) {
  const std::string bytes = "\0\5\x16\7\0\2\0\0"s + std::string(16, '\0') + "\0\1"s +
                            "\0\0\0\4\0\0\0\x26\0\0\0\x0A"s + "http://h/c" + page("http://h/a");
  const Seen seen = seen_of(mail({{"a.zip", zip({{"._page.html", bytes}})}}));
  BOOST_TEST(std::ranges::any_of(seen.links, [](const SeenLink& link) {
    return link.part == "2.1" && link.raw == "http://h/a";
  }));
  BOOST_TEST(seen.count("http://h/c") >= 1u);
  BOOST_TEST(std::ranges::any_of(seen.links, [](const SeenLink& link) {
    return link.part == "2.1.1" && link.raw == "http://h/a";
  }));
}

// Each tree of a disc, and what two of them have once.
BOOST_AUTO_TEST_CASE(each_tree_of_a_disc_is_read) {
  std::string iso = test::read_file(test::data_dir() / "documents/archive/iso-trees.iso");
  const Seen seen = seen_of(mail({{"a.iso", iso}}));
  BOOST_TEST(seen.count("both-only") == 2u);  // that file is there twice
  BOOST_TEST(seen.count("joliet-only") == 1u);
  BOOST_TEST(seen.count("rock-only") == 1u);
  BOOST_TEST(seen.unread_things.empty());
  iso.replace(1024, 2, "H+");
  BOOST_TEST(seen_of(mail({{"a.iso", iso}})).unread_things.size() == 1u);
}

// What libarchive reads and passes a part of over in silence.
BOOST_AUTO_TEST_CASE(what_only_calls_itself_an_archive_hides_nothing) {
  const std::string coded =
      "see http://h/around\nbegin 644 x.html\n:/&$@:')E9CTB:'1T<#HO+V@O82(^>#PO83X*\n`\nend\n";
  const std::string list = "#mtree\n# http://h/around\n./a type=file\n";
  const std::string capture =
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://h/around\r\n"
      "WARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
      "Content-Length: 4\r\n\r\nbody\r\n\r\n";
  for (const std::string& bytes : {coded, list, capture}) {
    BOOST_TEST(seen_of(mail({{"a.tar", bytes}})).unread_things.size() == 1u);
    const Seen packed = seen_of(mail({{"a.txt.gz", gzip(bytes)}}));
    BOOST_TEST(packed.count("http://h/around") == 1u);
    BOOST_TEST(packed.unread_things.empty());
  }
}

// What libarchive unpacks in one go.
BOOST_AUTO_TEST_CASE(what_is_packed_several_times_hides_nothing) {
  const std::string one = test::read_file(test::data_dir() / "documents/archive/tar-bz2.tar.bz2");
  const std::size_t in_one = seen_of(mail({{"a.tar.bz2", one}})).found().size();
  BOOST_TEST_REQUIRE(in_one > 0u);
  for (const std::string& rest : {""s, page("http://h/rest")}) {
    const Seen seen = seen_of(mail({{"a.tar.bz2.gz", gzip(one + rest)}}));
    BOOST_TEST(seen.found().size() == in_one + (rest.empty() ? 0u : 1u));
    BOOST_TEST(seen.unread_things.empty());
  }
  const Seen twice = seen_of(mail({{"a.html.gz.gz", gzip(gzip(page("http://h/a")))}}));
  BOOST_TEST(twice.count("http://h/a") == 1u);
  BOOST_TEST(twice.unread_things.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_tar_that_begins_with_zeros_hides_nothing) {
  const Seen seen = seen_of(mail({{"a.tar", std::string(1024, '\0') + page("http://h/a")}}));
  BOOST_TEST((seen.count("http://h/a") == 1u || !seen.unread_things.empty()));
}

BOOST_AUTO_TEST_CASE(packed_zeros_hide_nothing) {
  const Seen seen =
      seen_of(mail({{"page.html.gz", gzip(std::string(1024, '\0') + page("http://h/a"))}}));
  BOOST_TEST(seen.found() == Lines{"2.1 http://h/a"});
  Limits limits;
  limits.document_bytes = 1000;
  check_limit(seen_of(mail({{"a.gz", gzip(std::string(100'000, '\0'))}}), limits));
}

BOOST_AUTO_TEST_SUITE_END()
