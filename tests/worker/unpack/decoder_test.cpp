// SPDX-License-Identifier: MIT
//
// Each way of packing: all of it comes out however it is cut into pieces, check sums that are wrong
// are told, and behind damage the next frame or block is found.
#include "worker/unpack/decoder.h"

#include <archive.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "archive/made_packed.h"
#include "support/files.h"

using namespace basewalk::worker;
using namespace std::string_literals;
using basewalk::test::ExactCopy;
using basewalk::test::packed_alone;
using basewalk::test::xz_of;
using State = Decoder::State;

namespace {

struct Way {
  const char* name;
  Packing packing;
  int filter;
};
std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.name; }
constexpr Way kWays[] = {
    {"gzip", Packing::gzip, ARCHIVE_FILTER_GZIP}, {"bzip2", Packing::bzip2, ARCHIVE_FILTER_BZIP2},
    {"xz", Packing::xz, ARCHIVE_FILTER_XZ},       {"lzip", Packing::lzip, ARCHIVE_FILTER_LZIP},
    {"zstd", Packing::zstd, ARCHIVE_FILTER_ZSTD}, {"lz4", Packing::lz4, ARCHIVE_FILTER_LZ4},
};

// Neither all alike nor without pattern.
std::string some_text(std::size_t size, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text += "line " + std::to_string(random() % 100'000) + "\n";
  text.resize(size);
  return text;
}

struct Unpacked {
  std::string text;
  std::vector<State> states;      // but for those that go on
  std::vector<std::string> whys;  // of those that are not ended
  std::size_t taken = 0;
};

// As a reader does it: a window that becomes longer where the decoder wants more, and a search
// behind damage.
Unpacked unpacked(Packing packing, std::string_view bytes, std::size_t piece, std::size_t room) {
  const std::unique_ptr<Decoder> decoder = decoder_here(packing);
  Unpacked result;
  std::string into(room, '\0');
  std::size_t frame = 0, held = piece;
  decoder->begin();
  for (int idle = 0; result.taken < bytes.size() || idle < kIdle;) {
    const std::string_view window = bytes.substr(result.taken, held);
    const Decoder::Step step = decoder->step(window, into.data(), room);
    BOOST_TEST_REQUIRE(step.taken <= window.size());
    BOOST_TEST_REQUIRE(step.made <= room);
    result.taken += step.taken;
    result.text.append(into, 0, step.made);
    if (step.state == State::more) {
      idle = step.taken == 0 && step.made == 0 ? idle + 1 : 0;
      if (idle < kIdle) continue;
      if (held > bytes.size() - result.taken) break;  // it is cut off
      held = held * 2 + 1;
      idle = 0;
      continue;
    }
    idle = 0;
    held = piece;
    result.states.push_back(step.state);
    if (step.state == State::ended || step.state == State::doubted) {
      if (step.state == State::doubted) result.whys.push_back(decoder->why());
      frame = result.taken;
      if (!begins(packing, bytes.substr(frame))) break;
      decoder->begin();
      continue;
    }
    result.whys.push_back(decoder->why());
    const auto from = static_cast<std::size_t>(decoder->search_from(frame, result.taken));
    const std::size_t at = decoder->find(bytes, std::min(from, bytes.size()));
    if (at == std::string_view::npos) break;
    result.taken = frame = at;
    decoder->go_on();
  }
  return result;
}
Unpacked unpacked(Packing packing, const std::string& bytes) {
  const ExactCopy copy(bytes);
  return unpacked(packing, copy.view(), bytes.size(), 1 << 16);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(decoders)

BOOST_DATA_TEST_CASE(all_comes_out_however_it_is_cut, kWays, way) {
  const std::string text = some_text(9000), bytes = packed_alone(way.filter, text);
  const std::string twice = bytes + bytes;
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{1000}, twice.size()})
    for (const std::size_t room : {std::size_t{1}, std::size_t{100}, std::size_t{1} << 16}) {
      if (piece == 1 && room == 1) continue;  // as slow as it is like the others
      const ExactCopy copy(twice);
      const Unpacked got = unpacked(way.packing, copy.view(), piece, room);
      BOOST_TEST((got.text == text + text), piece << " " << room);
      BOOST_TEST((got.states == std::vector{State::ended, State::ended}), piece << " " << room);
      BOOST_TEST(got.taken == twice.size(), piece << " " << room);
    }
}

BOOST_DATA_TEST_CASE(what_is_cut_off_does_not_end, kWays, way) {
  const std::string text = some_text(3000), bytes = packed_alone(way.filter, text);
  for (std::size_t size = 1; size < bytes.size(); size += 13) {
    const Unpacked got = unpacked(way.packing, bytes.substr(0, size));
    BOOST_TEST(std::count(got.states.begin(), got.states.end(), State::ended) == 0, size);
    BOOST_TEST(text.starts_with(got.text), size);
  }
}

// What is behind it is another frame, which is read.
BOOST_DATA_TEST_CASE(behind_damage_the_next_frame_is_found, kWays, way) {
  const std::string first = some_text(5000, 1), second = some_text(5000, 2);
  const std::string one = packed_alone(way.filter, first), two = packed_alone(way.filter, second);
  std::string bad = one;
  for (std::size_t i = bad.size() / 3; i < bad.size() / 3 + 40; ++i)
    bad[i] = static_cast<char>(i * 89);
  for (const std::string& before : {bad, one.substr(0, one.size() / 2)}) {
    // This one has no check sum, and its letters may be others.
    if (way.packing == Packing::zstd && before == bad) continue;
    const Unpacked got = unpacked(way.packing, before + two);
    BOOST_TEST(got.text.ends_with(second));
    BOOST_TEST(!got.whys.empty());
    for (const std::string& why : got.whys) BOOST_TEST(!why.empty());
    BOOST_TEST_REQUIRE(!got.states.empty());
    BOOST_TEST((got.states.front() != State::ended));
    BOOST_TEST((got.states.back() == State::ended));
  }
}

// All of it has come, and is not what it was.
BOOST_AUTO_TEST_CASE(check_sums_and_lengths_are_looked_at) {
  const std::string text = some_text(2000);
  struct Row {
    Packing packing;
    int filter;
    std::size_t behind;  // from the end
    const char* why;
  };
  for (const Row& row :
       {Row{Packing::gzip, ARCHIVE_FILTER_GZIP, 8, "its check sum is another one (CRC-32)"},
        {Packing::gzip, ARCHIVE_FILTER_GZIP, 4, "its length is another one"},
        {Packing::lz4, ARCHIVE_FILTER_LZ4, 4, "its check sum is another one (XXH32)"}}) {
    std::string bytes = packed_alone(row.filter, text);
    const std::string good = bytes;
    bytes[bytes.size() - row.behind] = static_cast<char>(bytes[bytes.size() - row.behind] ^ 1);
    const Unpacked got = unpacked(row.packing, bytes + good);
    BOOST_TEST((got.text == text + text), row.why);
    BOOST_TEST((got.states == std::vector{State::doubted, State::ended}), row.why);
    BOOST_REQUIRE_EQUAL(got.whys.size(), 1U);
    BOOST_TEST(got.whys[0] == row.why);
  }
  // "Subject: x\n\n" by zstd, with a check sum, and by lz4, whose length is the last of its header.
  for (
      const auto& [packing, frame, at, why] :
      {std::tuple(Packing::zstd, "\x28\xB5\x2F\xFD\x04\x58\x61\0\0Subject: x\n\n\xE5\x4B\xB6\x8F"s,
                  24, "its check sum is another one (XXH64)"),
       {Packing::lz4,
        "\x04\x22\x4D\x18\x6C\x40\x0D\0\0\0\0\0\0\0\xCE\x0C\0\0\x80Subject: x\n\n\0\0\0\0\xAA\x9D\x7F\xEF"s,
        -1, "its length is another one"}}) {
    std::string bad = frame;
    if (at >= 0) bad[static_cast<std::size_t>(at)] ^= 1;
    const Unpacked got = unpacked(packing, bad);
    BOOST_TEST(got.text == "Subject: x\n\n");
    BOOST_TEST((got.states == std::vector{State::doubted}), why);
    BOOST_REQUIRE_EQUAL(got.whys.size(), 1U);
    BOOST_TEST(got.whys[0] == why);
  }
  // Of bzip2 each block has one, behind its mark.
  std::string bytes = packed_alone(ARCHIVE_FILTER_BZIP2, text);
  bytes[10] = static_cast<char>(bytes[10] ^ 1);
  const Unpacked got = unpacked(Packing::bzip2, bytes);
  BOOST_TEST((got.text == text));
  BOOST_TEST_REQUIRE(!got.whys.empty());
  BOOST_TEST(got.whys[0] == "the check sum of a block is another one (CRC-32)");
  BOOST_TEST((got.states[0] == State::doubted_block));
}

// Each block of xz has a header that says so, and can be read without the others.
BOOST_AUTO_TEST_CASE(behind_damage_the_next_block_of_xz_is_found) {
  std::vector<std::string> pieces;
  std::string text;
  for (unsigned i = 0; i < 4; ++i) text += pieces.emplace_back(some_text(4000, i + 1));
  const std::string bytes = xz_of(pieces);
  const Unpacked whole = unpacked(Packing::xz, bytes);
  BOOST_TEST((whole.text == text));
  BOOST_TEST((whole.states == std::vector{State::ended}));
  std::string bad = bytes;
  bad[bytes.size() * 3 / 8] = static_cast<char>(bad[bytes.size() * 3 / 8] ^ 0x10);  // in the second
  const Unpacked got = unpacked(Packing::xz, bad);
  BOOST_TEST(got.text.starts_with(pieces[0]));
  BOOST_TEST(got.text.ends_with(pieces[2] + pieces[3]));
  // The blocks before the damage, and what could be read of the second, are not given again.
  BOOST_TEST(got.text.size() < text.size());
  BOOST_TEST((got.states.front() == State::damaged));
  BOOST_TEST((got.states.back() == State::ended));
  BOOST_TEST(got.taken == bytes.size());
}

// Headers, blocks, the index of them and the footer: no byte is without a check sum.
BOOST_AUTO_TEST_CASE(each_byte_of_a_stream_of_xz_is_looked_at) {
  const std::string first = some_text(300), second = some_text(500, 2);
  const std::string bytes = xz_of({first, second});
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
    const Unpacked got = unpacked(Packing::xz, bad);
    BOOST_TEST_INFO("byte " << at);
    BOOST_TEST(!got.whys.empty());
    BOOST_TEST((got.text.find(first) == got.text.rfind(first)));
    BOOST_TEST((got.text.find(second) == got.text.rfind(second)));
  }
}

// Blocks of bzip2 begin at any bit.
BOOST_AUTO_TEST_CASE(behind_damage_the_next_block_of_bzip2_is_found) {
  const std::string text = some_text(450'000),
                    bytes = packed_alone(ARCHIVE_FILTER_BZIP2, text, "compression-level=1");
  const Unpacked whole = unpacked(Packing::bzip2, bytes);
  BOOST_TEST((whole.text == text));
  std::string bad = bytes;
  bad[bytes.size() / 3] = static_cast<char>(bad[bytes.size() / 3] ^ 0x10);
  const Unpacked got = unpacked(Packing::bzip2, bad);
  BOOST_TEST(got.text.starts_with(text.substr(0, 90'000)));
  BOOST_TEST(got.text.ends_with(text.substr(text.size() - 240'000)));
  BOOST_TEST(!got.whys.empty());
}

// Where the caller knows the end: all bytes as they are.
BOOST_AUTO_TEST_CASE(what_is_stored_is_passed_on) {
  const std::unique_ptr<Decoder> decoder = decoder_here(Packing::stored);
  std::string into(3, '\0');
  const Decoder::Step step = decoder->step("abcde", into.data(), into.size());
  BOOST_TEST(step.taken == 3U);
  BOOST_TEST(step.made == 3U);
  BOOST_TEST(into == "abc");
  BOOST_TEST((step.state == State::more));
  BOOST_TEST(decoder->find("abc", 0) == std::string_view::npos);
}

BOOST_AUTO_TEST_SUITE_END()
