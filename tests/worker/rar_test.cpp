// SPDX-License-Identifier: MIT
//
// RAR without a process around it, so that sanitizers and debuggers see what a job does.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

#include "archive/rar.h"
#include "support/files.h"
#include "support/many.h"
#include "worker/program/archives/archives.h"
#include "worker/program/archives/readers/rar_blocks.h"

using namespace basewalk;
using test::RarMember;

namespace {

// In a heap block of exactly its size.
class Bytes final : public worker::Input {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.view().size(); }
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    if (offset >= this->size()) return 0;
    return bytes_.view().copy(into, size, static_cast<std::size_t>(offset));
  }

 private:
  test::ExactCopy bytes_;
};

// What a job tells must be in order, whatever it reads.
struct Told final : worker::MemberSink {
  explicit Told(std::uint64_t first = 0) : wanted_from(first) {}

  bool begin(const worker::Member& member) override {
    BOOST_REQUIRE(!is_in_member);
    is_in_member = count++ >= wanted_from;
    if (is_in_member) all += "[" + std::string(member.name) + ":";
    return is_in_member;
  }
  void bytes(std::string_view bytes) override {
    BOOST_REQUIRE(is_in_member);
    all += bytes;
  }
  void end() override {
    BOOST_REQUIRE(is_in_member);
    is_in_member = false;
    all += "]";
  }
  void failure(std::string_view sentence, worker::Trouble,
               std::optional<worker::Extent> extent) override {
    BOOST_REQUIRE(!sentence.empty());
    if (extent) BOOST_REQUIRE(extent->begin + extent->length >= extent->begin);
    ++failures;
  }

  std::uint64_t wanted_from, count = 0;
  bool is_in_member = false;
  std::string all;
  int failures = 0;
};

Told told(std::string_view bytes, std::uint64_t first = 0) {
  Bytes input(bytes);
  Told told(first);
  worker::read_rar(input, told);
  BOOST_TEST(!told.is_in_member);
  return told;
}

const std::vector<RarMember> kMembers = {
    {"a", "one"}, {"b", std::string(1000, 'b')}, {"c", "three"}};
const std::string kAll = "[a:one][b:" + std::string(1000, 'b') + "][c:three]";

std::string archive(bool is_rar5) {
  std::string bytes = is_rar5 ? test::rar5::begin() : test::rar4::begin();
  for (const RarMember& member : kMembers)
    bytes += is_rar5 ? test::rar5::member(member) : test::rar4::member(member);
  return bytes + (is_rar5 ? test::rar5::end() : test::rar4::end());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rar)

BOOST_AUTO_TEST_CASE(it_can_begin_at_any_member) {
  for (const bool is_rar5 : {false, true}) {
    BOOST_TEST(told(archive(is_rar5)).all == kAll);
    BOOST_TEST(told(archive(is_rar5), 2).all == "[c:three]");
    BOOST_TEST(told(archive(is_rar5), 3).all == "");
  }
}

BOOST_AUTO_TEST_CASE(a_block_is_one_with_all_of_its_header_and_its_check_sum) {
  for (const bool is_rar5 : {false, true}) {
    const std::string whole =
        is_rar5 ? test::rar5::member(kMembers[0]) : test::rar4::member(kMembers[0]);
    const auto block = is_rar5 ? worker::rar5_block : worker::rar4_block;
    const auto got = block(whole);
    BOOST_REQUIRE(got.has_value());
    BOOST_TEST(got->name == "a");
    BOOST_TEST(got->data == 3U);
    BOOST_TEST(got->header + got->data == whole.size());
    BOOST_TEST(got->size.value() == 3U);
    BOOST_TEST(got->crc.value() == test::crc_of("one"));
    for (std::size_t size = 0; size < got->header; ++size)
      BOOST_TEST(!block(test::ExactCopy(whole.substr(0, size)).view()).has_value());
    for (std::size_t at = 0; at < got->header; ++at) {
      std::string bad = whole;
      bad[at] = static_cast<char>(bad[at] ^ 0x10);
      BOOST_TEST(!block(test::ExactCopy(bad).view()).has_value(), at);
    }
  }
}

// What is searched, the sums of which are reckoned from those of all bytes before, is what a look
// at every byte finds: in more bytes than are held at once, and among headers that lie in each
// other.
BOOST_AUTO_TEST_CASE(a_search_finds_what_a_look_at_every_byte_finds) {
  std::mt19937 random(11);
  for (const bool is_rar5 : {false, true}) {
    const auto block_of = is_rar5 ? worker::rar5_block : worker::rar4_block;
    std::string bytes = is_rar5 ? test::rar5::begin() : test::rar4::begin();
    for (int i = 0; i < 60; ++i) {
      std::string gap(1 + random() % 20000, '\0');
      for (std::size_t at = 0; at < gap.size(); at += 1 + random() % 40)
        gap[at] = static_cast<char>(random() % 3 == 0 ? random() : is_rar5 ? 2 : 0x74);
      // A long header, all of it and without its last byte, and within it that of another file.
      const std::string inner =
          is_rar5 ? test::rar5::member(kMembers[0]) : test::rar4::member(kMembers[0]);
      const RarMember outer{std::string(random() % 1000, 'n') + inner, "bytes"};
      std::string member = is_rar5 ? test::rar5::member(outer) : test::rar4::member(outer);
      if (i % 3 == 0) member[member.size() / 2] ^= 1;
      bytes += gap + member;
    }
    Bytes input(bytes);
    worker::RarBlocks blocks(input);
    std::vector<std::uint64_t> got, expected;
    while (blocks.position() < bytes.size()) {
      if (const auto block = blocks.next())
        got.push_back(block->begin);
      else
        blocks.search();
    }
    bool is_searching = false;
    for (auto at = static_cast<std::size_t>(worker::RarBlocks(input).position());
         at < bytes.size();) {
      const auto block = block_of(std::string_view(bytes).substr(at));
      const bool is_found = block && (!is_searching || block->kind == worker::RarBlock::Kind::file);
      if (is_found) expected.push_back(at);
      at += is_found ? static_cast<std::size_t>(block->header + block->data) : 1;
      is_searching = !is_found;
    }
    BOOST_TEST(got == expected, boost::test_tools::per_element());
    BOOST_TEST(got.size() > 60U);
  }
}

// With the right check sum, and sizes that lead out of all bytes.
BOOST_AUTO_TEST_CASE(sizes_without_end_end) {
  const std::string huge = test::rar5::header(
      test::rar5::vint(2) + test::rar5::vint(2) + test::rar5::vint(~std::uint64_t{0} / 2) +
      test::rar5::vint(0) + test::rar5::vint(~std::uint64_t{0}) + test::rar5::vint(0) +
      test::rar5::vint(0) + test::rar5::vint(0) + test::rar5::vint(1) + "x");
  const Told got = told(test::rar5::begin() + huge + "bytes");
  BOOST_TEST(got.failures > 0);
  // Both numbers of 32 bits, and both of 32 more.
  const std::string all(8, '\xFF');
  const std::string large = test::rar4::block(
      0x74, 0x8100,
      all + std::string(11, '\0') + test::little(1, 2) + test::little(0, 4) + all + "x");
  BOOST_TEST(told(test::rar4::begin() + large + "bytes").failures > 0);
}

// Any bytes in any place, in headers that are signed again as well.
BOOST_AUTO_TEST_CASE(no_bytes_break_it) {
  std::mt19937 random(7);
  for (std::size_t i = 0; i < test::inputs(4000); ++i) {
    const bool is_rar5 = i % 2 == 0;
    std::vector<RarMember> members = kMembers;
    RarMember& odd = members[random() % members.size()];
    odd.method = static_cast<unsigned>(random() % 6);
    odd.claims_more = random() % 3 == 0 ? random() : random() % 100;
    odd.is_encrypted = random() % 9 == 0;
    odd.is_link = random() % 9 == 0;
    odd.is_folder = random() % 9 == 0;
    for (char& byte : odd.bytes) byte = static_cast<char>(random());
    std::string bytes = is_rar5 ? test::rar5::begin(random() % 9 == 0 ? 4 : 0)
                                : test::rar4::begin(random() % 9 == 0 ? 8 : 0);
    for (const RarMember& member : members)
      bytes += is_rar5 ? test::rar5::member(member) : test::rar4::member(member);
    for (unsigned flips = random() % 4; flips > 0; --flips)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    if (random() % 4 == 0) bytes.resize(random() % bytes.size());
    const Told got = told(bytes);
    BOOST_TEST_INFO(i);
    // It does not end as it should, or is another.
    BOOST_TEST(got.failures > 0);
  }
}

BOOST_AUTO_TEST_SUITE_END()

#if defined(__SANITIZE_ADDRESS__)
// libarchive asks for as much memory as an archive says, and does without where there is not so
// much.
extern "C" [[gnu::visibility("default")]] const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
#endif
