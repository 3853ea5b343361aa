// SPDX-License-Identifier: MIT
#include "archive/slice.h"

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <random>

#include "archive/box/mbox_splitter.h"
#include "archive/made_packed.h"
#include "archive/read_all.h"
#include "basewalk/archive/mbox.h"
#include "support/folder.h"
#include "support/little.h"
#include "text/number.h"

using namespace basewalk;
using test::Folder;
using test::Got;
using test::read_all;

namespace {

#define DATE "Thu Nov 19 10:00:00 2026"

// A message of an mbox of any dialect, well made or not.
std::string message(std::mt19937& random) {
  std::string body;
  const std::size_t lines = random() % 40;
  for (std::size_t i = 0; i < lines; ++i) {
    switch (random() % 12) {
      case 0:
        body += "From b " DATE "\nB: 2\nContent-Length: " + std::to_string(random() % 900) + "\n\n";
        break;
      case 1:
        body += "\nFrom c\nC: 3\n";
        break;
      case 2:
        body += ">From d " DATE "\n";
        break;
      case 3:
        body += "\r\n";
        break;
      default:
        body += std::string(random() % 70, 'x') + "\n";
    }
  }
  std::string text = "From a " DATE "\nA: 1\n";
  if (random() % 2 == 0) {
    const std::size_t lie = random() % 4 == 0 ? random() % 2000 : body.size();
    text += "Content-Length: " + std::to_string(lie) + "\n";
  }
  text += "\n" + body;
  return random() % 8 == 0 ? text : text + "\n";
}

std::string mbox(std::mt19937& random, std::size_t messages) {
  std::string text;
  for (std::size_t i = 0; i < messages; ++i) text += message(random);
  return text;
}

// `step`: a larger one tries fewer counts, for what is slow to read.
void check_slices(const std::vector<std::string>& names, std::size_t step = 1,
                  archive::ReadOptions options = {}) {
  const std::vector<Got> whole = read_all(names, options);
  for (std::size_t count = 1; count <= 64; count += step) {
    std::vector<Got> all;
    for (std::size_t index = 0; index < count; ++index) {
      options.shard = {index, count};
      options.batch_bytes = 4096 + index * 1000;
      for (Got& got : read_all(names, options)) all.push_back(std::move(got));
    }
    BOOST_REQUIRE_EQUAL(all.size(), whole.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      // A slice that begins within an mbox does not know the number.
      if (all[i].number == 0) all[i].number = whole[i].number;
      BOOST_REQUIRE_EQUAL(all[i], whole[i]);
    }
  }
}

void run(const Folder& folder, const std::string& command) {
  const std::string line = "cd '" + folder.path().string() + "' && " + command;
  BOOST_REQUIRE(std::system(line.c_str()) == 0);
}

class FileBytes final : public archive::ByteStream {
 public:
  explicit FileBytes(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read(char*, std::size_t) override { return 0; }
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    const std::size_t at = std::min(text::capped(offset), bytes_.size());
    read_ += size;
    return bytes_.copy(into, size, at);
  }
  std::uint64_t place(std::uint64_t offset) override { return offset; }
  std::uint64_t bytes_read() const { return read_; }

 private:
  std::string_view bytes_;
  std::uint64_t read_ = 0;
};

// The first message at or behind `begin`, and before `end`, counted off from a sure place.
std::optional<std::uint64_t> first_from_sure(std::string_view mbox, std::uint64_t begin,
                                             std::uint64_t end, std::uint64_t& bytes_read) {
  FileBytes file(mbox);
  const std::optional<std::uint64_t> sure = archive::sure_begin(file, begin, end);
  bytes_read = file.bytes_read();
  if (!sure) return {};
  archive::MboxReader reader(mbox.substr(text::capped(*sure)));
  while (const auto span = reader.next()) {
    const std::uint64_t at = *sure + span->begin;
    if (at >= end) break;
    if (at >= begin) return at;
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(slice)

BOOST_AUTO_TEST_CASE(shares_are_disjoint_and_together_all) {
  for (std::uint64_t total : {0ULL, 1ULL, 7ULL, 1000ULL, 1ULL << 60}) {
    for (std::size_t count = 1; count <= 64; ++count) {
      std::uint64_t end = 0;
      for (std::size_t index = 0; index < count; ++index) {
        const archive::Share share({index, count}, total);
        BOOST_REQUIRE_EQUAL(share.begin(), end);
        end = share.end();
      }
      BOOST_REQUIRE_EQUAL(end, std::max<std::uint64_t>(total, 1));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_share_has_its_places_and_meets_what_overlaps_it) {
  const archive::Share share({1, 4}, 100);  // [25, 50)
  BOOST_TEST_REQUIRE(share.begin() == 25U);
  BOOST_TEST_REQUIRE(share.end() == 50U);
  for (const std::uint64_t place : {25, 26, 49}) BOOST_TEST(share.has(place), place);
  for (const std::uint64_t place : {0, 24, 50, 99, 100, 1000}) BOOST_TEST(!share.has(place), place);
  for (const std::uint64_t place : {0, 25, 49}) BOOST_TEST(!share.ends_before(place), place);
  for (const std::uint64_t place : {50, 99, 1000}) BOOST_TEST(share.ends_before(place), place);
  struct Range {
    std::uint64_t begin, size;
    bool meets;
  };
  for (const Range& range :
       {Range{0, 25, false}, Range{0, 26, true}, Range{24, 1, false}, Range{24, 2, true},
        Range{25, 0, true}, Range{30, 5, true}, Range{0, 100, true}, Range{49, 50, true},
        Range{50, 50, false}, Range{60, 10, false}, Range{25, 25, true}, Range{24, 0, false}})
    BOOST_TEST(share.meets(range.begin, range.size) == range.meets,
               range.begin << " " << range.size);
  // The last has what is behind all bytes.
  const archive::Share last({3, 4}, 100);
  for (const std::uint64_t place : {75, 99, 100, 1000}) BOOST_TEST(last.has(place), place);
  BOOST_TEST(!last.ends_before(1000));
  const archive::Share all;
  BOOST_TEST((all.is_all() && all.has(7) && all.meets(7, 0) && !all.ends_before(7)));
  BOOST_TEST(!last.is_all());
}

// A message belongs to the slice in which its first byte lies.
BOOST_AUTO_TEST_CASE(a_slice_gives_the_messages_that_begin_in_it) {
  std::mt19937 random(5322);
  const Folder folder;
  const std::string text = mbox(random, 60);
  const std::string name = folder.write("box", text);
  for (const std::size_t count : {std::size_t{2}, std::size_t{5}, std::size_t{17}}) {
    for (std::size_t index = 0; index < count; ++index) {
      archive::ReadOptions options;
      options.shard = {index, count};
      const archive::Share share(options.shard, text.size());
      for (const Got& got : read_all({name}, options)) {
        BOOST_TEST(got.offset >= share.begin());
        BOOST_TEST(got.offset < share.end());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(slices_of_an_mbox_are_all_of_it) {
  std::mt19937 random(2110);
  for (int round = 0; round < 4; ++round) {
    const Folder folder;
    check_slices({folder.write("box", mbox(random, 1 + random() % 60))});
  }
}

// The lengths of which were counted before the line ends became CRLF.
BOOST_AUTO_TEST_CASE(slices_of_a_recoded_mbox_are_all_of_it) {
  std::mt19937 random(4155);
  for (int round = 0; round < 4; ++round) {
    std::string text;
    for (const char c : mbox(random, 1 + random() % 60))
      text += c == '\n' ? "\r\n" : std::string(1, c);
    const Folder folder;
    check_slices({folder.write("box", text)});
  }
}

BOOST_AUTO_TEST_CASE(slices_of_several_sources_are_all_of_them) {
  std::mt19937 random(2387);
  const Folder folder;
  for (int i = 0; i < 30; ++i)
    folder.write("M/cur/" + std::to_string(i) + ":2,", message(random).substr(0, random() % 900));
  folder.write("M/new/large", std::string(20'000, 'x'));
  folder.write("empty", "");
  folder.write("box", mbox(random, 20));
  check_slices({folder / "M", folder / "none", folder / "empty", folder / "box", folder / "M/new"});
  check_slices({folder / "empty", folder / "none"});
  check_slices({folder.path().string()});
}

BOOST_AUTO_TEST_CASE(slices_of_archives_are_all_of_them) {
  std::mt19937 random(2557);
  const Folder folder;
  for (int i = 0; i < 20; ++i) folder.write("in/M/cur/" + std::to_string(i), message(random));
  folder.write("in/box", mbox(random, 100));
  folder.write("in/text", "A: 1\n\n" + std::string(200'000, 'x'));
  std::string noise(300'000, '\0');
  for (char& c : noise) c = static_cast<char>('!' + random() % 90);
  folder.write("large", mbox(random, 300) + "From n " DATE "\nN: 1\n\n" + noise + "\n\n" +
                            mbox(random, 300) + noise + mbox(random, 50));
  run(folder, "gzip -c in/box >in/box.gz && tar cf all.tar in && gzip -c all.tar >all.tar.gz");
  run(folder, "tar cf small.tar in/M in/box.gz");
  run(folder, "gzip -c large >large.gz && xz -0 -c large >large.xz && zip -qr all.zip in");
  for (const char* name : {"all.tar", "all.tar.gz", "large.gz", "large.xz", "all.zip"})
    check_slices({folder / name}, 21);
  check_slices({folder / "small.tar"});
  check_slices({folder / "large.gz", folder / "all.tar", folder / "large.xz"}, 21);
}

BOOST_AUTO_TEST_CASE(what_is_damaged_is_told_by_one_slice) {
  std::mt19937 random(822);
  const Folder folder;
  folder.write("box", mbox(random, 2000));
  run(folder,
      "gzip -c box >box.gz && head -c 60000 box.gz >cut.gz && tar cf box.tar box && "
      "head -c 300000 box.tar >cut.tar");
  for (const char* name : {"cut.gz", "cut.tar"}) {
    std::size_t problems = 0, whole = 0;
    for (const Got& got : read_all({folder / name})) whole += !got.problem.empty();
    for (std::size_t index = 0; index < 7; ++index) {
      archive::ReadOptions options;
      options.shard = {index, 7};
      for (const Got& got : read_all({folder / name}, options)) problems += !got.problem.empty();
    }
    BOOST_TEST(whole > 0U);
    BOOST_TEST(problems == whole);
  }
}

// What a decoder says of damage depends on how much it sees, and that must not depend on who asks.
// Found by a fuzzer: the first 4,096 bytes, which decide what a file is, end within a frame that is
// damaged.
BOOST_AUTO_TEST_CASE(slices_of_a_damaged_frame_are_all_of_it) {
  const Folder folder;
  archive::ReadOptions options;
  options.unpack_here = true;
  std::string bytes = std::string(63, 'x') + '\0' + std::string(3723, 'x') +
                      test::little(0xFD2FB528, 4) + 'e' + std::string(28, '\0') + '\1' + '\0' +
                      std::string(32, 'x') + std::string(16, '\0') + "\x08" + '\0' +
                      std::string(226, 'x');
  BOOST_REQUIRE_EQUAL(bytes.size(), 4098U);
  folder.write("frame.zst", bytes);
  BOOST_TEST(read_all({folder / "frame.zst"}, options).size() > 1U);
  check_slices({folder / "frame.zst"}, 1, options);
}

// What is told of an archive belongs to the place of the member before, which most slices leave at
// its first byte; and it stands before the same messages for all of them.
BOOST_AUTO_TEST_CASE(what_is_told_of_an_archive_is_told_by_one_slice_in_its_place) {
  std::vector<test::PackedMember> members;
  for (int i = 0; i < 12; ++i)
    members.push_back({std::to_string(i) + ".eml", "A: 1\n\n" + std::string(800, 'x') + "\n"});
  const Folder folder;
  std::string tar = test::packed_archive(ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE, members);
  std::string doubtful = test::packed_alone(ARCHIVE_FILTER_GZIP, tar);
  doubtful[doubtful.size() - 8] ^= 1;
  tar.resize(tar.size() - 1024);
  for (const std::string& name :
       {folder.write("cut.tar", tar), folder.write("doubtful.tar.gz", doubtful)}) {
    const std::vector<Got> whole = read_all({name});
    BOOST_TEST(std::ranges::count_if(whole, [](const Got& got) { return !got.problem.empty(); }) ==
               1);
    check_slices({name});
  }
}

// Beyond the reach of a Content-Length a slice does not read from the beginning, and yet finds what
// a reader of the whole finds.
BOOST_AUTO_TEST_CASE(a_slice_looks_back_no_further_than_it_must) {
  std::mt19937 random(1738);
  std::string text;
  std::vector<std::string> messages;
  for (int i = 0; i < 500; ++i) messages.push_back(message(random));
  const auto crlf = [](const std::string& lines) {
    std::string all;
    for (const char c : lines) all += c == '\n' ? "\r\n" : std::string(1, c);
    return all;
  };
  for (std::string& each : messages)
    if (random() % 2 == 0) each = crlf(each);
  while (text.size() < 3 * archive::kLengthReach) {
    text += messages[random() % messages.size()];
    if (random() % 2000 == 0)
      text += "From e " DATE "\nE: 1\nContent-Length: 3000000\n\n" + mbox(random, 200) + "\n";
  }
  std::vector<std::uint64_t> begins;
  archive::MboxReader reader(text);
  while (const auto span = reader.next()) begins.push_back(span->begin);
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t begin =
        round % 4 == 0 ? begins[random() % begins.size()] : random() % text.size();
    const std::uint64_t end = begin + random() % (round % 2 == 0 ? 100'000 : 200);
    const auto wanted = std::lower_bound(begins.begin(), begins.end(), begin);
    std::uint64_t read = 0;
    const std::optional<std::uint64_t> got = first_from_sure(text, begin, end, read);
    BOOST_REQUIRE_EQUAL(got.has_value(), wanted != begins.end() && *wanted < end);
    if (got) BOOST_REQUIRE_EQUAL(*got, *wanted);
    BOOST_TEST(read < 3 * archive::kLengthReach);
    // Where nothing looks like a message that is said, and no reader has to look for one.
    FileBytes file(text);
    const std::string_view slice =
        std::string_view(text).substr(text::capped(begin), text::capped(end - begin));
    if (begin > archive::kLengthReach + (1 << 20) && slice.find("From ") == std::string_view::npos)
      BOOST_TEST(!archive::sure_begin(file, begin, end).has_value());
  }
}

BOOST_AUTO_TEST_SUITE_END()
