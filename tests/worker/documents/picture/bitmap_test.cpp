// SPDX-License-Identifier: MIT
//
// Bitmaps of Windows in each of their forms, and PGM and PPM: which grey each pixel has.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "worker/documents/picture/end.h"
#include "worker/documents/picture/raster.h"

using namespace basewalk;
using namespace std::string_literals;
using worker::Frames;

namespace {

constexpr int kWhite = 255, kRed = 76, kGreen = 149, kBlue = 28;  // as the eye weighs them
constexpr std::uint64_t kPixels = 1'000'000;

std::string little(std::int64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i)
    out += static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFF);
  return out;
}

struct Header {
  std::int64_t width = 0, height = 0;
  int bits = 0, packing = 0, colours = 0;
};

// The palette, or masks, stand between the header and the pixels.
std::string bitmap(const Header& header, const std::string& between, const std::string& pixels) {
  const std::string head = little(40, 4) + little(header.width, 4) + little(header.height, 4) +
                           little(1, 2) + little(header.bits, 2) + little(header.packing, 4) +
                           std::string(12, '\0') + little(header.colours, 4) + little(0, 4);
  const std::size_t begin = 14 + head.size() + between.size();
  return "BM" + little(0, 8) + little(static_cast<std::int64_t>(begin), 4) + head + between +
         pixels;
}

// BITMAPCOREHEADER: numbers of two bytes, colours of three.
std::string old_bitmap(int width, int height, int bits, const std::string& palette,
                       const std::string& pixels) {
  const std::size_t begin = 14 + 12 + palette.size();
  return "BM" + little(0, 8) + little(static_cast<std::int64_t>(begin), 4) + little(12, 4) +
         little(width, 2) + little(height, 2) + little(1, 2) + little(bits, 2) + palette + pixels;
}

const std::string kBlackWhiteRed = "\0\0\0\0\xFF\xFF\xFF\0\0\0\xFF\0"s;

struct Decoded {
  std::vector<int> grey;
  std::uint32_t width = 0, height = 0;
  Frames::End end = Frames::End::whole;
};

Decoded decoded(void (*decode)(std::string_view, Frames&), const std::string& bytes) {
  Decoded result;
  Frames frames(kPixels, [&](const worker::Raster& raster) {
    result.grey.assign(raster.grey.begin(), raster.grey.end());
    result.width = raster.width;
    result.height = raster.height;
  });
  const test::ExactCopy copy(bytes);
  decode(copy.view(), frames);
  result.end = frames.end();
  return result;
}

struct Row {
  const char* name;
  std::string bytes;
  std::vector<int> grey;
  Frames::End end = Frames::End::whole;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

const std::vector<Row> kBitmaps = {
    {"one bit",
     bitmap({10, 1, 1, 0, 2}, kBlackWhiteRed.substr(0, 8), "\xB0\x40\0\0"s),
     {kWhite, 0, kWhite, kWhite, 0, 0, 0, 0, 0, kWhite}},
    {"one bit, colours not counted",
     bitmap({2, 1, 1, 0, 0}, kBlackWhiteRed.substr(0, 8), "\x80\0\0\0"s),
     {kWhite, 0}},
    {"one bit, of old",
     old_bitmap(2, 1, 1, "\0\0\xFF\xFF\xFF\xFF"s, "\x40\0\0\0"s),
     {kRed, kWhite}},
    {"four bits", bitmap({3, 1, 4, 0, 3}, kBlackWhiteRed, "\x01\x20\0\0"s), {0, kWhite, kRed}},
    {"eight bits", bitmap({3, 1, 8, 0, 3}, kBlackWhiteRed, "\2\1\0\0"s), {kRed, kWhite, 0}},
    {"a colour that it has not", bitmap({2, 1, 8, 0, 3}, kBlackWhiteRed, "\7\1\0\0"s), {0, kWhite}},
    {"sixteen bits, five for each",
     bitmap({4, 1, 16}, "", "\x00\x7C\xE0\x03\x1F\x00\xFF\x7F"s),
     {kRed, kGreen, kBlue, kWhite}},
    {"sixteen bits, six for green",
     bitmap({4, 1, 16, 3}, little(0xF800, 4) + little(0x07E0, 4) + little(0x1F, 4),
            "\x00\xF8\xE0\x07\x1F\x00\xFF\xFF"s),
     {kRed, kGreen, kBlue, kWhite}},
    {"without a mask for green",
     bitmap({2, 1, 16, 3}, little(0xF800, 4) + little(0, 4) + little(0x1F, 4), "\xE0\x07\x00\xF8"s),
     {0, kRed}},
    {"twenty-four bits, from the bottom up",
     bitmap({1, 3, 24}, "", "\xFF\0\0\0\0\xFF\0\0\0\0\xFF\0"s),
     {kRed, kGreen, kBlue}},
    {"from the top down",
     bitmap({1, -3, 24}, "", "\xFF\0\0\0\0\xFF\0\0\0\0\xFF\0"s),
     {kBlue, kGreen, kRed}},
    {"thirty-two bits",
     bitmap({3, 1, 32}, "", "\xFF\0\0\0\0\xFF\0\0\0\0\xFF\0"s),
     {kBlue, kGreen, kRed}},
    {"thirty-two bits, red first",
     bitmap({3, 1, 32, 3}, little(0xFF, 4) + little(0xFF00, 4) + little(0xFF0000, 4),
            "\xFF\0\0\0\0\xFF\0\0\0\0\xFF\0"s),
     {kRed, kGreen, kBlue}},
    {"runs of eight bits: a run, a line's end, bytes as they are, a leap, the end",
     bitmap({3, 3, 8, 1, 3}, kBlackWhiteRed, "\2\1\0\0\0\3\1\2\1\0\0\0\0\2\1\0\1\2\0\1"s),
     {kWhite, kRed, kWhite, kWhite, kRed, kWhite, kWhite, kWhite, kWhite}},
    {"runs of four bits",
     bitmap({4, 2, 8, 2, 3}, kBlackWhiteRed, "\3\x12\0\0\0\3\x21\x20\0\1"s),
     {kRed, kWhite, kRed, kWhite, kWhite, kRed, kWhite, kWhite}},
    {"a run that is too long, and too many lines",
     bitmap({2, 1, 8, 1, 3}, kBlackWhiteRed, "\x9\2\0\0\1\2\0\1"s),
     {kRed, kRed}},
    {"runs without an end",
     bitmap({2, 1, 8, 1, 3}, kBlackWhiteRed, "\2\2"s),
     {kRed, kRed},
     Frames::End::damaged},
    {"a line is missing",
     bitmap({1, 2, 24}, "", "\0\0\xFF\0"s),
     {kWhite, kRed},
     Frames::End::damaged},
    {"no line's end, of three bytes", bitmap({1, 1, 8, 0, 3}, kBlackWhiteRed, "\2"), {kRed}},
    {"no line's end", bitmap({1, 1, 24}, "", "\0\0\xFF"s), {kRed}},
    {"no height", bitmap({1, 0, 24}, "", "\0\0\xFF\0"s), {}, Frames::End::damaged},
    {"the height that has no opposite",
     bitmap({1, INT32_MIN, 24}, "", "\0\0\xFF\0"s),
     {},
     Frames::End::damaged},
    {"no width", bitmap({0, 1, 24}, "", "\0\0\xFF\0"s), {}, Frames::End::too_large},
    {"more pixels than are looked at",
     bitmap({2000, 2000, 24}, "", ""),
     {},
     Frames::End::too_large},
    {"a JPEG within", bitmap({1, 1, 24, 4}, "", "\0\0\xFF\0"s), {}, Frames::End::damaged},
    {"three bits", bitmap({1, 1, 3}, "", "\0\0\0\0"s), {}, Frames::End::damaged},
    {"no colours", bitmap({1, 1, 8, 0, 1}, "", ""), {}, Frames::End::damaged},
    {"no masks", bitmap({1, 1, 16, 3}, "", "\0\0\0\0"s), {}, Frames::End::damaged},
    {"a header of no kind",
     "BM" + little(0, 8) + little(30, 4) + little(16, 4) + std::string(16, '\0'),
     {},
     Frames::End::damaged},
};

const std::vector<Row> kPlain = {
    {"PGM", "P5 2 1 255\n\xFF\x40"s, {255, 0x40}},
    {"PGM of another maximum", "P5 3 1 1\n\0\1\2"s, {0, 255, 255}},
    {"PPM", "P6 3 1 255\n\xFF\0\0\0\xFF\0\0\0\xFF"s, {kRed, kGreen, kBlue}},
    {"PPM of another maximum", "P6 2 1 1\n\1\1\1\2\2\2"s, {255, 255}},
    {"comments", "P5\n# 7 7\n2 # wide\n1\n# most\n255\n\1\2"s, {1, 2}},
    {"a white pixel for one that is missing", "P5 2 1 255\n\1"s, {1, 255}, Frames::End::damaged},
    {"no maximum", "P5 1 1 0\n\1"s, {}, Frames::End::damaged},
    {"two bytes for each", "P5 1 1 65535\n\1\1"s, {}, Frames::End::damaged},
    {"no number", "P5 1 x 255\n\1"s, {}, Frames::End::damaged},
    {"a comment to the end", "P5 1 #"s, {}, Frames::End::damaged},
    {"nothing more", "P5"s, {}, Frames::End::damaged},
    {"a number of more than nine digits", "P5 0000000002 1 255\n\1\1"s, {}, Frames::End::too_large},
    {"no pixels", "P5 0 1 255\n"s, {}, Frames::End::too_large},
    {"more pixels than are looked at", "P6 2000 2000 255\n"s, {}, Frames::End::too_large},
};

void check(void (*decode)(std::string_view, Frames&), const Row& row) {
  const Decoded result = decoded(decode, row.bytes);
  BOOST_TEST(result.grey == row.grey, boost::test_tools::per_element());
  BOOST_TEST((result.end == row.end));
  BOOST_TEST(result.grey.size() == std::size_t{result.width} * result.height);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pictures)

BOOST_DATA_TEST_CASE(bitmaps_are_read, boost::unit_test::data::make(kBitmaps)) {
  check(worker::decode_bmp, sample);
}

BOOST_DATA_TEST_CASE(plain_pictures_are_read, boost::unit_test::data::make(kPlain)) {
  check(worker::decode_pnm, sample);
}

// Wherever it is cut off: what there is of it, or a word that it is damaged.
BOOST_DATA_TEST_CASE(what_is_cut_off_ends, boost::unit_test::data::make(kBitmaps)) {
  for (std::size_t size = 2; size < sample.bytes.size(); ++size)
    for (const auto decode : {worker::decode_bmp, worker::decode_pnm}) {
      const Decoded result = decoded(decode, sample.bytes.substr(0, size));
      BOOST_TEST((!result.grey.empty() || result.end != Frames::End::whole), size);
    }
}

// To which rows are filled up that are not.
BOOST_DATA_TEST_CASE(a_bitmap_ends_behind_its_rows, boost::unit_test::data::make(kBitmaps)) {
  if (sample.end != Frames::End::whole) return;
  // Of these one pixel is the last that is there.
  const std::string name = sample.name;
  const std::size_t missing = name == "no line's end"                   ? 1
                              : name == "no line's end, of three bytes" ? 3
                                                                        : 0;
  const std::size_t size = sample.bytes.size() + missing;
  BOOST_TEST(worker::end_of_picture(sample.bytes + "12345678").value_or(0) == size);
  BOOST_TEST(worker::end_of_picture(sample.bytes).value_or(0) <= sample.bytes.size());
}

BOOST_AUTO_TEST_SUITE_END()
