// SPDX-License-Identifier: MIT
//
// 7z and RAR: read in a process of their own, whatever they say of themselves.
#include <sys/resource.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include "archive/made_seven_zip.h"
#include "archive/packed/spool.h"
#include "archive/rar.h"
#include "archive/read_all.h"
#include "basewalk/archive/source.h"
#include "support/files.h"
#include "support/folder.h"
#include "support/many.h"
#include "support/skip.h"
#include "support/variable.h"

using namespace basewalk;
using archive::Trouble;
using test::Folder;
using test::Got;
using test::RarMember;
using test::read_all;
using test::Variable;

namespace {

using Names = std::vector<std::string>;

struct Told {
  Names messages;  // their subjects
  Names sources;   // of those
  std::vector<archive::Item> problems;
  Names words;  // of the problems

  bool has(Trouble trouble) const {
    return std::any_of(problems.begin(), problems.end(),
                       [&](const archive::Item& item) { return item.trouble == trouble; });
  }
  bool has(std::string_view word) const {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& said) { return said.find(word) != said.npos; });
  }
};

Told told(const std::string& name, archive::ReadOptions options = {}) {
  Told result;
  archive::SourceReader reader({name}, std::move(options));
  while (const auto batch = reader.next())
    for (const archive::Item& item : batch->items) {
      if (item.end) continue;
      if (item.problem.empty()) {
        const std::size_t at = item.bytes.find("Subject: ") + 9;
        result.messages.emplace_back(item.bytes.substr(at, item.bytes.find('\n', at) - at));
        result.sources.push_back(*item.source);
      } else {
        result.problems.push_back(item);
        result.problems.back().bytes = {};
        result.words.push_back(item.problem);
      }
    }
  return result;
}

RarMember mail(const std::string& name) { return {name, "Subject: " + name + "\n\ntext\n"}; }

std::string joined(const std::string& begin, std::string (*one)(const RarMember&),
                   const std::vector<RarMember>& members, const std::string& end) {
  std::string bytes = begin;
  for (const RarMember& member : members) bytes += one(member);
  return bytes + end;
}
std::string rar4(const std::vector<RarMember>& members, unsigned flags = 0) {
  return joined(test::rar4::begin(flags), test::rar4::member, members, test::rar4::end());
}
std::string rar5(const std::vector<RarMember>& members, unsigned flags = 0) {
  return joined(test::rar5::begin(flags), test::rar5::member, members, test::rar5::end());
}

// Both versions of RAR.
struct Version {
  const char* name;
  std::string (*make)(const std::vector<RarMember>&, unsigned);
};
std::ostream& operator<<(std::ostream& out, const Version& version) { return out << version.name; }
const Version kVersions[] = {{"RAR 4", rar4}, {"RAR 5", rar5}};

bool run(const Folder& folder, const std::string& command) {
  return std::system(
             ("cd '" + folder.path().string() + "' && " + command + " >log 2>&1").c_str()) == 0;
}

struct Fixture {
  Told of(const std::string& bytes, archive::ReadOptions options = {}) {
    return told(folder.write("x", bytes), std::move(options));
  }
  const Folder folder;
  const RarMember a = mail("a"), b = mail("b"), c = mail("c");
};

// Mailboxes of two messages each, in a 7z.
struct Boxes : Fixture {
  Boxes() {
    for (const char* name : {"box/a", "box/b", "box/c", "box/sub/d"}) {
      std::string mbox;
      for (const char* number : {"1", "2"})
        mbox += "From a@b.example Thu Nov 19 10:00:00 2026\nSubject: " + std::string(name) +
                number + "\n\n" + noise(20'000) + "\n\n";
      folder.write(name, mbox);
    }
  }
  std::string noise(std::size_t size) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i, seed = seed * 1103515245 + 12345)
      text += i % 60 == 59 ? '\n' : static_cast<char>('a' + (seed >> 16) % 26);
    return text;
  }
  // False where there is no 7z, which is told.
  bool make(const std::string& options, const std::string& what = "box") {
    std::filesystem::remove(folder / "x.7z");
    if (run(folder, "7z a -bd -mmt=1 " + options + " x.7z " + what)) return true;
    test::skip("no 7z");
    return false;
  }
  const Names all = {"box/a1", "box/a2", "box/b1",     "box/b2",
                     "box/c1", "box/c2", "box/sub/d1", "box/sub/d2"};
  unsigned seed = 1;
};

struct Way {
  const char* options;
};
std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.options; }
const Way kMethods[] = {{"-m0=LZMA"},          {"-m0=LZMA2"},   {"-m0=PPMd"},
                        {"-m0=BZip2"},         {"-m0=Deflate"}, {"-m0=Copy"},
                        {"-m0=BCJ -m1=LZMA2"}, {"-mhc=off"},    {"-m0=Delta:4 -m1=LZMA2"}};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rar, Fixture)

BOOST_DATA_TEST_CASE(members_are_read_in_order, boost::unit_test::data::make(kVersions)) {
  RarMember sub = mail("sub/b"), folder_itself = {"sub", ""}, empty = {"empty", ""};
  folder_itself.is_folder = true;
  const Told got = of(sample.make({a, folder_itself, sub, empty, c}, 0));
  BOOST_TEST(got.messages == (Names{"a", "sub/b", "c"}), boost::test_tools::per_element());
  BOOST_TEST(got.sources == (Names{folder / "x/a", folder / "x/sub/b", folder / "x/c"}),
             boost::test_tools::per_element());
  BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
  BOOST_TEST(*got.problems[0].source == folder / "x/empty");
  BOOST_TEST((got.problems[0].trouble == Trouble::empty));
}

// Archives that another program has written.
BOOST_AUTO_TEST_CASE(the_files_of_the_test_data_are_read) {
  for (const char* version : {"4.rar", "5.rar"}) {
    const auto data = [&](const char* what) {
      return told((test::data_dir() / "rar" / (std::string(what) + version)).string());
    };
    const Told plain = data("plain"), crc = data("crc"), secret = data("secret"),
               volume = data("volume"), cut = data("cut"), twice = data("twice");
    BOOST_TEST_INFO(version);
    BOOST_TEST(plain.messages == (Names{"one", "two"}), boost::test_tools::per_element());
    BOOST_TEST(plain.problems.size() == 1U);
    BOOST_TEST(plain.has(Trouble::empty));
    BOOST_TEST(crc.messages == (Names{"one", "two"}), boost::test_tools::per_element());
    BOOST_TEST(crc.has(Trouble::doubtful));
    BOOST_TEST(secret.messages == Names{"two"}, boost::test_tools::per_element());
    BOOST_TEST(secret.has(Trouble::encrypted));
    BOOST_TEST(volume.messages.empty());
    BOOST_TEST(volume.has(Trouble::no_reader));
    BOOST_TEST(cut.messages.at(0) == "one");
    BOOST_TEST(cut.has("cut off"));
    BOOST_TEST(twice.messages == (Names{"one", "two"}), boost::test_tools::per_element());
    BOOST_TEST(twice.has("belong to no member"));
  }
}

BOOST_DATA_TEST_CASE(names_lead_nowhere_else, boost::unit_test::data::make(kVersions)) {
  const Told got = of(
      sample.make({mail("/etc/a"), mail("./b"), mail("../c"), mail("\xC3\xBC"), mail("d e")}, 0));
  BOOST_TEST(
      got.sources == (Names{folder / "x" + "/etc/a", folder / "x" + "/b", folder / "x" + "/c",
                            folder / "x" + "/\xC3\xBC", folder / "x" + "/d e"}),
      boost::test_tools::per_element());
  BOOST_TEST(got.problems.empty());
}

BOOST_DATA_TEST_CASE(another_check_sum_is_told_and_all_is_given,
                     boost::unit_test::data::make(kVersions)) {
  RarMember bad = b;
  bad.crc_is_off_by = 1;
  const Told got = of(sample.make({a, bad, c}, 0));
  BOOST_TEST(got.messages == (Names{"a", "b", "c"}), boost::test_tools::per_element());
  BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
  BOOST_TEST(*got.problems[0].source == folder / "x/b");
  BOOST_TEST((got.problems[0].trouble == Trouble::doubtful));
  BOOST_REQUIRE(got.problems[0].extent.has_value());
  BOOST_TEST(got.problems[0].extent->begin == 0U);
  BOOST_TEST(got.problems[0].extent->length == b.bytes.size());
}

BOOST_DATA_TEST_CASE(what_is_encrypted_is_told_and_the_next_one_is_read,
                     boost::unit_test::data::make(kVersions)) {
  RarMember secret = b;
  secret.is_encrypted = true;
  const Told got = of(sample.make({a, secret, c}, 0));
  BOOST_TEST(got.messages == (Names{"a", "c"}), boost::test_tools::per_element());
  BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
  BOOST_TEST((got.problems[0].trouble == Trouble::encrypted));
  BOOST_TEST(*got.problems[0].source == folder / "x/b");
}

BOOST_AUTO_TEST_CASE(encrypted_headers_are_told) {
  for (const std::string& bytes :
       {rar4({a}, test::rar4::kPassword), test::rar5::encrypted_begin() + std::string(100, 'e')}) {
    const Told got = of(bytes);
    BOOST_TEST(got.messages.empty());
    BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
    BOOST_TEST((got.problems[0].trouble == Trouble::encrypted));
    BOOST_TEST(got.problems[0].extent->length == bytes.size());
  }
}

BOOST_DATA_TEST_CASE(one_of_several_volumes_is_told, boost::unit_test::data::make(kVersions)) {
  const Told got = of(sample.make({a, b}, test::rar4::kVolume));
  BOOST_TEST(got.messages.empty());
  BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
  BOOST_TEST((got.problems[0].trouble == Trouble::no_reader));
  BOOST_TEST(got.has("volumes"));
}

BOOST_DATA_TEST_CASE(links_are_second_names, boost::unit_test::data::make(kVersions)) {
  RarMember link = {"link", "here"};
  link.is_link = true;
  const Told got = of(sample.make({a, link, c}, 0));
  BOOST_TEST(got.messages == (Names{"a", "c"}), boost::test_tools::per_element());
  BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
  BOOST_TEST((got.problems[0].trouble == Trouble::again));
}

// The bytes are none that such a method makes.
BOOST_DATA_TEST_CASE(what_cannot_be_unpacked_is_told_and_the_next_one_is_read,
                     boost::unit_test::data::make(kVersions)) {
  for (unsigned method = 1; method <= 5; ++method) {
    RarMember bad = {"b", std::string(300, '\xFF')};
    bad.method = method;
    bad.claims_more = 700;
    const Told got = of(sample.make({a, bad, c}, 0));
    BOOST_TEST(got.messages == (Names{"a", "c"}), boost::test_tools::per_element());
    BOOST_REQUIRE(!got.problems.empty());
    BOOST_TEST(*got.problems[0].source == folder / "x/b");
    BOOST_TEST((got.problems[0].trouble == Trouble::damaged));
  }
}

BOOST_DATA_TEST_CASE(what_is_cut_off_is_never_silent, boost::unit_test::data::make(kVersions)) {
  const std::string whole = sample.make({a, b, c}, 0);
  const std::string begin = sample.make({}, 0);
  for (std::size_t size = 8; size < whole.size(); size += test::kNextPlace) {
    const Told got = of(whole.substr(0, size));
    BOOST_TEST_INFO("cut to " << size);
    BOOST_TEST(!got.problems.empty());
    BOOST_TEST(got.messages.size() <= 3U);
  }
}

// Of each byte one bit, and all bits: the same is read, or something is told.
BOOST_DATA_TEST_CASE(no_flip_is_silent, boost::unit_test::data::make(kVersions)) {
  const std::string whole = sample.make({a, b, c}, 0);
  for (std::size_t at = 0; at < whole.size(); at += test::kNextPlace) {
    std::string bad = whole;
    bad[at] = static_cast<char>(bad[at] ^ (at % 2 == 0 ? 1 << at % 8 : 0xFF));
    // By its name it is one, where the first bytes are not those of any.
    const Told got = told(folder.write("x.rar", bad));
    BOOST_TEST_INFO("byte " << at << " of " << whole.size());
    BOOST_TEST((got.messages == Names{"a", "b", "c"} || !got.problems.empty()));
    BOOST_TEST(!got.has("crashed"));
  }
}

BOOST_DATA_TEST_CASE(what_stands_behind_the_end_is_told, boost::unit_test::data::make(kVersions)) {
  const std::string whole = sample.make({a}, 0);
  BOOST_TEST(of(whole + std::string(100, '\0')).problems.empty());
  const Told got = of(whole + whole);
  BOOST_TEST(got.has("belong to no member"));
}

BOOST_AUTO_TEST_SUITE_END()

// Where there is no packer either.
BOOST_AUTO_TEST_CASE(seven_zips_of_the_test_data_are_read) {
  const auto files = test::files_below(test::data_dir() / "seven_zip");
  BOOST_TEST(files.size() == 7U);
  for (const std::filesystem::path& file : files) {
    Told got = told(file.string());
    std::sort(got.messages.begin(), got.messages.end());
    BOOST_TEST_INFO(file);
    BOOST_TEST(got.messages == (Names{"one", "two"}), boost::test_tools::per_element());
    BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
    BOOST_TEST((got.problems[0].trouble == Trouble::empty));
  }
}

// To 7-Zip it is one.
BOOST_FIXTURE_TEST_CASE(a_file_of_a_7z_that_calls_itself_another_thing_is_read, Fixture) {
  for (const std::uint32_t mode : {0100644, 0040755, 0010644, 0060644}) {
    Told got = of(test::seven_zip_of_mode(mode, 0x20));
    std::sort(got.messages.begin(), got.messages.end());
    BOOST_TEST(got.messages == (Names{"one", "two"}), boost::test_tools::per_element());
    BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
    BOOST_TEST((got.problems[0].trouble == Trouble::empty));
  }
}

BOOST_FIXTURE_TEST_SUITE(seven_zip, Boxes, *boost::unit_test::label("packers"))

BOOST_DATA_TEST_CASE(every_method_is_read, boost::unit_test::data::make(kMethods)) {
  for (const char* solid : {" -ms=on", " -ms=off"}) {
    if (!make(sample.options + std::string(solid))) return;
    const Told got = told(folder / "x.7z");
    BOOST_TEST(got.messages == all, boost::test_tools::per_element());
    BOOST_TEST(got.problems.empty());
    BOOST_TEST(got.sources.at(7) == folder / "x.7z/box/sub/d");
  }
}

BOOST_AUTO_TEST_CASE(names_may_be_any_of_unicode) {
  for (const char* name : {"n/\xC3\xBC", "n/\xE6\x97\xA5\xE6\x9C\xAC", "n/\xF0\x9F\x93\xA7"})
    folder.write(name, "Subject: x\n\n");
  if (!make("", "n")) return;
  Names sources = told(folder / "x.7z").sources;
  std::sort(sources.begin(), sources.end());
  BOOST_TEST(
      sources == (Names{folder / "x.7z/n/\xC3\xBC", folder / "x.7z/n/\xE6\x97\xA5\xE6\x9C\xAC",
                        folder / "x.7z/n/\xF0\x9F\x93\xA7"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_encrypted_is_told) {
  if (!make("-psecret")) return;
  Told got = told(folder / "x.7z");
  BOOST_TEST(got.messages.empty());
  BOOST_TEST(got.problems.size() == 4U);
  for (const archive::Item& problem : got.problems)
    BOOST_TEST((problem.trouble == Trouble::encrypted));
  if (!make("-psecret -mhe=on")) return;
  got = told(folder / "x.7z");
  BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
  BOOST_TEST((got.problems[0].trouble == Trouble::encrypted));
  BOOST_TEST(got.has("names of its members"));
}

BOOST_AUTO_TEST_CASE(damage_in_one_member_does_not_reach_the_next) {
  for (const char* method : {"-m0=LZMA2", "-m0=BZip2", "-m0=PPMd", "-m0=Deflate", "-m0=Copy"}) {
    if (!make(std::string("-ms=off ") + method)) return;
    std::string bad = test::read_file(folder / "x.7z");
    // In the middle of the first member.
    for (std::size_t at = bad.size() / 8; at < bad.size() / 8 + 60; ++at)
      bad[at] = static_cast<char>(bad[at] ^ 0x55);
    const Told got = told(folder.write("bad.7z", bad));
    BOOST_TEST_INFO(method);
    BOOST_TEST(!got.problems.empty());
    for (const archive::Item& problem : got.problems)
      BOOST_TEST(*problem.source == folder / "bad.7z/box/a");
    BOOST_TEST(got.messages.size() >= 6U);
    BOOST_TEST(
        Names(got.messages.end() - 6, got.messages.end()) == Names(all.begin() + 2, all.end()),
        boost::test_tools::per_element());
  }
}

// Blocks of two files each.
BOOST_AUTO_TEST_CASE(damage_in_a_solid_block_does_not_reach_the_next) {
  for (const char* method : {"-m0=BZip2", "-m0=LZMA"}) {
    if (!make(std::string("-ms=2f ") + method)) return;
    std::string bad = test::read_file(folder / "x.7z");
    for (std::size_t at = bad.size() / 8; at < bad.size() / 8 + 60; ++at)
      bad[at] = static_cast<char>(bad[at] ^ 0x55);
    const Told got = told(folder.write("bad.7z", bad));
    BOOST_TEST_INFO(method);
    BOOST_REQUIRE(got.problems.size() >= 2U);
    BOOST_TEST(*got.problems.front().source == folder / "bad.7z/box/a");
    BOOST_TEST(*got.problems.back().source == folder / "bad.7z/box/b");
    BOOST_REQUIRE(got.messages.size() >= 4U);
    BOOST_TEST(
        Names(got.messages.end() - 4, got.messages.end()) == Names(all.begin() + 4, all.end()),
        boost::test_tools::per_element());
  }
}

// Of many that are packed together each is told, and what is packed behind them is read.
BOOST_AUTO_TEST_CASE(many_behind_damage_in_a_solid_block_are_told_each) {
  std::filesystem::remove_all(folder / "box");
  for (int i = 0; i < 300; ++i)
    folder.write("box/" + std::to_string(1000 + i),
                 "Subject: " + std::to_string(i) + "\n\n" + noise(500) + "\n");
  if (!make("-ms=100f -m0=BZip2")) return;
  std::string bad = test::read_file(folder / "x.7z");
  for (std::size_t at = 5000; at < 5060; ++at) bad[at] = static_cast<char>(bad[at] ^ 0x55);
  const Told got = told(folder.write("bad.7z", bad));
  BOOST_TEST(got.messages.size() + got.problems.size() == 300U);
  BOOST_TEST(got.messages.size() >= 200U);
  BOOST_TEST(got.messages.back() == "299");
}

// A directory at its end that is cut off, and what stands behind it.
BOOST_AUTO_TEST_CASE(a_damaged_directory_and_bytes_behind_it_are_told) {
  if (!make("")) return;
  const std::string good = test::read_file(folder / "x.7z");
  Told got = told(folder.write("y.7z", good.substr(0, good.size() - 10)));
  BOOST_TEST(got.messages.empty());
  BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
  BOOST_TEST((got.problems[0].trouble == Trouble::damaged));
  BOOST_TEST(got.problems[0].extent->length == good.size() - 10);
  got = told(folder.write("y.7z", good + "Subject: behind\n\n"));
  BOOST_TEST(got.messages == all, boost::test_tools::per_element());
  BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
  BOOST_TEST(got.problems[0].extent->begin == good.size());
  BOOST_TEST(got.problems[0].extent->length == 17U);
}

// Where it says what it is and where its directory lies, and in the directory.
BOOST_AUTO_TEST_CASE(no_flip_is_silent) {
  if (!make("-mhc=off")) return;
  const std::string good = test::read_file(folder / "x.7z");
  for (std::size_t i = 0; i < 160; ++i) {
    std::string bad = good;
    const std::size_t at = i < 32 ? i : good.size() - (i - 31);
    bad[at] = static_cast<char>(bad[at] ^ (1 << i % 8));
    const Told got = told(folder.write("y.7z", bad));
    BOOST_TEST_INFO("byte " << at << " of " << good.size());
    BOOST_TEST((got.messages == all || !got.problems.empty()));
    BOOST_TEST(!got.has("crashed"));
  }
}

BOOST_AUTO_TEST_CASE(it_may_lie_in_others_and_others_in_it) {
  if (!make("") || !run(folder, "tar czf x.tgz x.7z && mkdir out && 7z a -bd out/y.7z x.tgz"))
    return;
  const Told within = told(folder / "x.tgz"), twice = told(folder / "out/y.7z");
  BOOST_TEST(within.messages == all, boost::test_tools::per_element());
  BOOST_TEST(within.sources.at(0) == folder / "x.tgz/x.7z/box/a");
  BOOST_TEST(twice.messages == all, boost::test_tools::per_element());
  BOOST_TEST(twice.sources.at(7) == folder / "out/y.7z/x.tgz/x.7z/box/sub/d");
  BOOST_TEST(within.problems.empty());
  BOOST_TEST(twice.problems.empty());
}

BOOST_AUTO_TEST_CASE(a_message_is_found_again_and_reading_goes_on_behind_it) {
  if (!make("") || !run(folder, "tar czf x.tgz x.7z")) return;
  for (const std::string& name : {folder / "x.7z", folder / "x.tgz"}) {
    const std::vector<Got> whole = read_all({name});
    BOOST_REQUIRE_EQUAL(whole.size(), 8U);
    for (std::size_t i = 0; i < whole.size(); ++i) {
      const archive::Batch found = archive::message_at(whole[i].source, whole[i].offset);
      BOOST_REQUIRE_EQUAL(found.items.size(), 1U);
      BOOST_TEST(found.items[0].bytes == whole[i].bytes);
      archive::ReadOptions options;
      options.after = {whole[i].source, whole[i].offset, whole[i].number, 0};
      const std::vector<Got> rest = read_all({name}, options);
      const std::vector<Got> wanted(whole.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                    whole.end());
      BOOST_TEST(rest == wanted, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(slices_are_the_whole_in_its_order) {
  if (!make("") || !run(folder,
                        "mkdir all && tar czf all/2.tgz x.7z && mv x.7z all/1.7z && "
                        "cp box/a all/0 && cp box/b all/3"))
    return;
  const std::vector<Got> whole = read_all({folder / "all"});
  BOOST_REQUIRE_EQUAL(whole.size(), 20U);
  for (const std::size_t count : {2U, 3U, 7U}) {
    std::vector<Got> got;
    for (std::size_t index = 0; index < count; ++index) {
      archive::ReadOptions options;
      options.shard = {index, count};
      for (Got& each : read_all({folder / "all"}, options)) got.push_back(std::move(each));
    }
    // Numbers are not known in a slice that begins within an mbox.
    BOOST_REQUIRE_EQUAL(got.size(), whole.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      BOOST_TEST(got[i].source == whole[i].source);
      BOOST_TEST(got[i].bytes == whole[i].bytes);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_bomb_is_told) {
  folder.write("box/b", "Subject: x\n\n" + std::string(90'000'000, '\0'));
  if (!make("-mx=1 -ms=off")) return;
  archive::ReadOptions options;
  options.unpack_factor = 100;
  const Told got = told(folder / "x.7z", options);
  BOOST_TEST(got.messages == (Names{"box/a1", "box/a2"}), boost::test_tools::per_element());
  BOOST_REQUIRE_EQUAL(got.problems.size(), 2U);
  for (const archive::Item& problem : got.problems) {
    BOOST_TEST((problem.trouble == Trouble::limit));
    BOOST_TEST(problem.limit == "unpack-factor");
  }
  BOOST_TEST(*got.problems[0].source == folder / "x.7z/box/b");
  BOOST_TEST(*got.problems[1].source == folder / "x.7z");
}

BOOST_AUTO_TEST_CASE(what_was_read_and_what_was_not_adds_up) {
  if (!make("")) return;
  archive::ReadOptions options;
  options.account = options.measure = true;
  archive::SourceReader reader({folder / "x.7z"}, options);
  std::size_t members = 0;
  bool has_archive = false;
  while (const auto batch = reader.next())
    for (const archive::Item& item : batch->items) {
      if (!item.end) continue;
      if (item.end->kind == "archive") {
        has_archive = true;
        BOOST_TEST(item.end->bytes == std::filesystem::file_size(folder / "x.7z"));
      } else {
        ++members;
        BOOST_TEST(item.end->bytes == std::filesystem::file_size(folder / "box/a") +
                                          (item.source->ends_with("sub/d") ? 8U : 0U));
        BOOST_TEST(item.end->messages == 2U);
      }
    }
  BOOST_TEST(has_archive);
  BOOST_TEST(members == 4U);
  BOOST_TEST(reader.progress().done == std::filesystem::file_size(folder / "x.7z"));
  BOOST_TEST(reader.progress().total.value() == reader.progress().done);
}

BOOST_AUTO_TEST_CASE(a_program_of_its_own_that_is_not_there_is_told) {
  if (!make("")) return;
  const Variable none("BASEWALK_WORKER", folder / "absent");
  const Told got = told(folder / "x.7z");
  BOOST_TEST(got.messages.empty());
  BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
  BOOST_TEST((got.problems[0].trouble == Trouble::no_reader));
  BOOST_TEST(got.problems[0].extent->length == std::filesystem::file_size(folder / "x.7z"));
  BOOST_TEST(got.has("unpack it with another program first"));
}

BOOST_AUTO_TEST_CASE(a_temporary_file_that_cannot_be_had_is_told) {
  if (!make("") || !run(folder, "tar czf x.tgz x.7z")) return;
  const Variable none("TMPDIR", folder / "absent");
  BOOST_TEST(told(folder / "x.7z").messages.size() == 8U);
  const Told got = told(folder / "x.tgz");
  BOOST_TEST(got.messages.empty());
  BOOST_REQUIRE_EQUAL(got.problems.size(), 1U);
  BOOST_TEST(got.problems[0].worth_a_retry);
  BOOST_TEST(got.has("temporary file in " + folder / "absent"));
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

// So many bytes, the last of which are lost where `fails`.
class Bytes final : public archive::ByteStream {
 public:
  Bytes(std::size_t size, bool fails) : size_(size), fails_(fails) {}
  std::size_t read(char* into, std::size_t size) override {
    const std::size_t count = std::min(size, size_ - at_);
    std::fill_n(into, count, 'b');
    at_ += count;
    if (count == 0 && fails_) failure_ = archive::Failure{"is lost", false, Trouble::damaged};
    return count;
  }
  std::uint64_t place(std::uint64_t) override { return 0; }

 private:
  std::size_t size_, at_ = 0;
  bool fails_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(spool)

BOOST_AUTO_TEST_CASE(it_holds_all_bytes_and_says_which_are_lost) {
  for (const bool fails : {false, true}) {
    Bytes bytes(1'000'000, fails);
    archive::Spooled spooled;
    archive::spool("head", bytes, spooled);
    BOOST_TEST(spooled.size == 1'000'004U);
    BOOST_TEST(spooled.failures.size() == (fails ? 1U : 0U));
    std::string got(10, '\0');
    BOOST_TEST(::pread(spooled.file.number(), got.data(), got.size(), 0) == 10);
    BOOST_TEST(got == "headbbbbbb");
  }
}

BOOST_AUTO_TEST_CASE(it_has_a_longest) {
  Bytes bytes(1'000'000, false);
  archive::Spooled spooled;
  archive::spool("", bytes, spooled, 999'999);
  BOOST_TEST(!spooled.file.is_open());
  BOOST_REQUIRE_EQUAL(spooled.failures.size(), 1U);
  BOOST_TEST((spooled.failures[0].trouble == Trouble::limit));
}

// What a full disk does as well: no more can be written.
BOOST_AUTO_TEST_CASE(a_disk_that_is_full_is_told) {
  struct rlimit was {};
  BOOST_REQUIRE_EQUAL(::getrlimit(RLIMIT_FSIZE, &was), 0);
  const auto signal = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit few = was;
  few.rlim_cur = 500'000;
  BOOST_REQUIRE_EQUAL(::setrlimit(RLIMIT_FSIZE, &few), 0);
  Bytes bytes(1'000'000, false);
  archive::Spooled spooled;
  archive::spool("", bytes, spooled);
  ::setrlimit(RLIMIT_FSIZE, &was);
  std::signal(SIGXFSZ, signal);
  BOOST_TEST(!spooled.file.is_open());
  BOOST_REQUIRE_EQUAL(spooled.failures.size(), 1U);
  BOOST_TEST(spooled.failures[0].worth_a_retry);
  BOOST_TEST(spooled.failures[0].problem.find("temporary file") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
