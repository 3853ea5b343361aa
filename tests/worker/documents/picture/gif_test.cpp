// SPDX-License-Identifier: MIT
//
// GIF89a, frame by frame: which grey each pixel of the whole canvas has.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "worker/documents/picture/raster.h"

using namespace basewalk;
using namespace std::string_literals;
using worker::Frames;

namespace {

std::string two(int value) { return {static_cast<char>(value), static_cast<char>(value >> 8)}; }

// Black, white, and two greys.
const std::string kColours = "\0\0\0\xFF\xFF\xFF\x40\x40\x40\x80\x80\x80"s;
constexpr int kGreys[] = {0, 255, 0x40, 0x80};

std::string screen(int width, int height, const std::string& colours = kColours) {
  return "GIF89a" + two(width) + two(height) + (colours.empty() ? "\0"s : "\x81"s) + "\0\0"s +
         colours;
}

// Pixels as codes of three bits that are never longer: behind each two the table is cleared (4),
// and 5 ends them.
std::string coded(std::string_view pixels) {
  std::string bytes;
  unsigned held = 0, count = 0;
  const auto put = [&](unsigned code) {
    held |= code << count;
    for (count += 3; count >= 8; count -= 8, held >>= 8) bytes += static_cast<char>(held);
  };
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    if (i % 2 == 0) put(4);
    put(static_cast<unsigned>(pixels[i] - '0'));
  }
  put(5);
  if (count > 0) bytes += static_cast<char>(held);
  return "\2"s + static_cast<char>(bytes.size()) + bytes + '\0';
}

enum Flags : int { kPlain = 0, kInterlaced = 0x40, kOwnColours = 0x81 };
std::string image(int left, int top, int width, int height, std::string_view pixels,
                  int flags = kPlain, const std::string& colours = "") {
  return "," + two(left) + two(top) + two(width) + two(height) + static_cast<char>(flags) +
         colours + coded(pixels);
}

// 23: what becomes of the next image, and which colour of it is none.
enum Disposal : int { kStays = 1, kBackground = 2, kPrevious = 3 };
std::string control(int disposal, int transparent = -1) {
  return "!\xF9\4"s + static_cast<char>(disposal << 2 | (transparent >= 0 ? 1 : 0)) + "\0\0"s +
         static_cast<char>(transparent) + '\0';
}
const std::string kComment = "!\xFE\5hello\0"s, kEnd = ";";

struct Row {
  const char* name;
  std::string bytes;
  std::vector<std::string> frames;  // pixels as indices of kColours
  Frames::End end = Frames::End::whole;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

const std::vector<Row> kRows = {
    {"one image", screen(2, 2) + image(0, 0, 2, 2, "0123") + kEnd, {"0123"}},
    {"what is around it is white", screen(2, 2) + image(1, 1, 1, 1, "0") + kEnd, {"1110"}},
    {"four passes: rows 0 and 8, 4, 2 and 6, the odd ones",
     screen(1, 9) + image(0, 0, 1, 9, "001223333", kInterlaced) + kEnd,
     {"032313230"}},
    {"four passes of more rows: 0 and 8, 4 and 12, 2 and 6 and 10, the odd ones",
     screen(1, 13) + image(0, 0, 1, 13, "0033222333333", kInterlaced) + kEnd,
     {"0323332303233"}},
    {"colours of its own",
     screen(2, 1) +
         image(0, 0, 2, 1, "01", kOwnColours, "\x80\x80\x80\x40\x40\x40\0\0\0\xFF\xFF\xFF"s) + kEnd,
     {"32"}},
    {"no colours at all", screen(2, 1, "") + image(0, 0, 2, 1, "01") + kEnd, {"11"}},
    {"a colour that it has not",
     screen(2, 1) + image(0, 0, 2, 1, "30", 0x80, "\0\0\0\x40\x40\x40"s) + kEnd,
     {"10"}},
    {"a colour that is none",
     screen(2, 1) + image(0, 0, 2, 1, "00") + control(kStays, 2) + image(0, 0, 2, 1, "23") + kEnd,
     {"00", "03"}},
    {"it is none in the next image alone",
     screen(2, 1) + control(kStays, 2) + image(0, 0, 2, 1, "20") + image(0, 0, 2, 1, "23") + kEnd,
     {"10", "23"}},
    {"an image stays",
     screen(2, 1) + control(kStays) + image(0, 0, 2, 1, "00") + image(1, 0, 1, 1, "2") + kEnd,
     {"00", "02"}},
    {"an image is taken away",
     screen(3, 2) + image(0, 0, 3, 2, "000000") + control(kBackground) + image(1, 0, 1, 2, "23") +
         image(0, 0, 1, 1, "3") + kEnd,
     {"000000", "020030", "310010"}},
    {"what was before it comes back",
     screen(2, 1) + image(0, 0, 2, 1, "01") + control(kPrevious) + image(0, 0, 1, 1, "2") +
         image(1, 0, 1, 1, "3") + kEnd,
     {"01", "21", "03"}},
    {"a first image makes room", screen(1, 1) + image(1, 0, 1, 2, "02") + kEnd, {"1012"}},
    {"a later one does not, and is cut off",
     screen(2, 1) + image(0, 0, 2, 1, "00") + control(kBackground) + image(1, 0, 2, 2, "2323") +
         image(0, 0, 1, 1, "3") + kEnd,
     {"00", "02", "31"}},
    {"comments are passed over",
     screen(2, 1) + kComment + image(0, 0, 2, 1, "02") + kComment + kEnd,
     {"02"}},
    {"no image", screen(2, 1) + kEnd, {}},
    {"an image of no width", screen(2, 1) + image(0, 0, 0, 1, "") + kEnd, {}, Frames::End::damaged},
    {"an image of no height",
     screen(2, 1) + image(0, 0, 2, 0, "") + kEnd,
     {},
     Frames::End::damaged},
    {"more pixels than are looked at",
     screen(60'000, 60'000) + image(0, 0, 2, 1, "01") + image(0, 0, 2, 1, "01") + kEnd,
     {},
     Frames::End::too_large},
    {"pixels are missing: what there is of it",
     screen(2, 2) + image(0, 0, 2, 2, "01") + kEnd,
     {"0111"},
     Frames::End::damaged},
    {"no end", screen(2, 1) + image(0, 0, 2, 1, "02"), {"02"}, Frames::End::damaged},
    {"what is neither image nor extension",
     screen(2, 1) + image(0, 0, 2, 1, "02") + "x" + image(0, 0, 2, 1, "00") + kEnd,
     {"02"},
     Frames::End::damaged},
    {"an extension that is cut off", screen(2, 1) + "!\xF9\4\1"s, {}, Frames::End::damaged},
    {"a control that is too short: as if there were none",
     screen(2, 1) + "!\xF9\2\1\0\0"s + image(0, 0, 2, 1, "02") + kEnd,
     {"02"}},
    {"another file", "PNG89a" + screen(2, 1).substr(6) + kEnd, {}, Frames::End::damaged},
    {"nothing but its name", "GIF89a", {}, Frames::End::damaged},
};

struct Decoded {
  std::vector<std::string> frames;
  Frames::End end = Frames::End::whole;
};
Decoded decoded(std::string_view bytes) {
  Decoded result;
  Frames frames(1'000'000, [&](const worker::Raster& raster) {
    std::string pixels;
    for (const std::uint8_t grey : raster.grey) {
      char index = '?';
      for (int i = 0; i < 4; ++i)
        if (grey == kGreys[i]) index = static_cast<char>('0' + i);
      pixels += index;
    }
    BOOST_TEST(pixels.size() == std::size_t{raster.width} * raster.height);
    result.frames.push_back(pixels);
  });
  const test::ExactCopy copy(bytes);
  worker::decode_gif(copy.view(), frames);
  result.end = frames.end();
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pictures)

BOOST_DATA_TEST_CASE(each_frame_is_the_whole_canvas, boost::unit_test::data::make(kRows), row) {
  const Decoded result = decoded(row.bytes);
  BOOST_TEST(result.frames == row.frames, boost::test_tools::per_element());
  BOOST_TEST((result.end == row.end));
}

// Wherever it is cut off: some of the frames, and a word that it is damaged.
BOOST_DATA_TEST_CASE(a_gif_that_is_cut_off_is_told, boost::unit_test::data::make(kRows), row) {
  if (row.end != Frames::End::whole) return;
  for (std::size_t size = 0; size < row.bytes.size(); ++size) {
    const Decoded result = decoded(std::string_view(row.bytes).substr(0, size));
    BOOST_TEST((result.end == Frames::End::damaged), size);
    BOOST_TEST(result.frames.size() <= row.frames.size());
  }
}

BOOST_AUTO_TEST_SUITE_END()
