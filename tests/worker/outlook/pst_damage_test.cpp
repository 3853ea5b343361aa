// SPDX-License-Identifier: MIT
//
// Files that are damaged, cut off, or made to hurt: nothing is lost in silence, and everything
// ends.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/many.h"
#include "worker/outlook/told.h"

using namespace basewalk;
using test::made_pst;
using test::read_pst;
using test::Told;
using test::ToldMember;
using worker::Trouble;

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

bool is_same(const Told& a, const Told& b) {
  if (a.members.size() != b.members.size()) return false;
  for (std::size_t i = 0; i < a.members.size(); ++i)
    if (a.members[i].name != b.members[i].name || a.members[i].bytes != b.members[i].bytes)
      return false;
  return true;
}

using Sentences = std::set<std::pair<std::string, std::string>>;

Sentences sentences(const Told& told) {
  Sentences all;
  for (const test::Failed& failed : told.failures) all.emplace("", failed.sentence);
  for (const ToldMember& member : told.members)
    for (const test::Failed& failed : member.failures) all.emplace(member.name, failed.sentence);
  return all;
}

// Is something told that is not told of the whole file?
bool tells_more(const Told& told, const Sentences& of_whole) {
  for (const auto& sentence : sentences(told))
    if (!of_whole.contains(sentence)) return true;
  return false;
}

// Either all is there as it was, or it is told.
void check(const Told& whole, const Sentences& of_whole, const std::string& damaged,
           const std::string& what) {
  const Told told = read_pst(damaged);
  if (!tells_more(told, of_whole)) BOOST_TEST(is_same(told, whole), what << ": not told");
}

struct Damage {
  const char* file;
  int flips, garbage, cuts;
};
std::ostream& operator<<(std::ostream& out, const Damage& damage) { return out << damage.file; }

constexpr int kStep = static_cast<int>(test::kNextPlace);

constexpr Damage kDamages[] = {
    {"--crypt permute -n 60 many", 1500, 300, 60},
    {"-n 60 many", 800, 300, 60},
    {"basic", 150, 100, 30},
    {"--ansi basic", 150, 100, 30},
    {"--large -n 60 many", 800, 300, 60},
    {"--large --crypt permute basic", 150, 100, 30},
    {"-n 8 deep", 400, 300, 30},
};

// Where something is: few flips in what is empty.
std::vector<std::size_t> used_bytes(const std::string& file) {
  std::vector<std::size_t> used;
  for (std::size_t at = 0; at < file.size(); at += 64)
    if (file.find_first_not_of('\0', at) < at + 64)
      for (std::size_t i = at; i < std::min(at + 64, file.size()); ++i) used.push_back(i);
  return used;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pst_damage)

BOOST_DATA_TEST_CASE(no_damage_is_silent, kDamages, damage) {
  const std::string& file = made_pst(damage.file);
  const Told whole = read_pst(file);
  const Sentences of_whole = sentences(whole);
  const std::vector<std::size_t> used = used_bytes(file);
  std::mt19937 chance(14);
  const auto any = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(chance);
  };
  for (int i = 0; i < damage.flips; i += kStep) {
    std::string damaged = file;
    const std::size_t at = used[any(used.size())];
    // What is no "!BDN" is never given to this.
    if (at < 4) continue;
    damaged[at] = static_cast<char>(damaged[at] ^ 1 << any(8));
    check(whole, of_whole, damaged, "a flipped bit at " + std::to_string(at));
  }
  for (int i = 0; i < damage.garbage; i += kStep) {
    std::string damaged = file;
    const std::size_t at = std::max<std::size_t>(used[any(used.size())], 600);
    const std::size_t end = std::min(at + 1 + any(600), damaged.size());
    for (std::size_t j = at; j < end; ++j) damaged[j] = static_cast<char>(any(256));
    check(whole, of_whole, damaged, "garbage at " + std::to_string(at));
  }
  for (int i = 0; i < damage.cuts; i += kStep) {
    const std::size_t size = 4 + any(used.back());
    const Told told = read_pst(file.substr(0, size));
    BOOST_TEST(tells_more(told, of_whole), "cut off at " << size << ": not told");
  }
}

// Bits of the pages of the index, which name all else.
BOOST_AUTO_TEST_CASE(no_damage_of_the_index_is_silent) {
  const std::string& file = made_pst("-n 60 many");
  const Told whole = read_pst(file);
  const Sentences of_whole = sentences(whole);
  int pages = 0;
  for (std::size_t page = 512; page + 512 <= file.size(); page += 512) {
    const auto kind = static_cast<unsigned char>(file[page + 496]);
    if ((kind != 0x80 && kind != 0x81) || file[page + 497] != file[page + 496]) continue;
    ++pages;
    for (std::size_t at = page; at < page + 512; at += 7 * test::kNextPlace) {
      std::string damaged = file;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
      check(whole, of_whole, damaged, "a flipped bit at " + std::to_string(at));
    }
  }
  BOOST_TEST(pages > 10);
}

BOOST_AUTO_TEST_CASE(a_damaged_text_is_given_and_told) {
  std::string file = made_pst("basic");
  const std::size_t at = file.find("Message-ID: <html@");
  BOOST_REQUIRE(at == file.npos);  // it is UTF-16
  std::string word;
  for (const char c : std::string_view("<html@")) word.append(1, c).append(1, '\0');
  const std::size_t found = file.find(word);
  BOOST_REQUIRE(found != file.npos);
  file[found + 2] = 'x';
  const Told told = read_pst(file);
  const ToldMember* message = told.find("Top of Personal Folders/Inbox/000002.eml");
  BOOST_REQUIRE(message != nullptr);
  BOOST_TEST(has(message->bytes, "Message-ID: <xtml@a.example>"));
  BOOST_REQUIRE(message->failures.size() == 1);
  BOOST_TEST((message->failures[0].trouble == Trouble::doubtful));
  BOOST_TEST(has(message->failures[0].sentence, "its check sum is another one"));
}

BOOST_AUTO_TEST_CASE(a_lost_attachment_leaves_the_message) {
  std::string file = made_pst("basic");
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  const std::size_t found = file.find(bytes + bytes + bytes);
  BOOST_REQUIRE(found != file.npos);
  // The trailer of its first block.
  const std::size_t block = found / 64 * 64;
  file[block + 8192 - 8] = static_cast<char>(file[block + 8192 - 8] ^ 0x55);
  const Told told = read_pst(file);
  int lost = 0;
  for (const ToldMember& member : told.members) {
    if (!member.name.ends_with("000005.eml (lost)")) continue;
    ++lost;
    BOOST_TEST(has(member.failures.back().sentence, "number 3 (big.bin), that is not whole"));
  }
  BOOST_TEST(lost == 1);
  BOOST_TEST(told.members.size() == read_pst(made_pst("basic")).members.size() + 1);
}

BOOST_AUTO_TEST_CASE(folders_that_lie_in_each_other_are_read_once) {
  const Told told = read_pst(made_pst("loop"));
  BOOST_REQUIRE(told.members.size() == 4);
  BOOST_TEST(told.members[0].name == "Top of Personal Folders/a/b/000001.eml");
  for (std::size_t i = 1; i < 4; ++i)
    BOOST_TEST(told.members[i].name.starts_with("(in no folder)/circle"));
}

BOOST_AUTO_TEST_CASE(what_has_no_folder_is_read_last) {
  const Told told = read_pst(made_pst("orphan"));
  BOOST_REQUIRE(told.members.size() == 4);
  BOOST_TEST(told.members[1].name == "Top of Personal Folders/Inbox/000002.eml");
  BOOST_TEST(has(told.members[1].bytes, "Subject: hidden"));
  BOOST_TEST(told.members[2].name == "(in no folder)/000001.eml");
  BOOST_TEST(told.members[3].name == "(in no folder)/000002.eml");
}

BOOST_AUTO_TEST_CASE(messages_in_messages_are_read_to_some_depth) {
  const Told told = read_pst(made_pst("-n 200 deep"));
  BOOST_REQUIRE(told.members.size() == 2);
  BOOST_TEST(has(told.members[0].bytes, "Subject: d169\r\n"));
  BOOST_REQUIRE(told.members[1].failures.size() == 1);
  BOOST_TEST((told.members[1].failures[0].trouble == Trouble::too_deep));
}

BOOST_AUTO_TEST_CASE(a_message_that_is_attached_to_itself_is_read_once) {
  const Told told = read_pst(made_pst("itself"));
  BOOST_REQUIRE(told.members.size() == 2);
  BOOST_TEST(told.members[0].bytes.size() < 2000);
  BOOST_REQUIRE(told.members[1].failures.size() == 1);
  BOOST_TEST(
      has(told.members[1].failures[0].sentence, "that is the message which it is attached to"));
}

BOOST_AUTO_TEST_CASE(what_names_the_same_bytes_again_and_again_ends) {
  const std::string& file = made_pst("-n 3000 bomb");
  const Told told = read_pst(file, 0, std::size_t{1} << 20);
  // 3000 attachments of a megabyte are one block.
  BOOST_TEST(told.size < (std::uint64_t{8} * file.size() + (64U << 20)) * 3 / 2);
  BOOST_REQUIRE(told.members.size() == 4);
  BOOST_TEST(told.members[1].bytes.size() < 2000);
  BOOST_REQUIRE(!told.members[3].failures.empty());
  BOOST_TEST((told.members[3].failures[0].trouble == Trouble::limit));
}

// It takes no more for each than its bytes, or this would not end.
BOOST_AUTO_TEST_CASE(properties_that_lead_back_to_themselves_are_not_followed) {
  const Told told = read_pst(made_pst("-n 30000 tangle"));
  BOOST_REQUIRE(told.members.size() > 10000);
  for (const ToldMember& member : told.members) BOOST_REQUIRE(!member.failures.empty());
  BOOST_TEST(has(told.members[0].failures[0].sentence, "properties cannot be found"));
}

BOOST_AUTO_TEST_CASE(what_is_not_read_is_told) {
  const std::string& file = made_pst("-n 10 many");
  const auto failed = [&](std::size_t at, std::string_view bytes) {
    std::string other = file;
    const Told told = read_pst(other.replace(at, bytes.size(), bytes));
    BOOST_TEST(told.members.empty());
    BOOST_REQUIRE(told.failures.size() == 1);
    return told.failures[0];
  };
  BOOST_TEST((failed(8, "AB").trouble == Trouble::not_mail));
  BOOST_TEST((failed(10, "\x40").trouble == Trouble::no_reader));
  BOOST_TEST((failed(513, "\x10").trouble == Trouble::encrypted));
  for (const std::size_t size : {0U, 3U, 4U, 100U, 511U})
    BOOST_TEST((read_pst(file.substr(0, size)).failures.at(0).trouble == Trouble::incomplete));
}

BOOST_AUTO_TEST_SUITE_END()
