// SPDX-License-Identifier: MIT
//
// Where pictures end, as their formats say it, without their pixels.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "worker/documents/picture/end.h"

using namespace basewalk;
using namespace std::string_literals;

namespace {

const std::string kPng = "\x89PNG\r\n\x1A\n"s;
const std::string kGif = "GIF89a\1\0\1\0"s;
const std::string kJpeg = "\xFF\xD8\xFF\xE0\0\4xx"s;
const std::string kWebp = "RIFF\6\0\0\0WEBPxx"s;

std::string chunk(const std::string& type, const std::string& data) {
  return "\0\0\0"s + static_cast<char>(data.size()) + type + data + "CRC!";
}

std::string number(std::uint64_t value, int bytes, bool is_little) {
  std::string out;
  for (int i = 0; i < bytes; ++i)
    out += static_cast<char>(value >> 8 * (is_little ? i : bytes - 1 - i) & 0xFF);
  return out;
}
struct Entry {
  unsigned tag, type, count;
  std::uint64_t value;
};
// One directory behind the header, and what the last number leads to.
std::string tiff(bool is_little, const std::vector<Entry>& entries, const std::string& behind,
                 std::uint64_t next = 0) {
  std::string out = (is_little ? "II*\0"s : "MM\0*"s) + number(8, 4, is_little) +
                    number(entries.size(), 2, is_little);
  for (const Entry& each : entries) {
    const int size = each.type == 3 && each.count == 1 ? 2 : 4;
    out += number(each.tag, 2, is_little) + number(each.type, 2, is_little) +
           number(each.count, 4, is_little) + number(each.value, size, is_little) +
           std::string(static_cast<std::size_t>(4 - size), '\0');
  }
  return out + number(next, 4, is_little) + behind;
}

// BITMAPV5HEADER: one pixel, behind which a profile stands.
std::string version5(std::uint64_t profile) {
  return "BM" + std::string(8, '\0') + number(138, 4, true) + number(124, 4, true) +
         number(1, 4, true) + number(1, 4, true) + number(1, 2, true) + number(24, 2, true) +
         std::string(96, '\0') + number(128, 4, true) + number(profile, 4, true) +
         std::string(4, '\0');
}

struct Row {
  const char* name;
  std::string bytes;
  bool has_end = true;  // behind all of them
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

const std::vector<Row> kRows = {
    {"PNG", kPng + chunk("IHDR", "x") + chunk("IEND", "")},
    {"PNG whose end has data", kPng + chunk("IEND", "data")},
    {"PNG with an end in its data", kPng + chunk("IDAT", chunk("IEND", "")) + chunk("IEND", "")},
    {"PNG without an end", kPng + chunk("IHDR", "x"), false},
    {"PNG whose chunk is cut off", kPng + "\0\0\1\0IDATxxxxx"s, false},
    {"PNG without its last chunk", kPng + chunk("IHDR", "x") + chunk("IDAT", "xx")},
    {"JPEG", kJpeg + "\xFF\xDA\0\3xcoded\xFF\0\xFF\xD7more\xFF\xD9"s},
    {"JPEG with marks that are filled up", kJpeg + "\xFF\xFF\xFF\xDA\0\3x\xFF\xFF\xD9"s},
    {"JPEG with a picture in a segment", kJpeg + "\xFF\xE1\0\6\xFF\xD8\xFF\xD9\xFF\xD9"s},
    {"JPEG with marks that stand alone", kJpeg + "\xFF\1\xFF\xD0\xFF\xD8\xFF\xD9"s},
    {"JPEG with a long segment", kJpeg + "\xFF\xE1\1\2"s + std::string(256, 'x') + "\xFF\xD9"s},
    {"JPEG without an end", kJpeg + "\xFF\xDA\0\3xcoded"s, false},
    {"JPEG that ends with half a mark", kJpeg + "\xFF"s, false},
    {"JPEG whose segment is cut off", kJpeg + "\xFF\xE1\xFF\xFFx"s, false},
    {"JPEG whose segment has no size", kJpeg + "\xFF\xE1\0\1\xFF\xD9"s, false},
    {"GIF of nothing", kGif + "\0\0\0;"s},
    {"GIF with colours", kGif + "\x81\0\0"s + std::string(12, ';') + ";"},
    {"GIF with an image",
     kGif + "\0\0\0,\0\0\0\0\1\0\1\0\x80"s + std::string(6, ';') + "\2\1;\2;;\0;"s},
    {"GIF with a comment", kGif + "\0\0\0!\xFE\3a;b\0;"s},
    {"GIF without an end", kGif + "\0\0\0!\xFE\3a;b\0"s, false},
    {"GIF whose comment is cut off", kGif + "\0\0\0!\xFE\x9;;;"s, false},
    {"GIF whose comment would end behind it", kGif + "\0\0\0!\xFE\x40" + ";;", false},
    {"GIF with what is no block", kGif + "\0\0\0x;"s, false},
    {"WebP", kWebp},
    {"WebP of an odd size", "RIFF\5\0\0\0WEBPx\0"s},
    {"TIFF", tiff(true, {{254, 4, 1, 0}}, "")},
    {"TIFF, the other way round", tiff(false, {{254, 4, 1, 0}}, "")},
    {"TIFF with a text", tiff(true, {{270, 2, 5, 26}}, "text\0"s)},
    {"TIFF with a value of no known type", tiff(true, {{270, 99, 5, 26}}, "text\0"s)},
    {"TIFF with a strip", tiff(true, {{273, 4, 1, 38}, {279, 4, 1, 6}}, "pixels")},
    {"TIFF with a tile", tiff(false, {{324, 4, 1, 38}, {325, 3, 1, 6}}, "pixels")},
    {"TIFF with a JPEG", tiff(true, {{513, 4, 1, 38}, {514, 4, 1, 6}}, "pixels")},
    {"TIFF with a directory in another tag", tiff(true, {{40965, 4, 1, 26}}, "\0\0\0\0\0\0"s)},
    {"TIFF with a place", tiff(true, {{34853, 4, 1, 26}}, "\0\0\0\0\0\0"s)},
    {"TIFF with two strips",
     tiff(true, {{273, 3, 2, 46U << 16 | 38}, {279, 3, 2, 2U << 16 | 6}}, "pixels..ab")},
    {"TIFF with another directory", tiff(true, {}, "\0\0\0\0\0\0"s, 14)},
    {"TIFF with a directory in a tag", tiff(true, {{34665, 4, 1, 26}}, "\0\0\0\0\0\0"s)},
    {"TIFF in a circle", tiff(true, {{330, 4, 1, 8}}, "", 8)},
    {"TIFF with more entries than bytes", "II*\0\x8\0\0\0\xFF\xFF"s, false},
    {"a bitmap of runs", "BM" + std::string(8, '\0') + "\x36\0\0\0\x28\0\0\0"s +
                             "\1\0\0\0\1\0\0\0\1\0\x8\0\1\0\0\0"s + std::string(20, '\0') +
                             "\5\1\0\0\0\3abc\0\0\2\0\1\0\1"s},
    {"a bitmap with a profile", version5(5) + "\0\0\xFF\0"s + "12345"},
    {"a bitmap with a profile that stands nowhere",
     version5(1000).replace(14 + 112, 4, "\0\0\0\0"s) + "\0\0\xFF\0"s},
    {"a bitmap without one", version5(0).replace(14 + 112, 4, "\0\0\0\0"s) + "\0\0\xFF\0"s},
    {"a bitmap of two rows, of which one is there",
     version5(0).replace(22, 1, "\x99") + "\0\0\xFF\0"s, false},
    {"another picture", "P5 1 1 255\nx", false},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ends)

BOOST_DATA_TEST_CASE(pictures_end_where_they_say, boost::unit_test::data::make(kRows)) {
  for (const std::string& rest : {""s, "rest, and more of it"s}) {
    const std::optional<std::size_t> end = worker::end_of_picture(sample.bytes + rest);
    BOOST_TEST(end.has_value() == sample.has_end);
    if (end) BOOST_TEST(*end == sample.bytes.size());
  }
}

BOOST_DATA_TEST_CASE(a_cut_leads_nowhere, boost::unit_test::data::make(kRows)) {
  for (std::size_t size = 0; size < sample.bytes.size(); ++size)
    BOOST_TEST(worker::end_of_picture(sample.bytes.substr(0, size)).value_or(0) <= size);
}

BOOST_AUTO_TEST_SUITE_END()
