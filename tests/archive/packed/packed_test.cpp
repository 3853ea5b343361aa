// SPDX-License-Identifier: MIT
#include "archive/packed/packed.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "archive/made_packed.h"
#include "archive/read_all.h"
#include "support/files.h"
#include "support/folder.h"
#include "support/skip.h"
#include "worker/unpack/decoder.h"

using namespace basewalk;
using test::Folder;
using test::Got;
using test::read_all;

namespace {

#define DATE "Thu Nov 19 10:00:00 2026"

const std::string kMbox = "From a " DATE "\nA: 1\n\nx\n\nFrom b " DATE "\nB: 2\n\ny\n";

// Runs a command in the folder; false where the program is not there.
bool run(const Folder& folder, const std::string& command) {
  const std::string line = "cd '" + folder.path().string() + "' && " + command + " 2>/dev/null";
  return std::system(line.c_str()) == 0;
}

std::vector<Got> of_mbox(const std::string& source) {
  return {{source, 1, 0, "From a " DATE "\nA: 1\n\nx\n", ""},
          {source, 2, 41, "From b " DATE "\nB: 2\n\ny\n", ""}};
}

// A member of an old cpio, in the order of bytes of either kind of machine.
std::string old_cpio(bool is_big, const std::string& name, unsigned mode,
                     const std::string& bytes) {
  const unsigned words[] = {0x71C7,
                            1,
                            2,
                            mode,
                            0,
                            0,
                            1,
                            0,
                            0,
                            0,
                            static_cast<unsigned>(name.size() + 1),
                            static_cast<unsigned>(bytes.size() >> 16),
                            static_cast<unsigned>(bytes.size() & 0xFFFF)};
  std::string member;
  for (const unsigned word : words) {
    member += static_cast<char>(is_big ? word >> 8 : word & 0xFF);
    member += static_cast<char>(is_big ? word & 0xFF : word >> 8);
  }
  member += name + std::string(name.size() % 2 == 0 ? 2 : 1, '\0') + bytes;
  return member + std::string(bytes.size() % 2, '\0');
}

// A member of one of SVR4.
std::string new_cpio(const std::string& name, const std::string& bytes,
                     const std::string& magic = "070701", std::size_t check = 0) {
  std::ostringstream member;
  member << magic << std::hex << std::setfill('0');
  const std::size_t fields[] = {1, 0100644,         0,    0, 1, 0, bytes.size(), 0, 0, 0,
                                0, name.size() + 1, check};
  for (const std::size_t field : fields) member << std::setw(8) << field;
  std::string made = member.str() + name + '\0';
  made.resize((made.size() + 3) / 4 * 4);
  made += bytes;
  made.resize((made.size() + 3) / 4 * 4);
  return made;
}

struct Way {
  const char* command;
  const char* result;
  const char* member;  // "" for what is compressed only
};
std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.command; }

// Each makes `result`, which has a name that says nothing, of "box".
const Way kWays[] = {
    {"gzip -c box >x", "x", ""},
    {"xz -c box >x", "x", ""},
    {"zstd -qc box >x", "x", ""},
    {"bzip2 -c box >x", "x", ""},
    {"lz4 -qc box >x", "x", ""},
    {"gzip -c box | xz -c >x", "x", ""},
    {"head -c 30 box | gzip -c >x && tail -c +31 box | gzip -c >>x", "x", ""},
    {"tar cf x box", "x", "/box"},
    {"tar cf x ./box", "x", "/box"},
    {"tar czf x box", "x", "/box"},
    {"tar --zstd -cf x box", "x", "/box"},
    {"tar --format=v7 -cf x box", "x", "/box"},
    {"tar --format=pax -cf x box", "x", "/box"},
    {"echo box | cpio -o >x", "x", "/box"},
    {"echo ./box | cpio -o -H odc >x", "x", "/box"},
    {"echo box | cpio -o -H newc >x", "x", "/box"},
    {"echo box | cpio -o -H crc | gzip -c >x", "x", "/box"},
    {"zip -q y box && mv y.zip x", "x", "/box"},
    {"cat box | zip -q y - && mv y.zip x", "x", "/-"},
    {"zip -q0 y box && mv y.zip x", "x", "/box"},
    {"7z a -bso0 y.7z box && mv y.7z x", "x", "/box"},
    {"7z a -bso0 y.7z box && gzip -c y.7z >x", "x", "/box"},
    {"gzip -c box >g && tar cf x g", "x", "/g"},
    {"tar cf y box && tar czf x y", "x", "/y/box"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(packers, *boost::unit_test::label("packers"))

// All that was unpacked before the damage is read, and what began there is told with its size.
BOOST_AUTO_TEST_CASE(what_comes_before_damage_is_read) {
  const Folder folder;
  std::string noise;
  for (unsigned i = 0, x = 1; i < 400'000; ++i, x = x * 1103515245 + 12345)
    noise += static_cast<char>('!' + (x >> 16) % 90);
  for (int i = 0; i < 400; ++i)
    folder.write("m/" + std::to_string(1000 + i),
                 "A: 1\n\n" + noise.substr(static_cast<std::size_t>(i) * 900, 900) + "\n");
  if (!run(folder,
           "tar cf all.tar m && gzip -c all.tar >all.tgz && head -c 150000 all.tgz >cut.tgz"
           " && { gzip -dc cut.tgz >cut.tar; test -s cut.tar; }")) {
    test::skip("no tar or gzip");
    return;
  }
  std::vector<Got> packed = read_all({folder / "cut.tgz"}), plain = read_all({folder / "cut.tar"});
  BOOST_TEST_REQUIRE(packed.size() > 50U);
  BOOST_TEST_REQUIRE(plain.size() > 50U);
  BOOST_TEST(!packed.back().problem.empty());
  BOOST_TEST(!plain.back().problem.empty());
  packed.pop_back();
  plain.pop_back();
  // libarchive keeps what it was unpacking, 64 KiB; a member takes three blocks of 512 bytes.
  BOOST_TEST_REQUIRE(packed.size() <= plain.size());
  BOOST_TEST((plain.size() - packed.size()) * 1536 <= 65536U);
  for (std::size_t i = 0; i < packed.size(); ++i) BOOST_TEST(packed[i].bytes == plain[i].bytes);
  // Nothing of a message was read here.
  const std::vector<Got> bad = read_all({folder.write("bad.gz", "\x1F\x8B\x08 is damaged")});
  BOOST_TEST_REQUIRE(bad.size() == 1U);
  BOOST_TEST(!bad[0].problem.empty());
  BOOST_TEST(bad[0].problem.find("not complete") == std::string::npos);
}

BOOST_DATA_TEST_CASE(an_mbox_is_found_in_whatever_it_is_packed,
                     boost::unit_test::data::make(kWays)) {
  const Folder folder;
  folder.write("box", kMbox);
  if (!run(folder, sample.command)) {
    test::skip("no program for " + std::string(sample.command));
    return;
  }
  const std::string name = folder / sample.result;
  const std::vector<Got> got = read_all({name}), wanted = of_mbox(name + sample.member);
  BOOST_TEST(got == wanted, boost::test_tools::per_element());
  // The name of a member is a source as well.
  const std::vector<Got> again = read_all({name + sample.member});
  BOOST_TEST(again == wanted, boost::test_tools::per_element());
}

// The bytes of a file with two names are read once.
BOOST_AUTO_TEST_CASE(a_file_of_a_cpio_may_have_two_names) {
  const Folder folder;
  folder.write("a", "A: 1\n\nx\n");
  if (!run(folder, "ln a b && for h in newc odc bin; do ls a b | cpio -o -H $h >$h; done")) {
    test::skip("no cpio");
    return;
  }
  for (const char* format : {"newc", "odc", "bin"}) {
    const std::vector<Got> got = read_all({folder / format});
    BOOST_TEST_INFO(format);
    BOOST_TEST_REQUIRE(got.size() == 2U);
    BOOST_TEST((got[0].bytes + got[1].bytes == "A: 1\n\nx\n"));
    BOOST_TEST((got[0].problem + got[1].problem == "is a second name of another file"));
  }
}

// The second volume of `tar -M` begins with the rest of a file.
BOOST_AUTO_TEST_CASE(the_rest_of_a_file_in_another_volume_is_told) {
  const Folder folder;
  folder.write("a", "To: a\n\n" + std::string(15'000, 'x') + "\n");
  folder.write("b", "To: b\n\n");
  if (!run(folder, "tar --version | grep -q GNU && tar -cM -L 10 -f x -f y a b </dev/null")) {
    test::skip("no GNU tar");
    return;
  }
  const std::vector<Got> got = read_all({folder / "y"});
  BOOST_TEST_REQUIRE(got.size() == 2U);
  BOOST_TEST(got[0].problem.starts_with("is the rest of a file that begins in another volume"));
  BOOST_TEST(got[0].source.ends_with("y/a"));
  BOOST_TEST(got[1].bytes == "To: b\n\n");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(packed)

BOOST_AUTO_TEST_CASE(a_part_of_an_archive_can_be_named) {
  const Folder folder;
  for (const char* name : {"M/cur/1:2,S", "M/cur/2:2,", "M/new/3", "M/dovecot.index",
                           "M/.Sub/cur/4", "text", ".hidden", "__MACOSX/text"})
    folder.write(name, "From a " DATE "\nA: 1\n\n");
  BOOST_REQUIRE(run(folder, "tar --sort=name -cf x.tar .hidden __MACOSX M text"));
  const auto names = [&](const std::string& source) {
    std::vector<std::string> all;
    for (const Got& got : read_all({source}))
      all.push_back(got.source.substr(folder.path().string().size() + 1) +
                    (got.problem.empty() ? "" : " ") + got.problem);
    return all;
  };
  const std::vector<std::string> every = names(folder / "x.tar"),
                                 below = names(folder / "x.tar/M/cur"),
                                 one = names(folder / "x.tar/M/cur/2:2,"),
                                 none = names(folder / "x.tar/M/cur/9");
  const std::vector<std::string> all_wanted = {
      "x.tar/.hidden is hidden by its name",
      "x.tar/__MACOSX is hidden by its name",
      "x.tar/M/.Sub/cur/4",
      "x.tar/M/cur/1:2,S",
      "x.tar/M/cur/2:2,",
      "x.tar/M/dovecot.index is what mail programs keep beside messages",
      "x.tar/M/new/3",
      "x.tar/text"};
  const std::vector<std::string> below_wanted = {"x.tar/M/cur/1:2,S", "x.tar/M/cur/2:2,"};
  BOOST_TEST(every == all_wanted, boost::test_tools::per_element());
  BOOST_TEST(below == below_wanted, boost::test_tools::per_element());
  BOOST_REQUIRE_EQUAL(one.size(), 1U);
  BOOST_TEST(one[0] == "x.tar/M/cur/2:2,");
  BOOST_REQUIRE_EQUAL(none.size(), 1U);
  BOOST_TEST(none[0] == "x.tar/M/cur/9 there is no such file, and no such member of an archive");
  BOOST_TEST(names(folder / "text/x")[0] ==
             "text/x there is no such file, and no such member of an archive");
}

BOOST_AUTO_TEST_CASE(an_old_cpio_is_read_in_both_orders_of_bytes) {
  const Folder folder;
  for (const bool is_big : {false, true}) {
    const std::string name = folder.write("x", old_cpio(is_big, "m", 0040755, "") +
                                                   old_cpio(is_big, "m/box", 0100644, kMbox) +
                                                   old_cpio(is_big, "TRAILER!!!", 0, ""));
    const std::vector<Got> got = read_all({name}), wanted = of_mbox(name + "/m/box");
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
  }
}

// As `tar -r` has it, which appends a file that has changed: each is gone on behind once, also in
// two archives of one name, where one of them cannot be read.
BOOST_AUTO_TEST_CASE(reading_goes_on_behind_each_of_several_members_of_one_name) {
  const Folder folder;
  const std::string last = new_cpio("TRAILER!!!", "");
  std::string two;
  for (const char* const each : {"one", "two"})
    two += new_cpio("in", new_cpio("box", std::string("To: ") + each + "\n\n") +
                              new_cpio("box", kMbox) + new_cpio("box", "none") +
                              new_cpio("box", kMbox) + last);
  const std::string name =
      folder.write("x", new_cpio("box", kMbox) + new_cpio("box", "") + two +
                            new_cpio("box", kMbox) + new_cpio("box", "none") + last);
  archive::SourceReader reader({name}, {});
  std::vector<archive::Position> positions;
  while (const auto batch = reader.next())
    for (const archive::Item& item : batch->items)
      positions.push_back({*item.source, item.offset, item.number, item.name_number, item.member});
  const std::vector<Got> whole = read_all({name});
  BOOST_REQUIRE_EQUAL(whole.size(), positions.size());
  BOOST_TEST(whole.size() >= 2 * of_mbox("").size() + 10);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    archive::ReadOptions options;
    options.after = positions[i];
    const std::vector<Got> got = read_all({name}, options);
    const std::vector<Got> wanted(whole.begin() + static_cast<std::ptrdiff_t>(i) + 1, whole.end());
    BOOST_TEST_CONTEXT(i << " " << positions[i].source << " " << positions[i].offset)
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
  }
}

// Nothing is lost in silence, and what stands before is read.
BOOST_AUTO_TEST_CASE(a_cpio_that_is_cut_off_or_damaged_is_told) {
  const Folder folder;
  const std::string first = old_cpio(false, "1", 0100644, "A: 1\n\nx\n"),
                    second = old_cpio(false, "2", 0100644, "A: 2\n\ny\n"),
                    end = old_cpio(false, "TRAILER!!!", 0, "");
  const std::string whole = first + second + end;
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const std::vector<Got> got = read_all({folder.write("x.cpio", whole.substr(0, size))});
    BOOST_TEST_REQUIRE(!got.empty());
    BOOST_TEST_INFO("cut to " << size);
    if (size < whole.size() - 1) BOOST_TEST(!got.back().problem.empty());
    BOOST_TEST((got[0].bytes == "A: 1\n\nx\n") == (size >= first.size()));
    // Another try would read no more.
    archive::SourceReader reader({folder / "x.cpio"}, {});
    while (const auto batch = reader.next())
      for (const archive::Item& item : batch->items) BOOST_TEST(!item.worth_a_retry);
  }
  // Only the newer formats have headers that can be looked for.
  const std::size_t header = 110 + 2;
  std::string bad;
  for (const char* name : {"1", "2", "3"}) bad += new_cpio(name, "A: 1\n\nx\n");
  bad += new_cpio("TRAILER!!!", "");
  bad[header + 8] = 'x';
  const std::vector<Got> got = read_all({folder.write("x.cpio", bad)});
  BOOST_TEST_REQUIRE(got.size() == 3U);
  BOOST_TEST(got[0].source == folder / "x.cpio/1");
  BOOST_TEST(got[1].problem.starts_with("is damaged before the header at "));
  BOOST_TEST(got[2].source == folder / "x.cpio/3");
  // By its first bytes it is nothing; its name says what it should be.
  bad[0] = 'x';
  folder.write("in/x.cpio", bad);
  const std::vector<Got> none = read_all({folder / "in"});
  BOOST_TEST_REQUIRE(none.size() == 1U);
  BOOST_TEST(none[0].problem.starts_with("is damaged: "));
}

// As the images of Linux have several; and a check sum behind all of them is looked at.
BOOST_AUTO_TEST_CASE(what_stands_behind_a_cpio_is_read_or_told) {
  const Folder folder;
  const std::string end = new_cpio("TRAILER!!!", "");
  const std::string one = new_cpio("1", "A: 1\n\nx\n") + end, two = new_cpio("2", "A: 2\n") + end;
  const std::string zeros(512, '\0');
  for (const std::string& between : {std::string(), zeros}) {
    std::string gzip =
        test::packed_alone(ARCHIVE_FILTER_GZIP, one + between + two + std::string(300'000, '\0'));
    for (const std::string& name :
         {folder.write("x.cpio", one + between + two + zeros), folder.write("x.cpio.gz", gzip)}) {
      const std::vector<Got> got = read_all({name});
      BOOST_REQUIRE_EQUAL(got.size(), 2U);
      BOOST_TEST(got[0].source == name + "/1");
      BOOST_TEST(got[1].source == name + "/2");
    }
    gzip[gzip.size() - 8] ^= 1;
    const std::vector<Got> doubt = read_all({folder.write("x.cpio.gz", gzip)});
    BOOST_REQUIRE_EQUAL(doubt.size(), 3U);
    BOOST_TEST(doubt[2].problem.find("check sum") != std::string::npos, doubt[2].problem);
  }
  const std::vector<Got> text =
      read_all({folder.write("x.cpio", one + zeros + "A: 3\n\nhttp://h/\n")});
  BOOST_REQUIRE_EQUAL(text.size(), 2U);
  BOOST_TEST(text[1].problem == "has 16 bytes from " + std::to_string(one.size() + 512) +
                                    " on behind its end; they were not read");
  std::string many;
  for (int i = 0; i < 1'200; ++i) many += end;
  const std::vector<Got> limit = read_all({folder.write("x.cpio", many)});
  BOOST_TEST(limit.back().problem.find("more than 1000 cpios") != std::string::npos,
             limit.back().problem);
}

// Every message before the damage is given; the one in it is not, for its end may be wrong.
BOOST_AUTO_TEST_CASE(what_is_damaged_gives_what_stands_before) {
  const Folder folder;
  std::string mbox;
  std::vector<std::string> messages;
  for (int i = 0; i < 20'000; ++i) {
    messages.push_back("From a " DATE "\nA: " + std::to_string(i * 7919 % 20'000) + "\n\nbody\n");
    mbox += messages.back() + "\n";
  }
  folder.write("box", mbox);
  BOOST_REQUIRE(run(folder, "gzip -c box >x && head -c 40000 x >cut"));
  const std::vector<Got> got = read_all({folder / "cut"});
  BOOST_REQUIRE(got.size() > 1000 && got.size() < 20'000);
  for (std::size_t i = 0; i + 1 < got.size(); ++i) BOOST_REQUIRE(got[i].bytes == messages[i]);
  BOOST_TEST(got.back().problem.starts_with("is cut off: "));
  BOOST_TEST(got.back().number == got.size());
}

// Five bytes of a tar can be unpacked (a stored block, RFC 1951 3.2.4), and then a block of no type
// follows: libarchive would take that for an empty archive.
BOOST_AUTO_TEST_CASE(a_tar_of_which_next_to_nothing_can_be_unpacked_is_told) {
  const Folder folder;
  const std::string gzip("\x1F\x8B\x08\0\0\0\0\0\0\x03\0\x05\0\xFA\xFFm.tx\0\x07", 21);
  const std::vector<Got> got = read_all({folder.write("x.tgz", gzip + std::string(1000, 'x'))});
  BOOST_REQUIRE_EQUAL(got.size(), 1U);
  BOOST_TEST(got[0].problem.starts_with("is damaged: "), got[0].problem);
}

// More than a process may say of nothing.
BOOST_AUTO_TEST_CASE(many_members_may_be_empty) {
  std::vector<test::PackedMember> members(12'000, {"empty", ""});
  members.push_back({"last", "A: 1\n"});
  const Folder folder;
  for (const int format : {ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FORMAT_CPIO_SVR4_NOCRC}) {
    const std::vector<Got> got =
        read_all({folder.write("x", test::packed_archive(format, ARCHIVE_FILTER_NONE, members))});
    BOOST_REQUIRE_EQUAL(got.size(), members.size());
    BOOST_TEST(got.back().bytes == "A: 1\n");
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_unpacked_without_end) {
  const Folder folder;
  folder.write("0", kMbox);
  for (int i = 0; i < 6; ++i)
    BOOST_REQUIRE(run(folder, "tar cf " + std::to_string(i + 1) + " " + std::to_string(i)));
  const std::vector<Got> got = read_all({folder / "6"});
  BOOST_REQUIRE_EQUAL(got.size(), 1U);
  BOOST_TEST(got[0].problem == "is packed more than 4 times; unpack it first");
}

// What is asked for is said in the first bytes: a window of zstd, a dictionary of lzma.
BOOST_AUTO_TEST_CASE(what_asks_for_too_much_memory_is_told) {
  using namespace std::string_literals;
  const Folder folder;
  // RFC 8878 3.1.1.1.2: windows of 2 GiB, of 128 MiB; then a block of one byte, which is the last.
  const auto zstd = [](char window) { return "\x28\xB5\x2F\xFD\x00"s + window + "\x09\x00\x00x"s; };
  const std::vector<Got> large = read_all({folder.write("large.zst", zstd('\xA8'))});
  BOOST_REQUIRE_EQUAL(large.size(), 1u);
  BOOST_TEST(large[0].problem.find("a window of more than 128 MiB") != std::string::npos,
             large[0].problem);
  for (const Got& got : read_all({folder.write("small.zst", zstd('\x88'))}))
    BOOST_TEST(got.problem.find("window") == std::string::npos, got.problem);
}

// Archives whose members could be taken for the lines of a message.
BOOST_AUTO_TEST_CASE(an_archive_that_is_not_read_is_no_message) {
  using namespace std::string_literals;
  const Folder folder;
  for (const std::string& begin : {"!<arch>\n"s, "MSCF\0\0\0\0"s, "MSWIM\0\0\0"s, "xar!\0\x1C"s}) {
    const archive::Trouble wanted = archive::Trouble::no_reader;
    archive::SourceReader reader({folder.write("x", begin + "m/  0  644  20  `\nTo: x\n\ny\n")},
                                 {});
    const std::optional<archive::Batch> batch = reader.next();
    BOOST_REQUIRE(batch && batch->items.size() == 1U);
    BOOST_TEST((batch->items[0].trouble == wanted), begin);
    BOOST_REQUIRE(batch->items[0].extent.has_value());
    BOOST_TEST(batch->items[0].extent->length == begin.size() + 27);
  }
}

// Its name does not say what it is: it is no message all the same, and what is lost is told.
BOOST_AUTO_TEST_CASE(a_cpio_whose_first_header_is_damaged_is_one) {
  const Folder folder;
  const std::string a = "To: a\n\nx\n", b = "To: b\n\nx\n";
  const std::string whole = new_cpio("a", a) + new_cpio("b", b) + new_cpio("TRAILER!!!", "");
  for (std::size_t at = 6; at < 110; ++at) {
    std::string bytes = whole;
    bytes[at] = ':';
    std::vector<std::string> messages;
    bool is_told = false;
    for (const Got& got : read_all({folder.write("x", bytes)})) {
      is_told = is_told || !got.problem.empty();
      if (got.problem.empty()) messages.push_back(got.bytes);
    }
    for (const std::string& message : messages) BOOST_TEST((message == a || message == b), at);
    BOOST_TEST((is_told || messages == std::vector<std::string>{a, b}), at);
  }
}

// The sum of all bytes stands in the header; all were given, and are told as doubtful.
BOOST_AUTO_TEST_CASE(another_check_sum_in_a_cpio_is_told) {
  const Folder folder;
  const std::string mail = "To: \xC3\xA9\n\nhello\n";
  std::size_t sum = 0;
  for (const char c : mail) sum += static_cast<unsigned char>(c);
  std::string bytes;
  // Headers lie within, at the end of, and across the pieces in which it is read.
  for (int i = 0; i < 3000; ++i)
    bytes += new_cpio("m" + std::to_string(i), mail, "070702", sum + (i % 1000 == 7 ? 1U : 0U)) +
             new_cpio("none", "\x01none", "070702", 433 + (i == 5 ? 1U : 0U));
  const std::string name = folder.write("x", bytes + new_cpio("TRAILER!!!", ""));
  std::size_t messages = 0;
  std::vector<std::string> told;
  for (const Got& got : read_all({name})) {
    if (got.problem.empty())
      ++messages;
    else if (!got.problem.starts_with("is not mail"))
      told.push_back(got.source.substr(name.size()) + " " + got.problem);
  }
  BOOST_TEST(messages == 3000U);
  BOOST_TEST_REQUIRE(told.size() == 4U);
  BOOST_TEST(told[1] == "/m7 is not what it was when it was packed: its check sum is another one");
  BOOST_TEST(told[3].starts_with("/m2007 is not what it was"));
}

// What a run has read of as a mailbox is an archive when it goes on.
BOOST_AUTO_TEST_CASE(a_mailbox_that_has_become_an_archive_is_told) {
  const Folder folder;
  const std::string name = folder.write("x", new_cpio("box", kMbox) + new_cpio("TRAILER!!!", ""));
  archive::ReadOptions options;
  options.after = archive::Position{name, 100, 2};
  const std::vector<Got> got = read_all({name}, options);
  BOOST_TEST_REQUIRE(got.size() == 1U);
  BOOST_TEST(got[0].problem == "has changed; there is no message here to go on behind");
}

// "." and ".." are no names that hide anything, and lead nowhere (`bsdtar cf x ../mail` keeps
// them).
BOOST_AUTO_TEST_CASE(a_member_of_a_folder_above_is_read) {
  const Folder folder;
  const std::string box = "To: x\n\n";
  std::string bytes;
  for (const char* const name : {"../a", "../../b/./c", "./../d", "e/../f", "/g", "h//i", "..",
                                 "../.hidden/x", "../cur/:2,S"})
    bytes += new_cpio(name, box);
  const std::string name = folder.write("x", bytes + new_cpio("TRAILER!!!", ""));
  std::vector<std::string> got;
  for (const Got& each : read_all({name}))
    got.push_back(each.source.substr(name.size()) + each.problem);
  const std::vector<std::string> wanted = {
      "/a",       "/b/c",  "/d",         "/e/f",
      "/g",       "/h//i", "/unnamed-1", "/.hiddenis hidden by its name",
      "/cur/:2,S"};
  BOOST_TEST(got == wanted, boost::test_tools::per_element());
  BOOST_TEST(read_all({name + "/b/c"}).at(0).bytes == box);
}

BOOST_AUTO_TEST_CASE(what_is_not_read_is_told_by_its_kind) {
  const Folder folder;
  const std::string ole = folder.write("a.msg", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1rest");
  const std::string mork = folder.write("b.msf", "// <!-- <mdb:mork:z v=\"1.4\"/> -->\n");
  std::vector<Got> got = read_all({ole, mork});
  BOOST_REQUIRE_EQUAL(got.size(), 2U);
  BOOST_TEST(got[0].problem ==
             "is an Outlook message (.msg) in Microsoft's binary format; save it as text (.eml)");
  BOOST_TEST(got[1].problem == "is an index of a mail program; there is no message in it");
  // Beside mailboxes it is no problem.
  archive::SourceReader reader({folder.path().string()}, {});
  const std::optional<archive::Batch> batch = reader.next();
  BOOST_REQUIRE(batch && batch->items.size() == 2U);
  BOOST_TEST(*batch->items[0].source == ole);
  BOOST_TEST((batch->items[0].trouble == archive::Trouble::no_reader));
  BOOST_TEST(*batch->items[1].source == mork);
  BOOST_TEST((batch->items[1].trouble == archive::Trouble::index));
}

BOOST_AUTO_TEST_CASE(a_message_is_never_taken_for_an_archive) {
  const std::string digits = "070707" + std::string(600, '0').replace(90, 3, "\nA:");
  BOOST_TEST((archive::content_of(digits.substr(0, 70)) == archive::Content::mail));
  for (std::string_view text : {"070707 is a number\n", "070701\nA: 1\n", "\xC7\x71", "q\xC7 x",
                                "\xC7qSubject: a text in another charset\n\nx\n", "B", "BZh: x\n",
                                "BZh9 is no field\n", "PK\n", "From a\n"})
    BOOST_TEST((archive::content_of(text) == archive::Content::mail), text);
  const std::string blanks(512, ' '), zeros(512, '\0');
  BOOST_TEST((archive::content_of(blanks) == archive::Content::mail));
  BOOST_TEST((archive::content_of(zeros) == archive::Content::mail));
}

// Also of a file that is larger than what a machine has addresses for.
BOOST_AUTO_TEST_CASE(what_is_damaged_is_gone_on_with_behind_its_beginning) {
  constexpr std::uint64_t kFrame = std::uint64_t{5} << 30;
  for (const std::string_view name : {"a.gz", "a.bz2", "a.xz", "a.zst", "a.lz4"}) {
    const std::unique_ptr<basewalk::worker::Decoder> decoder =
        basewalk::worker::decoder_here(*basewalk::worker::packing_named(name));
    BOOST_REQUIRE(decoder);
    decoder->begin();
    const std::uint64_t from = decoder->search_from(kFrame, kFrame + 10);
    BOOST_TEST(from > kFrame, name);
    BOOST_TEST(from <= kFrame + 11, name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
