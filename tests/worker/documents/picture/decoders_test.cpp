// SPDX-License-Identifier: MIT
//
// Pictures that a library decodes (PNG, JPEG, WebP, TIFF): which grey each pixel of each frame has,
// and what is said of those that are not whole.  GIF and the plain formats have tests of their own.
#include <png.h>
#include <turbojpeg.h>
#include <webp/encode.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "support/files.h"
#include "support/little.h"
#include "worker/documents/picture/raster.h"

using namespace basewalk;
using namespace std::string_literals;
using test::little;
using worker::Frames;

namespace {

using Greys = std::vector<int>;
using Pixels = std::vector<std::uint8_t>;  // of as many bytes as the kind has

// What the coefficients of red, green and blue make of it.
constexpr int kRed = 76, kGreen = 149, kBlue = 28;

struct Decoded {
  std::vector<Greys> frames;
  std::uint32_t width = 0, height = 0;  // of the last one
  Frames::End end = Frames::End::whole;
};
using Decode = void (*)(std::string_view, Frames&);
Decoded decoded(Decode decode, std::string_view bytes, std::uint64_t most = 10'000'000) {
  Decoded result;
  Frames frames(most, [&](const worker::Raster& raster) {
    result.frames.emplace_back(raster.grey.begin(), raster.grey.end());
    result.width = raster.width;
    result.height = raster.height;
    BOOST_TEST(raster.grey.size() == std::size_t{raster.width} * raster.height);
  });
  const test::ExactCopy copy(bytes);
  decode(copy.view(), frames);
  result.end = frames.end();
  return result;
}

// --- PNG

std::string png(std::uint32_t width, std::uint32_t height, std::uint32_t format,
                const Pixels& pixels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = format;
  png_alloc_size_t size = 0;
  BOOST_REQUIRE(::png_image_write_to_memory(&image, nullptr, &size, 0, pixels.data(), 0, nullptr));
  std::string bytes(size, '\0');
  BOOST_REQUIRE(
      ::png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr));
  bytes.resize(size);
  return bytes;
}
// acTL: of two frames, endlessly.
const std::string kAnimation =
    "\0\0\0\x08"
    "acTL\0\0\0\2\0\0\0\0\xF3\x8D\x93\x70"s;

struct PngRow {
  const char* name;
  std::uint32_t width, height, format;
  Pixels pixels;
  Greys greys;
};
std::ostream& operator<<(std::ostream& out, const PngRow& row) { return out << row.name; }
const std::vector<PngRow> kPngs = {
    {"grey", 3, 2, PNG_FORMAT_GRAY, {0, 64, 255, 1, 128, 254}, {0, 64, 255, 1, 128, 254}},
    {"grey and how opaque it is",
     4,
     1,
     PNG_FORMAT_GA,
     {0, 255, 0, 0, 255, 0, 128, 255},
     {0, 255, 255, 128}},
    {"white and black", 2, 1, PNG_FORMAT_RGB, {255, 255, 255, 0, 0, 0}, {255, 0}},
    {"red, green and blue",
     3,
     1,
     PNG_FORMAT_RGB,
     {255, 0, 0, 0, 255, 0, 0, 0, 255},
     {kRed, kGreen, kBlue}},
    {"colours that cannot be seen are white",
     2,
     1,
     PNG_FORMAT_RGBA,
     {0, 0, 0, 0, 0, 0, 0, 255},
     {255, 0}},
};

// --- JPEG

std::string jpeg(int width, int height, int format, int sampling, const Pixels& pixels,
                 int flags = 0) {
  const tjhandle handle = ::tjInitCompress();
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  const int status = ::tjCompress2(handle, pixels.data(), width, 0, height, format, &bytes, &size,
                                   sampling, 100, flags);
  const std::string result(reinterpret_cast<const char*>(bytes), size);
  ::tjFree(bytes);
  ::tjDestroy(handle);
  BOOST_REQUIRE_EQUAL(status, 0);
  return result;
}
Pixels many(std::size_t count, const Pixels& pixel) {
  Pixels all;
  for (std::size_t i = 0; i < count; ++i) all.insert(all.end(), pixel.begin(), pixel.end());
  return all;
}

struct JpegRow {
  const char* name;
  int format;
  Pixels pixel;
  int grey;
};
std::ostream& operator<<(std::ostream& out, const JpegRow& row) { return out << row.name; }
const std::vector<JpegRow> kJpegs = {
    {"black", TJPF_GRAY, {0}, 0},
    {"grey", TJPF_GRAY, {100}, 100},
    {"white", TJPF_GRAY, {255}, 255},
    {"red", TJPF_RGB, {255, 0, 0}, kRed},
    {"green", TJPF_RGB, {0, 255, 0}, kGreen},
    {"blue", TJPF_RGB, {0, 0, 255}, kBlue},
    {"no ink", TJPF_CMYK, {255, 255, 255, 255}, 255},
    {"black ink", TJPF_CMYK, {255, 255, 255, 0}, 0},
    {"half of it", TJPF_CMYK, {255, 255, 255, 128}, 128},
    {"all the others", TJPF_CMYK, {0, 0, 0, 255}, 0},
    {"all but cyan: red", TJPF_CMYK, {255, 0, 0, 255}, kRed},
    {"all but magenta: green", TJPF_CMYK, {0, 255, 0, 255}, kGreen},
    {"all but yellow: blue", TJPF_CMYK, {0, 0, 255, 255}, kBlue},
    {"a dark blue", TJPF_CMYK, {0, 0, 255, 128}, kBlue / 2},
};

// --- WebP

std::string lossless(int width, int height, const Pixels& rgba) {
  std::uint8_t* bytes = nullptr;
  const std::size_t size = ::WebPEncodeLosslessRGBA(rgba.data(), width, height, width * 4, &bytes);
  std::string result(reinterpret_cast<const char*>(bytes), size);
  ::WebPFree(bytes);
  BOOST_REQUIRE(size > 0);
  return result;
}
std::string riff_chunk(const std::string& type, const std::string& data) {
  return type + little(data.size(), 4) + data + std::string(data.size() % 2, '\0');
}
// "WebP Container Specification", "Animation": `frames` are files of one frame each, of the whole
// canvas, that are drawn over what was there, or take its place.
std::string animation(std::uint32_t width, std::uint32_t height,
                      const std::vector<std::string>& frames) {
  constexpr std::size_t kHead = 12;
  std::string chunks =
      riff_chunk("VP8X", "\x12\0\0\0"s + little(width - 1, 3) + little(height - 1, 3));
  chunks += riff_chunk("ANIM", "\xFF\xFF\xFF\xFF\0\0"s);
  for (const std::string& frame : frames)
    chunks += riff_chunk("ANMF", little(0, 6) + little(width - 1, 3) + little(height - 1, 3) +
                                     little(100, 3) + '\0' + frame.substr(kHead));
  return riff_chunk("RIFF", "WEBP" + chunks);
}
const Pixels kBlackAndWhite = {0, 0, 0, 255, 255, 255, 255, 255};
const Pixels kRedAndNothing = {255, 0, 0, 255, 0, 0, 255, 0};

// --- TIFF

struct Field {
  unsigned tag, type, count;
  std::uint32_t value;
};
// A page of 8 bits a sample: its fields, the pixels at `pixels_at`.
std::vector<Field> fields(std::uint32_t width, std::uint32_t height, std::uint32_t meaning,
                          std::uint32_t samples, std::uint32_t pixels_at) {
  std::vector<Field> all = {{256, 4, 1, width}, {257, 4, 1, height}};
  if (samples < 3) all.push_back({258, 3, 1, 8});
  all.push_back({259, 3, 1, 1});
  all.push_back({262, 3, 1, meaning});
  all.push_back({273, 4, 1, pixels_at});
  all.push_back({277, 3, 1, samples});
  all.push_back({278, 4, 1, height});
  all.push_back({279, 4, 1, width * height * samples});
  return all;
}
std::string directory(const std::vector<Field>& all, std::uint32_t next) {
  std::string out = little(all.size(), 2);
  for (const Field& field : all)
    out += little(field.tag, 2) + little(field.type, 2) + little(field.count, 4) +
           little(field.value, 4);
  return out + little(next, 4);
}
constexpr std::uint32_t kBlackIsZero = 1, kColours = 2;
constexpr std::uint32_t kPixelsAt = 8;
std::string tiff(const std::string& pixels, const std::string& directories) {
  return "II*\0"s + little(kPixelsAt + pixels.size(), 4) + pixels + directories;
}
// As many pages as `pixels` has bytes, of one grey pixel each.
std::string pages(const std::string& pixels, bool loops = false) {
  std::string directories;
  const std::size_t size = directory(fields(1, 1, kBlackIsZero, 1, 0), 0).size();
  const std::size_t begin = kPixelsAt + pixels.size();
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const bool is_last = i + 1 == pixels.size();
    const std::size_t next = !is_last ? begin + (i + 1) * size : loops ? begin : 0;
    directories +=
        directory(fields(1, 1, kBlackIsZero, 1, static_cast<std::uint32_t>(kPixelsAt + i)),
                  static_cast<std::uint32_t>(next));
  }
  return tiff(pixels, directories);
}
std::string colours(std::uint32_t width, std::uint32_t height, std::uint32_t samples,
                    const std::string& pixels) {
  std::vector<Field> all = fields(width, height, kColours, samples, kPixelsAt);
  // Of what is opaque by a share that the colours are not multiplied with.
  if (samples == 4) all.push_back({338, 3, 1, 2});
  // Bits of each sample stand behind the directory.
  const std::size_t behind = kPixelsAt + pixels.size() + 2 + 12 * (all.size() + 1) + 4;
  all.insert(all.begin() + 2, {258, 3, samples, static_cast<std::uint32_t>(behind)});
  std::string bits;
  for (std::uint32_t i = 0; i < samples; ++i) bits += little(8, 2);
  return tiff(pixels, directory(all, 0) + bits);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(decoders)

BOOST_AUTO_TEST_CASE(so_many_pixels_are_taken) {
  const auto none = [](const worker::Raster&) {};
  for (const auto& [width, height, may] : {std::tuple{1, 1, true},
                                           {65'535, 1, true},
                                           {1, 65'535, true},
                                           {65'536, 1, false},
                                           {1, 65'536, false},
                                           {0, 1, false},
                                           {1, 0, false},
                                           {1'000, 1'000, true},
                                           {1'001, 1'000, false}}) {
    Frames frames(1'000'000, none);
    BOOST_TEST(frames.may_take(static_cast<std::uint64_t>(width),
                               static_cast<std::uint64_t>(height)) == may);
    BOOST_TEST((frames.end() == (may ? Frames::End::whole : Frames::End::too_large)));
  }
  // Each frame is paid for, a small one like one of 40,000.
  Frames frames(100'000, none);
  BOOST_TEST(frames.may_take(1, 1));
  BOOST_TEST(frames.may_take(60'000, 1));
  BOOST_TEST(!frames.may_take(1, 1));
  // What was told first stays.
  BOOST_TEST((frames.end() == Frames::End::too_large));
  frames.damaged();
  frames.more();
  frames.not_all();
  BOOST_TEST((frames.end() == Frames::End::too_large));
}

BOOST_DATA_TEST_CASE(png_has_these_greys, boost::unit_test::data::make(kPngs), row) {
  const std::string bytes = png(row.width, row.height, row.format, row.pixels);
  const Decoded result = decoded(worker::decode_png, bytes);
  BOOST_REQUIRE_EQUAL(result.frames.size(), 1u);
  BOOST_TEST(result.frames[0] == row.greys, boost::test_tools::per_element());
  BOOST_TEST(result.width == row.width);
  BOOST_TEST((result.end == Frames::End::whole));
}

// What a generator of numbers makes, which cannot be packed.
Pixels noise(std::size_t size) {
  Pixels pixels;
  std::uint32_t value = 1;
  for (; pixels.size() < size; value = value * 1'664'525 + 1'013'904'223)
    pixels.push_back(static_cast<std::uint8_t>(value >> 24));
  return pixels;
}

// Browsers show as much.
BOOST_AUTO_TEST_CASE(png_that_is_cut_off_has_what_is_there) {
  for (const std::uint32_t side : {16, 256}) {
    const Pixels pixels = noise(std::size_t{side} * side);
    const std::string bytes = png(side, side, PNG_FORMAT_GRAY, pixels);
    const Decoded half = decoded(worker::decode_png, bytes.substr(0, bytes.size() / 2));
    BOOST_TEST((half.end == Frames::End::damaged));
    BOOST_REQUIRE_EQUAL(half.frames.size(), 1u);
    for (std::size_t i = 0; i < side * (side / 4); ++i)
      BOOST_TEST_REQUIRE(half.frames[0][i] == pixels[i]);
    for (std::size_t i = side * (side * 3 / 4); i < side * side; ++i)
      BOOST_TEST_REQUIRE(half.frames[0][i] == 255);
    // What shows in any case is whole.
    const Decoded whole = decoded(worker::decode_png, bytes.substr(0, bytes.size() - 12));
    BOOST_TEST((whole.end == Frames::End::whole));
    BOOST_REQUIRE_EQUAL(whole.frames.size(), 1u);
    BOOST_TEST(whole.frames[0].back() == pixels.back());
    for (const std::size_t size : {0, 8, 20}) {
      const Decoded none = decoded(worker::decode_png, bytes.substr(0, size));
      BOOST_TEST((none.end == Frames::End::damaged));
      BOOST_TEST(none.frames.empty());
    }
  }
}

// Seven passes, written by libpng's other interface.
std::string interlaced(std::uint32_t side, int type, const Pixels& pixels) {
  std::string bytes;
  png_structp writer = ::png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = ::png_create_info_struct(writer);
  const auto write = [](png_structp png, png_bytep data, png_size_t size) {
    static_cast<std::string*>(::png_get_io_ptr(png))
        ->append(reinterpret_cast<const char*>(data), size);
  };
  ::png_set_write_fn(writer, &bytes, write, nullptr);
  ::png_set_IHDR(writer, info, side, side, 8, type, PNG_INTERLACE_ADAM7, PNG_COMPRESSION_TYPE_BASE,
                 PNG_FILTER_TYPE_BASE);
  std::vector<png_bytep> rows;
  const std::size_t stride = pixels.size() / side;
  Pixels copy = pixels;
  for (std::uint32_t y = 0; y < side; ++y) rows.push_back(&copy[y * stride]);
  ::png_write_info(writer, info);
  ::png_write_image(writer, rows.data());
  ::png_write_end(writer, info);
  ::png_destroy_write_struct(&writer, &info);
  return bytes;
}

BOOST_AUTO_TEST_CASE(png_in_passes) {
  constexpr std::uint32_t kSide = 32;
  const Pixels pixels = noise(std::size_t{kSide} * kSide);
  const std::string bytes = interlaced(kSide, PNG_COLOR_TYPE_GRAY, pixels);
  const Decoded whole = decoded(worker::decode_png, bytes);
  BOOST_TEST((whole.end == Frames::End::whole));
  BOOST_REQUIRE_EQUAL(whole.frames.size(), 1u);
  BOOST_TEST((whole.frames[0] == Greys(pixels.begin(), pixels.end())));
  // Half of the bytes are in the last pass: each second row has come, and the first of the others.
  const Decoded half = decoded(worker::decode_png, bytes.substr(0, bytes.size() * 3 / 5));
  BOOST_TEST((half.end == Frames::End::damaged));
  BOOST_REQUIRE_EQUAL(half.frames.size(), 1u);
  for (std::size_t i = 0; i < 2 * kSide; ++i) BOOST_TEST_REQUIRE(half.frames[0][i] == pixels[i]);
  for (std::size_t y = 0; y < kSide; y += 2)
    for (std::size_t x = 0; x < kSide; ++x)
      BOOST_TEST_REQUIRE(half.frames[0][y * kSide + x] == pixels[y * kSide + x]);
  // Of the first passes each pixel stands for those around it.
  Pixels black(std::size_t{kSide} * kSide * 2, 0);
  for (std::size_t i = 1; i < black.size(); i += 2) black[i] = 255;
  const std::string opaque = interlaced(kSide, PNG_COLOR_TYPE_GRAY_ALPHA, black);
  const Decoded all = decoded(worker::decode_png, opaque);
  BOOST_TEST((all.frames == std::vector<Greys>{Greys(kSide * kSide, 0)}));
}

// Some of the passes have no pixels then.
BOOST_AUTO_TEST_CASE(small_png_in_passes) {
  for (std::uint32_t side = 1; side <= 9; ++side) {
    const Pixels pixels = noise(std::size_t{side} * side);
    const Decoded result =
        decoded(worker::decode_png, interlaced(side, PNG_COLOR_TYPE_GRAY, pixels));
    BOOST_TEST((result.end == Frames::End::whole), side);
    BOOST_TEST((result.frames == std::vector<Greys>{Greys(pixels.begin(), pixels.end())}), side);
  }
}

BOOST_AUTO_TEST_CASE(png_is_as_bright_as_it_says) {
  const std::string bytes = png(2, 1, PNG_FORMAT_GRAY, {0, 64});
  constexpr std::size_t kBehindHead = 33;
  // gAMA of 1: light, as it is.
  const std::string linear = "\0\0\0\4gAMA\0\1\x86\xA0\x31\xE8\x96\x5F"s;
  // What the writer says about it stands behind that.
  const std::size_t pixels = bytes.find("IDAT") - 4;
  const Decoded result =
      decoded(worker::decode_png, bytes.substr(0, kBehindHead) + linear + bytes.substr(pixels));
  BOOST_REQUIRE_EQUAL(result.frames.size(), 1u);
  BOOST_TEST(result.frames[0][0] == 0);
  BOOST_TEST(std::abs(result.frames[0][1] - 136) <= 2);
}

BOOST_AUTO_TEST_CASE(png_with_more_frames_says_so) {
  const std::string bytes = png(1, 1, PNG_FORMAT_GRAY, {7});
  constexpr std::size_t kBehindHead = 33;
  const std::string animated =
      bytes.substr(0, kBehindHead) + kAnimation + bytes.substr(kBehindHead);
  Decoded result = decoded(worker::decode_png, animated);
  BOOST_TEST((result.end == Frames::End::not_all));
  BOOST_TEST((result.frames == std::vector<Greys>{{7}}));
  // A word in a text is none.
  const std::string word = "\0\0\0\4tEXtIDAT\x97\x57\x1C\x2D"s;
  for (const std::string& before :
       {word + kAnimation, kAnimation.substr(0, 4) + "tEXt" + kAnimation.substr(0, 8) + "CRC!"}) {
    result = decoded(worker::decode_png,
                     bytes.substr(0, kBehindHead) + before + bytes.substr(kBehindHead));
    BOOST_TEST(
        (result.end == (before.starts_with(word) ? Frames::End::not_all : Frames::End::whole)));
  }
  // Behind the pixels it says nothing.
  const std::size_t end = bytes.find("IEND") - 4;
  result = decoded(worker::decode_png, bytes.substr(0, end) + kAnimation + bytes.substr(end));
  BOOST_TEST((result.end == Frames::End::whole));
}

BOOST_AUTO_TEST_CASE(png_has_no_more_pixels_than_are_looked_at) {
  const std::string bytes = png(300, 200, PNG_FORMAT_GRAY, Pixels(60'000, 9));
  BOOST_TEST((decoded(worker::decode_png, bytes, 60'000).end == Frames::End::whole));
  const Decoded result = decoded(worker::decode_png, bytes, 59'999);
  BOOST_TEST((result.end == Frames::End::too_large));
  BOOST_TEST(result.frames.empty());
}

BOOST_DATA_TEST_CASE(jpeg_has_these_greys, boost::unit_test::data::make(kJpegs), row) {
  const int sampling = row.format == TJPF_GRAY ? TJSAMP_GRAY : TJSAMP_444;
  const std::string bytes = jpeg(16, 8, row.format, sampling, many(128, row.pixel));
  const Decoded result = decoded(worker::decode_jpeg, bytes);
  BOOST_TEST((result.end == Frames::End::whole));
  BOOST_REQUIRE_EQUAL(result.frames.size(), 1u);
  BOOST_REQUIRE_EQUAL(result.frames[0].size(), 128u);
  BOOST_TEST(result.width == 16u);
  for (const int grey : result.frames[0]) BOOST_TEST_REQUIRE(std::abs(grey - row.grey) <= 3);
}

BOOST_AUTO_TEST_CASE(jpeg_has_its_rows_in_order) {
  Pixels pixels = many(64, {0});
  for (std::size_t i = 32; i < 64; ++i) pixels[i] = 255;
  const Decoded result = decoded(worker::decode_jpeg, jpeg(8, 8, TJPF_GRAY, TJSAMP_GRAY, pixels));
  BOOST_REQUIRE_EQUAL(result.frames.size(), 1u);
  for (std::size_t i = 0; i < 64; ++i)
    BOOST_TEST_REQUIRE(std::abs(result.frames[0][i] - pixels[i]) <= 3);
  // Each ink by itself.
  pixels = many(32, {255, 255, 255, 255});
  for (int i = 0; i < 32; ++i) pixels.insert(pixels.end(), {255, 255, 255, 0});
  const Decoded ink = decoded(worker::decode_jpeg, jpeg(8, 8, TJPF_CMYK, TJSAMP_444, pixels));
  BOOST_REQUIRE_EQUAL(ink.frames.size(), 1u);
  BOOST_TEST(ink.frames[0][0] > 250);
  BOOST_TEST(ink.frames[0][63] < 5);
}

BOOST_AUTO_TEST_CASE(jpeg_that_is_not_whole_is_told) {
  Pixels pixels;
  for (int i = 0; i < 64 * 64; ++i) pixels.push_back(static_cast<std::uint8_t>(i * i >> 3));
  const std::string bytes = jpeg(64, 64, TJPF_GRAY, TJSAMP_GRAY, pixels);
  const Decoded half = decoded(worker::decode_jpeg, bytes.substr(0, bytes.size() / 2));
  BOOST_TEST((half.end == Frames::End::damaged));
  BOOST_REQUIRE_EQUAL(half.frames.size(), 1u);
  for (std::size_t i = 0; i < 64 * 8; ++i)
    BOOST_TEST_REQUIRE(std::abs(half.frames[0][i] - pixels[i]) <= 3);
  for (const std::size_t size : {0, 3, 20}) {
    const Decoded none = decoded(worker::decode_jpeg, bytes.substr(0, size));
    BOOST_TEST((none.end == Frames::End::damaged));
    BOOST_TEST(none.frames.empty());
  }
  BOOST_TEST((decoded(worker::decode_jpeg, bytes, 4096).end == Frames::End::whole));
  const Decoded large = decoded(worker::decode_jpeg, bytes, 4095);
  BOOST_TEST((large.end == Frames::End::too_large));
  BOOST_TEST(large.frames.empty());
}

// Each of them goes over all pixels.
// A smaller one, where that is enough.
BOOST_AUTO_TEST_CASE(jpeg_is_as_fine_as_is_enough) {
  constexpr int kWidth = 160, kHeight = 80;
  Pixels pixels(std::size_t{kWidth} * kHeight);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = i % kWidth < kWidth / 2 ? 0 : 255;
  const std::string bytes = jpeg(kWidth, kHeight, TJPF_GRAY, TJSAMP_GRAY, pixels);
  struct Row {
    std::uint32_t enough, width, height;
  };
  for (const Row& row : {Row{65'535, 160, 80}, Row{160, 160, 80}, Row{80, 80, 40}, Row{79, 80, 40},
                         Row{81, 100, 50}, Row{0, 20, 10}}) {
    worker::Raster found;
    Frames frames(
        1'000'000, [&](const worker::Raster& raster) { found = raster; }, row.enough);
    BOOST_TEST(worker::decode_picture(bytes, frames));
    BOOST_TEST((frames.end() == Frames::End::whole));
    BOOST_TEST(found.width == row.width);
    BOOST_TEST(found.height == row.height);
    BOOST_TEST(found.whole_width == 160U);
    BOOST_TEST(found.whole_height == 80U);
    BOOST_REQUIRE(found.grey.size() == std::size_t{row.width} * row.height);
    BOOST_TEST(found.grey.front() < 10);
    BOOST_TEST(found.grey.back() > 245);
  }
  // Only what is made of it counts.
  Frames few(
      5000, [](const worker::Raster&) {}, 80);
  BOOST_TEST(worker::decode_picture(bytes, few));
  BOOST_TEST((few.end() == Frames::End::whole));
}

BOOST_AUTO_TEST_CASE(jpeg_of_scans_without_end_is_refused) {
  const std::string bytes = jpeg(8, 8, TJPF_GRAY, TJSAMP_GRAY, many(64, {200}), TJFLAG_PROGRESSIVE);
  const std::size_t scan = bytes.rfind("\xFF\xDA"), end = bytes.rfind("\xFF\xD9");
  BOOST_REQUIRE(scan != bytes.npos);
  BOOST_TEST((decoded(worker::decode_jpeg, bytes).end == Frames::End::whole));
  std::string scans = bytes.substr(0, end);
  for (int i = 0; i < 1'000; ++i) scans += bytes.substr(scan, end - scan);
  BOOST_TEST((decoded(worker::decode_jpeg, scans + bytes.substr(end)).end == Frames::End::damaged));
}

BOOST_AUTO_TEST_CASE(webp_has_these_greys) {
  Decoded result = decoded(worker::decode_webp, lossless(2, 1, kBlackAndWhite));
  BOOST_TEST((result.frames == std::vector<Greys>{{0, 255}}));
  BOOST_TEST(result.width == 2u);
  BOOST_TEST((result.end == Frames::End::whole));
  result = decoded(worker::decode_webp, lossless(1, 2, kRedAndNothing));
  BOOST_TEST((result.frames == std::vector<Greys>{{kRed, 255}}));
  BOOST_TEST(result.height == 2u);
  // Half of it shows.
  const Pixels half = {0, 0, 0, 128, 0, 255, 0, 255, 0, 0, 255, 255};
  result = decoded(worker::decode_webp, lossless(3, 1, half));
  BOOST_TEST((result.frames == std::vector<Greys>{{127, kGreen, kBlue}}));
}

BOOST_AUTO_TEST_CASE(webp_has_each_frame) {
  const std::string first = lossless(2, 1, kBlackAndWhite), second = lossless(2, 1, kRedAndNothing);
  // What is not opaque is drawn over what was there: white.
  Decoded result = decoded(worker::decode_webp, animation(2, 1, {first, second, first}));
  BOOST_TEST((result.frames == std::vector<Greys>{{0, 255}, {kRed, 255}, {0, 255}}));
  BOOST_TEST((result.end == Frames::End::whole));
  // Each costs as much as a small picture.
  result = decoded(worker::decode_webp, animation(2, 1, {first, second, first}), 80'000);
  BOOST_TEST(result.frames.size() == 2u);
  BOOST_TEST((result.end == Frames::End::too_large));
}

BOOST_AUTO_TEST_CASE(webp_that_is_not_whole_is_told) {
  const Pixels pixels = noise(64 * 64 * 4);
  const std::string bytes = lossless(64, 64, pixels);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{12}, std::size_t{40}, bytes.size() / 2, bytes.size() - 20}) {
    const Decoded result = decoded(worker::decode_webp, bytes.substr(0, size));
    BOOST_TEST((result.end == Frames::End::damaged), size);
    BOOST_TEST(result.frames.size() == (size < 100 ? 0u : 1u));
  }
  // Browsers show the rows that have come.
  const Decoded half = decoded(worker::decode_webp, bytes.substr(0, bytes.size() / 2));
  const Decoded whole = decoded(worker::decode_webp, bytes);
  BOOST_REQUIRE_EQUAL(half.frames.size(), 1u);
  for (std::size_t i = 0; i < 64 * 16; ++i)
    BOOST_TEST_REQUIRE(half.frames[0][i] == whole.frames[0][i]);
  BOOST_TEST(half.frames[0].back() == 255);
  BOOST_TEST((decoded(worker::decode_webp, bytes, 4096).end == Frames::End::whole));
  const Decoded large = decoded(worker::decode_webp, bytes, 4095);
  BOOST_TEST((large.end == Frames::End::too_large));
  BOOST_TEST(large.frames.empty());
}

BOOST_AUTO_TEST_CASE(tiff_has_these_greys) {
  Decoded result = decoded(worker::decode_tiff, pages("\x07"));
  BOOST_TEST((result.frames == std::vector<Greys>{{7}}));
  BOOST_TEST((result.end == Frames::End::whole));
  result = decoded(worker::decode_tiff,
                   tiff("\x01\x02\x03\x04\x05\x06", directory(fields(3, 2, 1, 1, kPixelsAt), 0)));
  BOOST_TEST((result.frames == std::vector<Greys>{{1, 2, 3, 4, 5, 6}}));
  BOOST_TEST(result.width == 3u);
  // 0 is white there.
  result = decoded(worker::decode_tiff, tiff("\x01\xFE", directory(fields(2, 1, 0, 1, 8), 0)));
  BOOST_TEST((result.frames == std::vector<Greys>{{254, 1}}));
  result = decoded(worker::decode_tiff, colours(3, 1, 3, "\xFF\0\0\0\xFF\0\0\0\xFF"s));
  BOOST_TEST((result.frames == std::vector<Greys>{{kRed, kGreen, kBlue}}));
  result = decoded(worker::decode_tiff, colours(1, 2, 4, "\0\0\0\xFF\0\0\0\0"s));
  BOOST_TEST((result.frames == std::vector<Greys>{{0, 255}}));
  BOOST_TEST(result.height == 2u);
}

BOOST_AUTO_TEST_CASE(tiff_has_each_page) {
  Decoded result = decoded(worker::decode_tiff, pages("\x01\x02\x03"));
  BOOST_TEST((result.frames == std::vector<Greys>{{1}, {2}, {3}}));
  BOOST_TEST((result.end == Frames::End::whole));
  result = decoded(worker::decode_tiff, pages("\x01\x02\x03"), 80'000);
  BOOST_TEST(result.frames.size() == 2u);
  BOOST_TEST((result.end == Frames::End::too_large));
  // Back to where it has been.
  result = decoded(worker::decode_tiff, pages("\x01\x02\x03", true));
  BOOST_TEST(result.frames.size() == 3u);
  BOOST_TEST((result.end == Frames::End::damaged));
  result = decoded(worker::decode_tiff, pages(std::string(100, 'x')));
  BOOST_TEST(result.frames.size() == 100u);
  BOOST_TEST((result.end == Frames::End::whole));
  result = decoded(worker::decode_tiff, pages(std::string(101, 'x')));
  BOOST_TEST(result.frames.size() == 100u);
  BOOST_TEST((result.end == Frames::End::more));
}

BOOST_AUTO_TEST_CASE(tiff_that_is_not_whole_is_told) {
  // Its pixels are missing: it is as if it were there.
  const std::string grey = tiff("", directory(fields(2, 2, kBlackIsZero, 1, 50'000), 0));
  Decoded result = decoded(worker::decode_tiff, grey);
  BOOST_TEST((result.end == Frames::End::damaged));
  BOOST_TEST(result.frames.size() == 1u);
  // No width, no height, no directory.
  for (const std::ptrdiff_t missing : {0, 1}) {
    std::vector<Field> all = fields(1, 1, kBlackIsZero, 1, kPixelsAt);
    all.erase(all.begin() + missing);
    result = decoded(worker::decode_tiff, tiff("x", directory(all, 0)));
    BOOST_TEST((result.end == Frames::End::damaged));
    BOOST_TEST(result.frames.empty());
  }
  for (const std::size_t size : {0, 4, 8, 9}) {
    result = decoded(worker::decode_tiff, pages("x").substr(0, size));
    BOOST_TEST((result.end == Frames::End::damaged));
    BOOST_TEST(result.frames.empty());
  }
  // A second page that is none.
  result = decoded(worker::decode_tiff,
                   tiff("x", directory(fields(1, 1, kBlackIsZero, 1, kPixelsAt), 60'000)));
  BOOST_TEST((result.end == Frames::End::damaged));
  BOOST_TEST(result.frames.size() == 1u);
  // Sides that nothing stands for.
  result = decoded(worker::decode_tiff,
                   tiff("x", directory(fields(65'000, 65'000, kBlackIsZero, 1, kPixelsAt), 0)));
  BOOST_TEST((result.end == Frames::End::too_large));
  BOOST_TEST(result.frames.empty());
}

BOOST_AUTO_TEST_SUITE_END()
