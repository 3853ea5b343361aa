// SPDX-License-Identifier: MIT
//
// What is packed and damaged: nothing is lost in silence, and what lies outside the damage is read.
#include <archive.h>
#include <archive_entry.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <random>
#include <set>

#include "archive/packed/unpacked.h"
#include "archive/read_all.h"
#include "support/files.h"
#include "support/folder.h"
#include "support/skip.h"

// Within it "archive" is the layer, and not the struct of libarchive.
namespace basewalk {
namespace {

using test::Folder;

struct Outcome {
  std::vector<std::string> messages;
  std::vector<archive::Item> problems;  // without their bytes
  bool operator==(const Outcome& other) const {
    return messages == other.messages && problems.size() == other.problems.size();
  }
  bool has_failed() const {
    for (const archive::Item& problem : problems)
      if (!archive::is_skip(problem.trouble)) return true;
    return false;
  }
  // All that was packed is different.  (In a block of bzip2 whose check sum is wrong, and said to
  // be, one changed bit may make a row of bytes come again: it is how that sorts them.)
  bool gives_twice(const std::string& name) const {
    if (name == ".bz2" && has(archive::Trouble::doubtful)) return false;
    return std::set<std::string>(messages.begin(), messages.end()).size() < messages.size();
  }
  bool has(archive::Trouble trouble) const {
    for (const archive::Item& problem : problems)
      if (problem.trouble == trouble) return true;
    return false;
  }
};

Outcome outcome_of(const std::string& name, archive::ReadOptions options = {}) {
  archive::SourceReader reader({name}, std::move(options));
  Outcome outcome;
  while (const std::optional<archive::Batch> batch = reader.next())
    for (const archive::Item& item : batch->items) {
      if (item.problem.empty()) {
        outcome.messages.emplace_back(item.bytes);
      } else {
        outcome.problems.push_back(item);
        outcome.problems.back().bytes = {};
      }
    }
  return outcome;
}

constexpr std::size_t kMessages = 240, kFrames = 8;

// With headers, so that they are mail, and bodies that no packer makes much shorter.
std::vector<std::string> some_messages() {
  std::mt19937 random(1808);
  std::vector<std::string> messages;
  for (std::size_t i = 0; i < kMessages; ++i) {
    std::string message = "Subject: " + std::to_string(i) + "\n\n";
    for (std::size_t j = 0, n = 200 + random() % 3000; j < n; ++j)
      message += j % 60 == 59 ? '\n' : static_cast<char>('a' + random() % 26);
    messages.push_back(message + "\n");
  }
  return messages;
}

bool run(const Folder& folder, const std::string& command) {
  return std::system(
             ("cd '" + folder.path().string() + "' && " + command + " 2>/dev/null").c_str()) == 0;
}

struct Way {
  const char* name;     // what such a file's ends with
  const char* command;  // makes "x" of "frame-0" ... and of the folder "m"
  std::size_t pieces;   // that can be read each for itself, with as many messages; 0: none
  bool checks;          // that all bytes are what they were
};
std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.command; }

const Way kWays[] = {
    {".gz", "for f in frame-*; do gzip -c $f; done >x", kFrames, true},
    {".xz", "for f in frame-*; do xz -0 -c $f; done >x", kFrames, true},
    {".bz2", "for f in frame-*; do bzip2 -c $f; done >x", kFrames, true},
    {".zst", "for f in frame-*; do zstd -qc $f; done >x", kFrames, true},
    {".lz4", "for f in frame-*; do lz4 -qc $f; done >x", kFrames, true},
    {".xz", "cat frame-* | xz -0 --block-size=40000 -c >x", 10, true},
    {".bz2", "cat frame-* | bzip2 -1 -c >x", 3, true},
    {".xz", "cat frame-* | xz -0 -c >x", 0, true},
    {".gz", "cat frame-* | gzip -c >x", 0, true},
    {".zip", "zip -qr y m && mv y.zip x", 0, true},
    {".zip", "zip -0qr y m && mv y.zip x", 0, true},
    {".zip", "zip -qr - m | cat >x", 0, true},
    {".7z", "7z a -bso0 -bd -mmt=1 -ms=off y.7z m && mv y.7z x", 0, true},
    {".7z", "7z a -bso0 -bd -mmt=1 -ms=on y.7z m && mv y.7z x", 0, true},
    {".7z", "7z a -bso0 -bd -mmt=1 -m0=BZip2 y.7z m && mv y.7z x", 0, true},
    {".7z", "7z a -bso0 -bd -mmt=1 -m0=PPMd -ms=off y.7z m && mv y.7z x", 0, true},
    {".7z", "7z a -bso0 -bd -mmt=1 -m0=Copy y.7z m && mv y.7z x", 0, true},
    {".tgz", "7z a -bso0 -bd -mmt=1 y.7z m && tar czf x y.7z", 0, true},
    {".tar", "tar cf x m", 0, false},
    {".tgz", "tar czf x m", 0, true},
    {".tar.zst", "tar cf y m && split -n 8 y part. && for f in part.*; do zstd -qc $f; done >x", 0,
     true},
};

// What a packer makes of the messages, as bytes; empty where there is no such packer.
std::string packed(const Folder& folder, const Way& way) {
  const std::vector<std::string> messages = some_messages();
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    std::string text;
    for (std::size_t i = 0; i < kMessages / kFrames; ++i)
      text += "From a@b.example Thu Nov 19 10:00:00 2026\n" +
              messages[frame * (kMessages / kFrames) + i] + "\n";
    folder.write("frame-" + std::to_string(frame), text);
  }
  for (std::size_t i = 0; i < kMessages; ++i)
    folder.write("m/" + std::to_string(1000 + i), messages[i]);
  if (!run(folder, way.command)) return {};
  return test::read_file(folder / "x");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(damage, *boost::unit_test::label("packers"))

BOOST_DATA_TEST_CASE(one_flipped_bit_is_never_silent, boost::unit_test::data::make(kWays)) {
  const Folder folder;
  const std::string good = packed(folder, sample);
  if (good.empty()) {
    test::skip("no program for " + std::string(sample.command));
    return;
  }
  const Outcome whole = outcome_of(folder / "x");
  BOOST_TEST(whole.messages.size() == kMessages);
  BOOST_TEST(whole.problems.size() == 0U);
  const std::set<std::string> known(whole.messages.begin(), whole.messages.end());
  std::mt19937 random(822);
  for (int i = 0; i < 24; ++i) {
    std::string bad = good;
    // The first bytes say what it is; see the next test.
    const std::size_t at = 64 + random() % (bad.size() - 64);
    bad[at] = static_cast<char>(bad[at] ^ (1 << random() % 8));
    const Outcome outcome = outcome_of(folder.write("x", bad));
    BOOST_TEST_INFO(sample << ", byte " << at);
    BOOST_TEST(!outcome.gives_twice(sample.name));
    if (outcome.has_failed() || !sample.checks) {
      // A doubt says that something in it is not as it was; all else is what it was.
      std::size_t strange = 0;
      for (const std::string& message : outcome.messages) strange += known.count(message) == 0;
      if (sample.checks && !outcome.has(archive::Trouble::doubtful))
        BOOST_TEST(strange <= (sample.pieces > 0 ? 1U : 0U) + outcome.problems.size());
    } else {
      BOOST_TEST((outcome == whole));
    }
    if (sample.pieces > 0)
      BOOST_TEST(outcome.messages.size() >= kMessages - kMessages / sample.pieces - 3);
    for (const archive::Item& problem : outcome.problems)
      if (problem.extent)
        BOOST_TEST(problem.extent->begin + problem.extent->length <= bad.size() + 8);
  }
}

BOOST_DATA_TEST_CASE(what_is_cut_off_is_never_silent, boost::unit_test::data::make(kWays)) {
  const Folder folder;
  const std::string good = packed(folder, sample);
  if (good.empty()) {
    test::skip("no program for " + std::string(sample.command));
    return;
  }
  const Outcome whole = outcome_of(folder / "x");
  std::mt19937 random(2045);
  for (int i = 0; i < 16; ++i) {
    const std::size_t size = 600 + random() % (good.size() - 600);
    const Outcome outcome = outcome_of(folder.write("x", good.substr(0, size)));
    BOOST_TEST_INFO(sample << ", cut to " << size);
    // At the end of a frame nothing says that there was more; but of an archive its end does.
    if (!outcome.has_failed()) {
      BOOST_TEST(sample.pieces == kFrames);
      BOOST_TEST((outcome.messages.size() % (kMessages / kFrames) == 0 || outcome == whole));
    }
    std::size_t i_same = 0;
    while (i_same < outcome.messages.size() && i_same < whole.messages.size() &&
           outcome.messages[i_same] == whole.messages[i_same])
      ++i_same;
    BOOST_TEST(i_same == outcome.messages.size());
  }
}

// The first bytes say what it is.  Where they are damaged the name does.
BOOST_DATA_TEST_CASE(damage_in_the_first_bytes_is_never_silent,
                     boost::unit_test::data::make(kWays)) {
  const Folder folder;
  const std::string good = packed(folder, sample);
  if (good.empty()) {
    test::skip("no program for " + std::string(sample.command));
    return;
  }
  const Outcome whole = outcome_of(folder / "x");
  for (std::size_t at = 0; at < 64; at += at < 14 ? 1 : 7) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
    const std::string name = folder.write("box/x" + std::string(sample.name), bad);
    BOOST_TEST_INFO(sample << ", byte " << at);
    // In a folder, where what is no mail is passed over.
    const Outcome outcome = outcome_of(folder / "box");
    BOOST_TEST(!outcome.gives_twice(sample.name));
    if (sample.checks)
      BOOST_TEST((outcome.has_failed() || outcome == whole));
    else
      BOOST_TEST(outcome.messages.size() >= kMessages - 1);
    // What is unpacked otherwise than it was may not look like a mailbox any more.
    if (sample.pieces > 0 && !outcome.has(archive::Trouble::doubtful))
      BOOST_TEST(outcome.messages.size() >= kMessages - kMessages / sample.pieces - 3);
  }
}

// A hole, or bytes that are none of it: what is before and behind is read.
BOOST_DATA_TEST_CASE(bytes_that_are_missing_or_too_many, boost::unit_test::data::make(kWays)) {
  const Folder folder;
  const std::string good = packed(folder, sample);
  if (good.empty()) {
    test::skip("no program for " + std::string(sample.command));
    return;
  }
  const Outcome whole = outcome_of(folder / "x");
  std::mt19937 random(2557);
  for (int i = 0; i < 9; ++i) {
    const std::size_t at = 64 + random() % (good.size() - 2064), count = 1 + random() % 1000;
    std::string bad = good;
    if (i % 3 == 0) bad.erase(at, count);
    if (i % 3 == 1) bad.insert(at, std::string(count, '\0'));
    if (i % 3 == 2)
      for (std::size_t j = 0; j < count; ++j) bad[at + j] = static_cast<char>(random());
    const Outcome outcome = outcome_of(folder.write("x", bad));
    BOOST_TEST_INFO(sample << ", " << count << " bytes at " << at << ", way " << i % 3);
    BOOST_TEST(!outcome.gives_twice(sample.name));
    if (sample.checks) BOOST_TEST((outcome.has_failed() || outcome == whole));
    if (sample.pieces > 0)
      BOOST_TEST(outcome.messages.size() >= kMessages - 2 * kMessages / sample.pieces - 3);
  }
}

// What was read before an interruption is not read again, and nothing else is left out.
BOOST_DATA_TEST_CASE(reading_goes_on_behind_damage, boost::unit_test::data::make(kWays)) {
  const Folder folder;
  const std::string good = packed(folder, sample);
  if (good.empty()) {
    test::skip("no program for " + std::string(sample.command));
    return;
  }
  std::string bad = good;
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 0x55);
  const std::string name = folder.write("x", bad);
  const std::vector<test::Got> all = test::read_all({name});
  for (std::size_t i = 0; i < all.size(); i += 29) {
    if (!all[i].problem.empty()) continue;
    archive::ReadOptions options;
    options.after = {all[i].source, all[i].offset, all[i].number, 0};
    std::vector<std::string> rest, wanted;
    for (const test::Got& got : test::read_all({name}, options))
      if (got.problem.empty()) rest.push_back(got.bytes);
    for (std::size_t j = i + 1; j < all.size(); ++j)
      if (all[j].problem.empty()) wanted.push_back(all[j].bytes);
    BOOST_TEST_INFO(sample << ", behind " << i);
    BOOST_TEST(rest == wanted, boost::test_tools::per_element());
  }
}

// Behind whatever was told of the first, all that is behind is read and told.
void check_going_on(const std::vector<std::string>& names) {
  const std::vector<test::Got> all = test::read_all(names);
  BOOST_TEST_REQUIRE(all.size() >= 2U);
  BOOST_TEST(all.back().problem.empty());
  for (const test::Got& last : all) {
    archive::ReadOptions options;
    options.after = {last.source, last.offset, last.number, {}};
    const std::vector<test::Got> rest = test::read_all(names, options);
    BOOST_TEST_INFO("behind " << last);
    BOOST_TEST_REQUIRE(rest.size() < all.size());
    const auto behind = all.end() - static_cast<std::ptrdiff_t>(rest.size());
    BOOST_TEST(rest == std::vector<test::Got>(behind, all.end()), boost::test_tools::per_element());
    // Of one place several things may be told, and between them nothing is gone on behind.
    BOOST_TEST(std::prev(behind)->source == last.source);
    BOOST_TEST(std::prev(behind)->offset == last.offset);
  }
}

// What is no mail is read to its end, and its damage is told on the way; the next source is mail.
BOOST_DATA_TEST_CASE(reading_goes_on_behind_what_was_told_of_no_mail,
                     boost::unit_test::data::make({"gzip", "bzip2", "xz", "zstd -q", "lzip"}),
                     program) {
  const Folder folder;
  std::string text;
  for (const std::string& message : some_messages()) text += "(no mail) " + message;
  folder.write("text", text);
  if (!run(folder, std::string(program) + " -c text >whole")) {
    test::skip("no program for " + std::string(program));
    return;
  }
  const std::string mail = folder.write("mail", "Subject: x\n\nhttp://a.example/\n");
  std::string bad = test::read_file(folder / "whole");
  for (std::size_t part = 1; part < 4; ++part) bad[bad.size() * part / 4] ^= 0x55;
  for (const std::string& name :
       {folder / "whole", folder.write("bad", bad), folder.write("cut", bad.substr(0, 5000))}) {
    check_going_on({name, mail});
  }
}

// Nothing of it is mail, and two of its members are damaged.
BOOST_AUTO_TEST_CASE(each_damage_behind_the_place_to_go_on_at_is_told) {
  const Folder folder;
  const std::string mail = folder.write("mail", "Subject: x\n\nhttp://a.example/\n");
  const std::string empty("LZIP\x01\0\0\0\0\0\0\0\0", 13),
      rest("o\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 15);
  check_going_on({folder.write("cut", empty + empty.substr(0, 5) + rest), mail});
  const std::string some("LZIP\x01\x36\0\0\0\0\0\0\0Fro", 16), high(11, '\xFF');
  check_going_on({folder.write("bad", some + high + '\0' + "\xFC\xFF\xFF\xFFm: a"), mail});
}

// Damage in the first bytes has been told; that the message to go on behind is gone has not.
BOOST_AUTO_TEST_CASE(what_became_shorter_is_told_behind_damage_too) {
  const Folder folder;
  std::string bytes = packed(folder, kWays[0]);
  if (bytes.empty()) {
    test::skip("no gzip");
    return;
  }
  bytes[20] = static_cast<char>(bytes[20] ^ 0x55);
  const std::string name = folder.write("x", bytes);
  const std::vector<test::Got> all = test::read_all({name});
  BOOST_TEST_REQUIRE(!all.empty());
  BOOST_TEST(!all.front().problem.empty());
  BOOST_TEST(all.back().problem.empty());
  archive::ReadOptions options;
  options.after = {all.back().source, all.back().offset, all.back().number, {}};
  BOOST_TEST(test::read_all({name}, options).empty());
  folder.write("x", bytes.substr(0, bytes.size() / 2));
  const std::vector<test::Got> rest = test::read_all({name}, options);
  BOOST_TEST(std::any_of(rest.begin(), rest.end(), [](const test::Got& got) {
    return got.problem.find("has become shorter") != std::string::npos ||
           got.problem.find("is cut off") != std::string::npos;
  }));
  for (const test::Got& got : rest) BOOST_TEST(!got.problem.empty());
}

// What is wrong with an archive is told before its messages, and may fill a batch of its own.
BOOST_AUTO_TEST_CASE(one_message_is_found_behind_what_is_in_doubt) {
  const Folder folder;
  const std::string message = "Subject: x\n\n" + std::string(3000, 'y') + "\n";
  folder.write("m", message);
  if (!run(folder, "zip -0q x.zip m")) {
    test::skip("no zip");
    return;
  }
  // Without the end of its directory.
  const std::string zip = test::read_file(folder / "x.zip");
  const std::string name = folder.write("x.zip", zip.substr(0, zip.size() - 22));
  archive::ReadOptions options;
  for (const std::size_t batch : {std::size_t{1} << 20, std::size_t{4096}}) {
    options.batch_bytes = batch;
    const archive::Batch found = archive::message_at(name + "/m", 0, options);
    BOOST_TEST_REQUIRE(!found.items.empty());
    BOOST_TEST(found.items.back().bytes == message, batch);
    for (std::size_t i = 0; i + 1 < found.items.size(); ++i)
      BOOST_TEST((found.items[i].trouble == archive::Trouble::doubtful));
  }
}

// What was lost before a message is told of the whole, and not of that message alone.
BOOST_DATA_TEST_CASE(one_message_is_found_behind_what_is_lost, boost::unit_test::data::make(kWays),
                     way) {
  const Folder folder;
  std::string bytes = packed(folder, way);
  if (bytes.empty()) {
    test::skip("nothing packs so");
    return;
  }
  // Two places, so that what is told before a message is more than one thing.
  for (const std::size_t at : {bytes.size() / 4, bytes.size() / 3})
    bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
  const std::string name = folder.write(std::string("d") + way.name, bytes);
  const std::vector<test::Got> all = test::read_all({name});
  std::size_t messages = 0;
  for (std::size_t i = 0; i < all.size(); i += i < 10 || i + 10 > all.size() ? 1 : 29) {
    if (!all[i].problem.empty()) continue;
    ++messages;
    // What is left of one in the middle is none.
    BOOST_TEST((way.pieces == 0 || all[i].bytes.starts_with("From a@b.example ")));
    const archive::Batch found = archive::message_at(all[i].source, all[i].offset);
    BOOST_TEST_REQUIRE(!found.items.empty());
    BOOST_TEST((found.items.back().bytes == all[i].bytes));
    for (std::size_t j = 0; j + 1 < found.items.size(); ++j)
      BOOST_TEST((found.items[j].trouble == archive::Trouble::doubtful), found.items[j].problem);
  }
  BOOST_TEST((messages > 0 || way.pieces == 0));
  // Nor is another message given for the first, where that is lost.
  for (const test::Got& got : all) {
    if (got.problem.empty() || got.offset != 0 || way.pieces == 0) continue;
    const archive::Batch found = archive::message_at(got.source, 0);
    BOOST_TEST_REQUIRE(!found.items.empty());
    BOOST_TEST(!found.items.back().problem.empty());
    break;
  }
}

// What its name alone says to be an archive is one for who names a member, too, and goes on behind.
BOOST_AUTO_TEST_CASE(members_of_what_is_an_archive_by_its_name_are_found_again) {
  const Folder folder;
  folder.write("m", "Subject: x\n\ny\n");
  folder.write("n", "Subject: z\n\ny\n");
  if (!run(folder, "zip -0q x.zip m n")) {
    test::skip("no zip");
    return;
  }
  const std::string name = folder.write("x.zip", "A: 1\n\n" + test::read_file(folder / "x.zip"));
  // What stands before it, and the two.
  const std::vector<test::Got> all = test::read_all({name});
  BOOST_TEST_REQUIRE(all.size() == 3U);
  BOOST_TEST(test::read_all({name + "/n"}) == (std::vector<test::Got>{all[0], all[2]}),
             boost::test_tools::per_element());
  archive::ReadOptions options;
  options.after = archive::Position{name + "/m", 0, 1, 0};
  BOOST_TEST(test::read_all({name}, options) == std::vector<test::Got>{all[2]},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_bomb_is_told_and_takes_no_memory) {
  const Folder folder;
  if (!run(folder, "{ printf 'Subject: x\\n\\n'; head -c 200000000 /dev/zero; } | zstd -qc >x")) {
    test::skip("no zstd");
    return;
  }
  const Outcome outcome = outcome_of(folder / "x");
  BOOST_TEST(outcome.messages.empty());
  BOOST_TEST_REQUIRE(outcome.problems.size() == 1U);
  BOOST_TEST((outcome.problems[0].trouble == archive::Trouble::limit));
  BOOST_TEST(outcome.problems[0].limit == "unpack-factor");
  archive::ReadOptions options;
  options.unpack_factor = 1'000'000;
  BOOST_TEST(outcome_of(folder / "x", options).messages.size() == 1U);
}

// 5,950 bytes: eight zips in each of eight zips in each of eight, of which each has 50 MB.
BOOST_AUTO_TEST_CASE(what_is_packed_in_one_file_counts_together) {
  const std::string name =
      (test::data_dir() / "documents/archive/hostile-zip-nested-bomb.zip").string();
  archive::ReadOptions options;
  options.account = true;
  const Outcome outcome = outcome_of(name, options);
  std::vector<std::string> over;
  for (const archive::Item& item : outcome.problems)
    if (item.trouble == archive::Trouble::limit) {
      BOOST_TEST(item.limit == "unpack-factor");
      over.push_back(item.source->substr(name.size()));
    }
  const std::vector<std::string> all{"/0.zip/0.zip/1.zip/x.html", "/0.zip/0.zip/1.zip",
                                     "/0.zip/0.zip", "/0.zip", ""};
  BOOST_TEST(over == all, boost::test_tools::per_element());
  // All that is not read of the file is said.
  BOOST_REQUIRE(outcome.problems.back().extent);
  BOOST_TEST(outcome.problems.back().extent->begin + outcome.problems.back().extent->length ==
             5950U);
}

BOOST_AUTO_TEST_CASE(what_is_packed_twice_counts_against_the_file) {
  const Folder folder;
  // Each layer alone is below the limit.
  if (!run(folder,
           "{ printf 'Subject: x\\n\\n'; head -c 200000000 /dev/zero; } | gzip -c | gzip -c "
           ">x")) {
    test::skip("no gzip");
    return;
  }
  const Outcome outcome = outcome_of(folder / "x");
  BOOST_TEST(outcome.messages.empty());
  BOOST_TEST(outcome.has(archive::Trouble::limit));
  archive::ReadOptions options;
  options.unpack_factor = 1'000'000;
  BOOST_TEST(outcome_of(folder / "x", options).messages.size() == 1U);
}

// Its 16 bits stand for up to 65,000 equal bytes.
BOOST_AUTO_TEST_CASE(what_compress_made_is_bounded) {
  const Folder folder;
  const std::string name = folder / "x.Z";
  ::archive* const packer = ::archive_write_new();
  ::archive_write_set_format_raw(packer);
  ::archive_write_add_filter_compress(packer);
  BOOST_REQUIRE_EQUAL(::archive_write_open_filename(packer, name.c_str()), ARCHIVE_OK);
  archive_entry* const entry = ::archive_entry_new();
  ::archive_entry_set_pathname(entry, "x");
  ::archive_entry_set_filetype(entry, AE_IFREG);
  BOOST_REQUIRE_EQUAL(::archive_write_header(packer, entry), ARCHIVE_OK);
  ::archive_entry_free(entry);
  const std::string head = "Subject: x\n\n", zeros(1'000'000, '\0');
  ::archive_write_data(packer, head.data(), head.size());
  for (int i = 0; i < 200; ++i) ::archive_write_data(packer, zeros.data(), zeros.size());
  BOOST_REQUIRE_EQUAL(::archive_write_free(packer), ARCHIVE_OK);
  const Outcome outcome = outcome_of(name);
  BOOST_TEST(outcome.messages.empty());
  BOOST_TEST_REQUIRE(outcome.problems.size() == 1U);
  BOOST_TEST((outcome.problems[0].trouble == archive::Trouble::limit));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace basewalk
