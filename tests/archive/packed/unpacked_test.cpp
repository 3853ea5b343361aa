// SPDX-License-Identifier: MIT
//
// What is given, and what is told, of each way of packing where it is damaged at a place that is
// known: each byte that comes, and each byte that is said to be lost.
#include "archive/packed/unpacked.h"

#include <archive.h>
#include <zlib.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "archive/made_packed.h"
#include "archive/memory_stream.h"
#include "support/little.h"
#include "worker/unpack/confined_decoder.h"
#include "worker/unpack/packing.h"

// Within it "archive" is the layer, and not the struct of libarchive.
namespace basewalk {
namespace {

using test::little;
using test::packed_alone;
using test::xz_of;
using worker::Packing;
using namespace std::string_literals;

constexpr std::size_t kSize = 1500;

// Which no packer makes shorter, and of which no eight come twice.
std::string noise(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text += static_cast<char>(random() >> 8);
  return text;
}

// RFC 1952, with one block that is stored (RFC 1951 3.2.4).
std::string gzip(const std::string& text) {
  const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
  return "\x1F\x8B\x08\0\0\0\0\0\0\x03\x01"s + little(text.size(), 2) + little(~text.size(), 2) +
         text + little(::crc32_z(0, bytes, text.size()), 4) + little(text.size(), 4);
}

// RFC 8878, with two blocks that are stored and no check sum.
std::string zstd(const std::string& text) {
  const std::size_t half = text.size() / 2, rest = text.size() - half;
  return little(0xFD2FB528, 4) + '\x60' + little(text.size() - 256, 2) + little(half << 3, 3) +
         text.substr(0, half) + little(rest << 3 | 1, 3) + text.substr(half);
}

std::string lz4(const std::string& text) {
  return packed_alone(ARCHIVE_FILTER_LZ4, text, "lz4:block-size=4");
}
std::string lzip(const std::string& text) { return packed_alone(ARCHIVE_FILTER_LZIP, text); }
std::string bzip2(const std::string& text) { return packed_alone(ARCHIVE_FILTER_BZIP2, text); }

std::string xz(const std::string& text) { return xz_of({text}); }

// Which bytes of the whole were given, in their order: "0-1500"; one that is none of them is "?".
std::string runs_of(std::string_view given, std::string_view whole) {
  constexpr std::size_t kKey = 8;
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i + kKey <= whole.size(); ++i) places[whole.substr(i, kKey)] = i;
  std::string text;
  std::size_t strange = 0;
  const auto tell = [&](const std::string& what) {
    if (!text.empty()) text += ' ';
    text += what;
  };
  for (std::size_t i = 0; i < given.size();) {
    const auto found = places.find(given.substr(i, kKey));
    if (found == places.end()) {
      ++strange;
      ++i;
      continue;
    }
    if (strange > 0) tell("?" + std::to_string(std::exchange(strange, 0)));
    const std::size_t begin = found->second;
    std::size_t count = 0;
    while (i + count < given.size() && begin + count < whole.size() &&
           given[i + count] == whole[begin + count])
      ++count;
    tell(std::to_string(begin) + "-" + std::to_string(begin + count));
    i += count;
  }
  if (strange > 0) tell("?" + std::to_string(strange));
  return text;
}

// Three frames, of which the second is damaged.
struct Case {
  std::string bytes;
  std::size_t second = 0, third = 0;  // where these begin
};

// A place, from the beginning of the frame that it is near to.
std::string place_of(std::uint64_t at, const Case& made) {
  const auto off = static_cast<std::int64_t>(at - made.third);
  if (at >= made.second && off < -300) return "b+" + std::to_string(at - made.second);
  return "c" + std::string(off < 0 ? "" : "+") + std::to_string(off);
}

struct Outcome {
  std::string given;  // all of it
  std::string told;   // troubles, and from where to where
  std::string says;   // of all of them
};

Outcome outcome_of(Packing packing, const Case& made, worker::Place place) {
  auto had = worker::decoder_for(packing, place);
  BOOST_REQUIRE(had.index() == 0);
  const std::string_view bytes = made.bytes;
  constexpr std::size_t kHead = 100;  // that was read before
  archive::Unpacked stream(
      std::get<0>(std::move(had)),
      {std::string(bytes.substr(0, kHead)),
       std::make_unique<test::MemoryStream>(bytes.substr(kHead))},
      archive::UnpackLimit(1000, std::make_shared<const std::uint64_t>(bytes.size())));
  Outcome outcome;
  std::uint64_t end = 0;
  do {
    char into[1000];
    while (const std::size_t got = stream.read(into, sizeof into)) outcome.given.append(into, got);
    if (!stream.failure()) break;
    const archive::Failure& failure = *stream.failure();
    BOOST_TEST_REQUIRE(failure.extent.has_value());
    const auto [begin, length] = *failure.extent;
    // Each place is told once.
    BOOST_TEST(begin >= end);
    end = begin + length;
    BOOST_TEST(end <= bytes.size());
    if (!outcome.told.empty()) outcome.told += ", ";
    outcome.told += std::string(archive::name(failure.trouble)) + " " + place_of(begin, made) +
                    " " + place_of(end, made);
    outcome.says += failure.problem + "\n";
  } while (stream.go_on());
  return outcome;
}

struct Way {
  const char* name;
  Packing packing;
  std::string (*pack)(const std::string&);
};
const Way kGzip = {"gzip", Packing::gzip, gzip}, kZstd = {"zstd", Packing::zstd, zstd},
          kLz4 = {"lz4", Packing::lz4, lz4}, kXz = {"xz", Packing::xz, xz},
          kLzip = {"lzip", Packing::lzip, lzip}, kBzip2 = {"bzip2", Packing::bzip2, bzip2};

// What is done at a byte of the second frame, or so many before its end.
enum class Do { flip, cut, lack, insert };
struct Row {
  int line;
  const Way& way;
  Do what;
  int at;
  const char* given;  // of 4500 bytes in three frames
  const char* told;   // b and c are where the second and the third begin
  const char* says;   // part of it
};

Case case_of(const Row& row) {
  std::string frames[3];
  for (unsigned i = 0; i < 3; ++i) frames[i] = row.way.pack(noise(kSize, i + 1));
  std::string& second = frames[1];
  const std::size_t at = row.at < 0 ? second.size() - static_cast<std::size_t>(-row.at)
                                    : static_cast<std::size_t>(row.at);
  switch (row.what) {
    case Do::flip:
      second[at] = static_cast<char>(second[at] ^ 0x40);
      break;
    case Do::cut:  // and nothing behind
      frames[2].clear();
      [[fallthrough]];
    case Do::lack:
      second.resize(at);
      break;
    case Do::insert:  // what is none of it
      second.insert(at, noise(50, 9));
      break;
  }
  return {frames[0] + second + frames[2], frames[0].size(), frames[0].size() + second.size()};
}

#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
using enum Do;
// Of a frame in which a check sum has told, all was given that could be.
const Row kRows[] = {
    ROW(kGzip, flip, 0, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kGzip, flip, 2, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kGzip, flip, 3, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kGzip, flip, 9, "0-4500", "", ""),
    ROW(kGzip, flip, 15, "0-1500 ?1 1501-4500", "doubtful b+0 c+0", ""),
    ROW(kGzip, flip, 700, "0-2185 ?1 2186-4500", "doubtful b+0 c+0", ""),
    ROW(kGzip, flip, -9, "0-2999 ?1 3000-4500", "doubtful b+0 c+0", ""),
    ROW(kGzip, flip, -8, "0-4500", "doubtful b+0 c+0", "its check sum is another one (CRC-32)"),
    ROW(kGzip, flip, -5, "0-4500", "doubtful b+0 c+0", "its check sum is another one (CRC-32)"),
    ROW(kGzip, flip, -4, "0-4500", "doubtful b+0 c+0", "its length is another one"),
    ROW(kGzip, flip, -1, "0-4500", "doubtful b+0 c+0", ""),
    ROW(kGzip, cut, 1, "0-1500", "damaged c-1 c+0", ""),
    ROW(kGzip, cut, 4, "0-1500", "damaged c-4 c+0", ""),
    ROW(kGzip, cut, 12, "0-1500", "damaged c-12 c+0", ""),
    ROW(kGzip, cut, 30, "0-1515", "damaged c+0 c+0",
        "is cut off: what it packs goes on behind its 1553 bytes"),
    ROW(kGzip, cut, -9, "0-2999", "damaged c+0 c+0", ""),
    ROW(kGzip, cut, -8, "0-3000", "damaged c+0 c+0", ""),
    ROW(kGzip, cut, -4, "0-3000", "damaged c+0 c+0", ""),
    ROW(kGzip, cut, -1, "0-3000", "damaged c+0 c+0", ""),
    ROW(kGzip, lack, 1, "0-1500 3000-4500", "damaged c-1 c+0", ""),
    ROW(kGzip, lack, -1, "0-3000", "doubtful b+0 c+1, damaged c+1 c+1523", ""),
    ROW(kGzip, lack, -4, "0-3000", "doubtful b+0 c+4, damaged c+9 c+1523", ""),
    ROW(kGzip, insert, 0, "0-4500", "damaged b+0 b+50",
        "behind its end stands what is not packed like it; 50 packed bytes"),
    ROW(kGzip, insert, 600, "0-2085 ?50 2085-2950 3000-4500", "doubtful b+0 c-50, damaged c-50 c+0",
        ""),
    ROW(kZstd, flip, 0, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kZstd, flip, 3, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kZstd, flip, 4, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kZstd, flip, 5, "0-2997 3000-4500", "damaged c-3 c+0", ""),
    ROW(kZstd, flip, 7, "0-2242 3000-4500", "damaged b+752 c+0", ""),
    ROW(kZstd, flip, 8, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kZstd, flip, 9, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kZstd, flip, 700, "0-2190 ?1 2191-4500", "", ""),
    ROW(kZstd, cut, 4, "0-1500", "damaged c-4 c+0", ""),
    ROW(kZstd, cut, 6, "0-1500", "damaged c-6 c+0", ""),
    ROW(kZstd, cut, 12, "0-1502", "damaged c+0 c+0", ""),
    ROW(kZstd, cut, -1, "0-2999", "damaged c+0 c+0", ""),
    ROW(kZstd, lack, 1, "0-1500 3000-4500", "damaged c-1 c+0", ""),
    ROW(kZstd, lack, -1, "0-2999 ?1", "damaged c+1 c+1513", ""),
    ROW(kZstd, insert, 0, "0-4500", "damaged b+0 b+50", ""),
    ROW(kZstd, insert, 600, "0-2090 ?50 2090-2200 3000-4500", "damaged b+760 c+0", ""),
    ROW(kLz4, flip, 0, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kLz4, flip, 3, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kLz4, flip, 4, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kLz4, flip, 5, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kLz4, flip, 6, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kLz4, flip, 9, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kLz4, flip, 10, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kLz4, flip, 700, "0-2182 ?1 2183-4500", "doubtful b+0 c+0", ""),
    ROW(kLz4, flip, -6, "0-4500", "damaged c-8 c+0", ""),
    ROW(kLz4, flip, -4, "0-4500", "doubtful b+0 c+0", "its check sum is another one (XXH32)"),
    ROW(kLz4, flip, -1, "0-4500", "doubtful b+0 c+0", ""),
    ROW(kLz4, cut, 1, "0-1500", "damaged c-1 c+0", ""),
    ROW(kLz4, cut, 4, "0-1500", "damaged c-4 c+0", ""),
    ROW(kLz4, cut, 6, "0-1500", "damaged c-6 c+0", ""),
    ROW(kLz4, cut, 12, "0-1500", "damaged c-12 c+0", ""),
    ROW(kLz4, cut, 700, "0-1500", "damaged b+0 c+0", ""),
    ROW(kLz4, cut, -8, "0-3000", "damaged c+0 c+0", ""),
    ROW(kLz4, cut, -4, "0-3000", "damaged c-4 c+0", ""),
    ROW(kLz4, cut, -1, "0-3000", "damaged c-7 c+0", ""),
    ROW(kLz4, lack, 1, "0-1500 3000-4500", "damaged c-1 c+0", ""),
    ROW(kLz4, lack, -1, "0-3000", "doubtful b+0 c+1, damaged c+1 c+1526", ""),
    ROW(kLz4, lack, -4, "0-3000", "doubtful b+0 c+4, damaged c+4 c+1526", ""),
    ROW(kLz4, insert, 0, "0-4500", "damaged b+0 b+50", ""),
    ROW(kXz, flip, 0, "0-4500", "damaged b+0 b+12", ""),
    ROW(kXz, flip, 6, "0-4500", "damaged b+0 b+12", "; 12 packed bytes"),
    ROW(kXz, flip, 11, "0-4500", "damaged b+0 b+12", ""),
    ROW(kXz, flip, 13, "0-1500 3000-4500", "damaged b+0 c+0", "the header of a block is damaged"),
    ROW(kXz, flip, 23, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kXz, flip, 24, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kXz, flip, 27, "0-1500 ?1 1501-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, 700, "0-2173 ?1 2174-4500", "damaged c-24 c+0",
        "its bytes or their check sum are damaged"),
    ROW(kXz, flip, -33, "0-4500", "damaged c-32 c+0", ""),
    ROW(kXz, flip, -32, "0-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, -25, "0-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, -24, "0-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, -23, "0-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, -22, "0-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, -16, "0-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, -13, "0-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, -12, "0-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, -8, "0-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, -3, "0-4500", "damaged c-24 c+0", ""),
    ROW(kXz, flip, -1, "0-4500", "damaged c-24 c+0", "its header is damaged"),
    ROW(kXz, cut, 1, "0-1500", "damaged c-1 c+0", ""),
    ROW(kXz, cut, 4, "0-1500", "damaged c-4 c+0", ""),
    ROW(kXz, cut, 6, "0-1500", "damaged c-6 c+0", ""),
    ROW(kXz, cut, 12, "0-1500", "damaged c-12 c+0", ""),
    ROW(kXz, cut, 30, "0-1503", "damaged c+0 c+0", ""),
    ROW(kXz, cut, 700, "0-2173", "damaged c+0 c+0", ""),
    ROW(kXz, cut, -33, "0-3000", "damaged c+0 c+0", ""),
    ROW(kXz, cut, -30, "0-3000", "damaged c+0 c+0", ""),
    ROW(kXz, cut, -24, "0-3000", "damaged c+0 c+0", ""),
    ROW(kXz, cut, -12, "0-3000", "damaged c-12 c+0", ""),
    ROW(kXz, cut, -1, "0-3000", "damaged c-23 c+0", ""),
    ROW(kXz, lack, 1, "0-1500 3000-4500", "damaged c-1 c+0", ""),
    ROW(kXz, lack, 6, "0-1500 3000-4500", "damaged c-6 c+12", ""),
    ROW(kXz, lack, -12, "0-4500", "damaged c-12 c+0", ""),
    ROW(kXz, lack, -1, "0-4500", "damaged c-23 c+0", ""),
    ROW(kXz, insert, 0, "0-4500", "damaged b+0 b+50", ""),
    ROW(kLzip, flip, 0, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kLzip, flip, 3, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kLzip, flip, 4, "0-1500 3000-4500", "no-reader b+0 c+0",
        "it is packed in a way that is not known here"),
    ROW(kLzip, flip, 6, "0-1500 3000-4500", "damaged b+0 c+0", ""),
    ROW(kLzip, flip, -20, "0-4500", "damaged c+0 c+0", ""),
    ROW(kLzip, flip, -17, "0-4500", "damaged c+0 c+0", ""),
    ROW(kLzip, flip, -16, "0-4500", "damaged c+0 c+0", ""),
    ROW(kLzip, flip, -9, "0-4500", "damaged c+0 c+0", ""),
    ROW(kLzip, flip, -8, "0-4500", "damaged c+0 c+0", ""),
    ROW(kLzip, flip, -1, "0-4500", "damaged c+0 c+0", ""),
    ROW(kLzip, cut, 1, "0-1500", "damaged c-1 c+0", ""),
    ROW(kLzip, cut, 4, "0-1500", "damaged c-4 c+0", ""),
    ROW(kLzip, cut, 6, "0-1500", "damaged c-6 c+0", ""),
    ROW(kLzip, cut, -20, "0-3000", "damaged c+0 c+0", ""),
    ROW(kLzip, cut, -16, "0-3000", "damaged c+0 c+0", ""),
    ROW(kLzip, cut, -8, "0-3000", "damaged c+0 c+0", ""),
    ROW(kLzip, cut, -1, "0-3000", "damaged c+0 c+0", ""),
    ROW(kLzip, lack, 1, "0-1500 3000-4500", "damaged c-1 c+0", ""),
    ROW(kLzip, lack, 6, "0-1500 3000-4500", "damaged c-6 c+0", ""),
    ROW(kLzip, lack, -1, "0-4500", "damaged c+1 c+1", ""),
    ROW(kLzip, lack, -8, "0-4500", "damaged c+8 c+8", ""),
    ROW(kLzip, insert, 0, "0-4500", "damaged b+0 b+50", ""),
    ROW(kBzip2, flip, 0, "0-4500", "damaged b+0 b+4", ""),
    ROW(kBzip2, flip, 3, "0-4500", "damaged b+0 b+4", ""),
    ROW(kBzip2, flip, 4, "0-1500 3000-4500", "damaged b+0 c-11",
        "its bytes are damaged; 1892 packed bytes"),
    ROW(kBzip2, flip, 9, "0-1500 3000-4500", "damaged b+0 c-11", ""),
    ROW(kBzip2, flip, 10, "0-4500", "doubtful b+0 c-10",
        "the check sum of a block is another one (CRC-32)"),
    ROW(kBzip2, flip, 13, "0-4500", "doubtful b+0 c-10", ""),
    ROW(kBzip2, flip, 14, "0-1500 3000-4500", "damaged b+0 c-11", ""),
    ROW(kBzip2, flip, -10, "0-4500", "doubtful b+0 c-9, damaged c-9 c+4", ""),
    ROW(kBzip2, flip, -5, "0-4500", "doubtful b+0 c-4, damaged c-4 c+4", ""),
    ROW(kBzip2, flip, -4, "0-4500", "doubtful b+0 c+0", ""),
    ROW(kBzip2, flip, -1, "0-4500", "doubtful b+0 c+0", ""),
    ROW(kBzip2, cut, 1, "0-1500", "damaged c-1 c+0", ""),
    ROW(kBzip2, cut, 4, "0-1500", "damaged c-4 c+0", ""),
    ROW(kBzip2, cut, 6, "0-1500", "damaged c-6 c+0", ""),
    ROW(kBzip2, cut, 12, "0-1500", "damaged c-12 c+0", ""),
    ROW(kBzip2, cut, 700, "0-1500", "damaged b+0 c+0", ""),
    ROW(kBzip2, cut, -11, "0-1500", "damaged b+0 c+0", ""),
    ROW(kBzip2, cut, -4, "0-3000", "damaged c+0 c+0", ""),
    ROW(kBzip2, cut, -1, "0-3000", "damaged c+0 c+0", ""),
    ROW(kBzip2, lack, 1, "0-1500 3000-4500", "damaged c-1 c+4", ""),
    ROW(kBzip2, lack, -1, "0-4500", "doubtful b+0 c+1, damaged c+1 c+4", ""),
    ROW(kBzip2, lack, -4, "0-4500", "doubtful b+0 c+4", ""),
    ROW(kBzip2, lack, -30, "0-1500 ?1499", "doubtful b+0 c+19, damaged c+19 c+1856", ""),
    ROW(kBzip2, insert, 0, "0-4500", "damaged b+0 b+54", ""),
};

void check(const Row& row) {
  std::string whole;
  for (unsigned i = 0; i < 3; ++i) whole += noise(kSize, i + 1);
  const Case made = case_of(row);
  for (const worker::Place place : {worker::Place::here, worker::Place::apart}) {
    BOOST_TEST_INFO_SCOPE("line " << row.line << ", " << row.way.name
                                  << (place == worker::Place::here ? "" : ", apart"));
    const Outcome got = outcome_of(row.way.packing, made, place);
    BOOST_TEST(runs_of(got.given, whole) == row.given);
    BOOST_TEST(got.told == row.told);
    BOOST_TEST(got.says.find(row.says) != std::string::npos, got.says);
  }
}

// Of a stream of blocks, in which bits are flipped: which bytes come, and what is told.
struct Told {
  std::string given, told;
};
Told told_of(Packing packing, const std::string& good, const std::string& whole,
             const std::vector<std::size_t>& flips) {
  Case made{good, 0, good.size()};
  for (const std::size_t at : flips) made.bytes[at] = static_cast<char>(made.bytes[at] ^ 0x40);
  const Outcome here = outcome_of(packing, made, worker::Place::here),
                apart = outcome_of(packing, made, worker::Place::apart);
  BOOST_TEST((here.given == apart.given));
  BOOST_TEST(here.told == apart.told);
  return {runs_of(here.given, whole), here.told};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(unpacked)

BOOST_AUTO_TEST_CASE(what_is_given_and_told_of_each_damage) {
  for (const Row& row : kRows) check(row);
}

// Padding, as xz (2.2) and tapes have it.
BOOST_AUTO_TEST_CASE(zeros_between_frames_are_no_damage) {
  std::string whole;
  for (unsigned i = 0; i < 3; ++i) whole += noise(kSize, i + 1);
  for (const Way* way : {&kGzip, &kZstd, &kLz4, &kXz, &kLzip, &kBzip2}) {
    BOOST_TEST_INFO_SCOPE(way->name);
    const std::string one = way->pack(noise(kSize, 1)), two = way->pack(noise(kSize, 2));
    for (const std::size_t count : {1U, 4U, 200'000U}) {
      const std::string zeros(count, '\0');
      const Outcome got =
          outcome_of(way->packing, {one + zeros + two + zeros, 0, 0}, worker::Place::here);
      BOOST_TEST(runs_of(got.given, whole) == "0-3000");
      BOOST_TEST(got.told == "");
      const Outcome odd =
          outcome_of(way->packing, {one + zeros + "x" + two, one.size(), one.size() + count + 1},
                     worker::Place::here);
      BOOST_TEST(runs_of(odd.given, whole) == "0-3000");
      BOOST_TEST(odd.told.starts_with("damaged c-1 "), odd.told);
    }
  }
}

// Pieces without anything in them cost work and give nothing: many are read, and more are told.
BOOST_AUTO_TEST_CASE(pieces_that_hold_nothing_have_an_end) {
  const std::string whole = noise(kSize, 1) + noise(kSize, 2), empty = gzip("");
  const std::string one = gzip(noise(kSize, 1)), two = gzip(noise(kSize, 2));
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += empty;
  for (const worker::Place place : {worker::Place::here, worker::Place::apart}) {
    const Outcome all = outcome_of(Packing::gzip, {one + many + two + many, 0, 0}, place);
    BOOST_TEST(runs_of(all.given, whole) == "0-3000");
    BOOST_TEST(all.told == "");
    const Outcome cut =
        outcome_of(Packing::gzip,
                   {one + many + empty + two, 0, one.size() + many.size() + empty.size()}, place);
    BOOST_TEST(runs_of(cut.given, whole) == "0-1500");
    BOOST_TEST(cut.told.starts_with("limit c+0 c+"), cut.told);
    BOOST_TEST(cut.says.find("10000 packed pieces that hold nothing") != std::string::npos,
               cut.says);
  }
}

// Two streams, of three blocks and of two: nothing comes twice, and each block that can be read
// comes.
BOOST_AUTO_TEST_CASE(blocks_of_xz_are_read_behind_each_damage) {
  std::vector<std::string> pieces;
  std::string whole;
  for (unsigned i = 0; i < 5; ++i) whole += pieces.emplace_back(noise(kSize, i + 1));
  const std::string bytes =
      xz_of({pieces[0], pieces[1], pieces[2]}) + xz_of({pieces[3], pieces[4]});
  // Headers of blocks are at 12, 1536, 3060, 4628 and 6152, the second stream begins at 4616.
  struct Flips {
    std::vector<std::size_t> at;
    const char *given, *told;
  };
  for (const Flips& row : {
           Flips{{300}, "0-273 ?1 274-7500", "damaged b+1536 b+1536"},
           {{13}, "1500-7500", "damaged b+0 b+1536"},
           {{300, 2000},
            "0-273 ?1 274-1949 ?1 1950-7500",
            "damaged b+1536 b+1536, damaged b+3060 b+3060"},
           {{300, 2000, 3500},
            "0-273 ?1 274-1949 ?1 1950-3425 ?1 3426-7500",
            "damaged b+1536 b+1536, damaged b+3060 b+3060, damaged b+4584 b+4616"},
           {{1537, 2000}, "0-1500 3000-7500", "damaged b+1536 b+3060"},
           // Then the index is read by another decoder, and the next stream by the first.
           {{2000, 4596}, "0-1949 ?1 1950-7500", "damaged b+3060 b+3060, damaged b+4584 b+4616"},
           {{2000, 4916},
            "0-1949 ?1 1950-4773 ?1 4774-7500",
            "damaged b+3060 b+3060, damaged b+6152 b+6152"},
           {{2000, 4618}, "0-1949 ?1 1950-7500", "damaged b+3060 b+3060, damaged b+4616 b+4628"},
           {{8, 300}, "0-273 ?1 274-7500", "damaged b+0 b+12, damaged b+1536 b+1536"},
           {{4624}, "0-7500", "damaged b+4616 b+4628"},
       }) {
    const Told got = told_of(Packing::xz, bytes, whole, row.at);
    BOOST_TEST(got.given == row.given);
    BOOST_TEST(got.told == row.told);
  }
}

// Of 99,981 bytes each, the last of 50,038; they begin at any bit.
BOOST_AUTO_TEST_CASE(blocks_of_bzip2_are_read_behind_each_damage) {
  const std::string whole = noise(250'000, 1),
                    bytes = packed_alone(ARCHIVE_FILTER_BZIP2, whole, "compression-level=1");
  struct Flips {
    std::vector<std::size_t> at;
    const char *given, *told;
  };
  const std::size_t size = bytes.size();
  for (const Flips& row : {
           Flips{{10}, "0-250000", "doubtful b+0 b+100774"},
           {{15}, "99981-250000", "damaged b+0 b+100774"},
           {{5}, "99981-250000", "damaged b+0 b+100774"},
           {{15, 100'781}, "99981-250000", "damaged b+0 b+100774, doubtful b+100774 b+201564"},
           {{10, 100'781}, "0-250000", "doubtful b+0 b+100774, doubtful b+100774 b+201564"},
           {{11, 1000}, "99981-250000", "damaged b+0 b+100774"},
           {{size - 3}, "0-250000", "doubtful b+201565 c+0"},
       }) {
    const Told got = told_of(Packing::bzip2, bytes, whole, row.at);
    BOOST_TEST(got.given == row.given);
    BOOST_TEST(got.told == row.told);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace basewalk
