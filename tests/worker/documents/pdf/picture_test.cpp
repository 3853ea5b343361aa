// SPDX-License-Identifier: MIT
//
// Pictures of a PDF as the plain ones that they are told as (ISO 32000-1 8.6, 8.9.5), and what
// predicts the bytes of a stream (7.4.4.4).

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <ostream>
#include <string>
#include <string_view>

#include "worker/documents/deflated.h"
#include "worker/documents/pdf/made_pdf.h"
#include "worker/documents/pdf/open_pdf.h"
#include "worker/documents/recorded.h"

using namespace basewalk::worker;
using namespace std::string_literals;

namespace {

std::string repeated(const std::string& text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

// A page with a picture of that many pixels to a side; object 6 is what its colours may need.
std::string with_picture(int side, const std::string& entries, const std::string& bytes,
                         const std::string& other = "null") {
  const std::string size = std::to_string(side);
  return made_pdf({"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                   "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
                   "/Resources << /XObject << /I 5 0 R >> >> >>",
                   made_stream("", "/I Do"),
                   made_stream("/Type /XObject /Subtype /Image /Width " + size + " /Height " +
                                   size + " " + entries,
                               bytes),
                   other});
}

Recorded opened(const std::string& file, std::uint64_t pixels = 1'000'000) {
  Recorded told;
  Document document{file, "a.pdf"};
  document.bounds.pixels = pixels;
  open_pdf(document, told);
  return told;
}

// Bytes of a row of 40 pixels, and the pixel that they stand for.
struct Row {
  std::string entries, row, pixel, other = "null";
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.entries; }

std::string profile(int components) {
  return made_stream("/N " + std::to_string(components), "profile");
}

const Row kRows[] = {
    {"/ColorSpace /DeviceRGB /BitsPerComponent 8", repeated("\1\2\3", 40), "\1\2\3"},
    {"/ColorSpace /DeviceRGB /BitsPerComponent 8 /Decode [0 1 0 1 1 0]", repeated("\1\2\3", 40),
     "\1\2\xFC"},
    {"/ColorSpace [/CalRGB << >>] /BitsPerComponent 8", repeated("\1\2\3", 40), "\1\2\3"},
    {"/ColorSpace /DeviceCMYK /BitsPerComponent 8", repeated("\x10\x20\x30\x40", 40),
     "\xAF\x9F\x8F"},
    {"/ColorSpace /DeviceGray /BitsPerComponent 8", repeated("\x21", 40), "\x21"},
    {"/ColorSpace /DeviceGray /BitsPerComponent 4", repeated("\x88", 20), "\x88"},
    {"/ColorSpace /DeviceGray /BitsPerComponent 2", repeated("\x55", 10), "\x55"},
    {"/ColorSpace /DeviceGray /BitsPerComponent 1", repeated("\xFF", 5), "\xFF"},
    {"/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]", repeated("\x01", 40), "\xFE"},
    {"/ColorSpace [/Lab << >>] /BitsPerComponent 8", repeated("\x21\2\3", 40), "\x21"},
    {"/ColorSpace [/ICCBased 6 0 R] /BitsPerComponent 8", repeated("\1\2\3", 40), "\1\2\3",
     profile(3)},
    {"/ColorSpace [/ICCBased 6 0 R] /BitsPerComponent 8 /Of 4", repeated("\x10\x20\x30\x40", 40),
     "\xAF\x9F\x8F", profile(4)},
    {"/ColorSpace [/ICCBased 6 0 R] /BitsPerComponent 8 /Of 1", repeated("\x21", 40), "\x21",
     profile(1)},
    {"/ColorSpace [/ICCBased 6 0 R] /BitsPerComponent 8 /Of 2", repeated("\x10\x20", 40),
     "\xCF\xCF\xCF", profile(2)},
    {"/ColorSpace [/Separation /Spot /DeviceCMYK 6 0 R] /BitsPerComponent 8", repeated("\x10", 40),
     "\xEF\xEF\xEF"},
    {"/ColorSpace [/DeviceN [/A /B] /DeviceCMYK 6 0 R] /BitsPerComponent 8",
     repeated("\x10\xFF", 40), "\0\0\0"s},
    {"/ColorSpace [/Indexed /DeviceRGB 1 <0000000A0B0C>] /BitsPerComponent 1", repeated("\xFF", 5),
     "\x0A\x0B\x0C"},
    {"/ColorSpace [/Indexed /DeviceRGB 1 6 0 R] /BitsPerComponent 8", repeated("\1", 40),
     "\x0A\x0B\x0C", made_stream("", "\1\1\1\x0A\x0B\x0C")},
    {"/ColorSpace [/Indexed /DeviceCMYK 0 <10203040>] /BitsPerComponent 8", repeated("\0"s, 40),
     "\xAF\x9F\x8F"},
    // A colour that the palette has not.
    {"/ColorSpace [/Indexed /DeviceRGB 0 <0A0B0C>] /BitsPerComponent 8", repeated("\7", 40),
     "\0\0\0"s},
};

// Filters of PNG, and what TIFF does, by what each byte of a row is told from.
std::string predicted(const std::string& bytes, std::size_t columns, int filter) {
  std::string out, above(columns, '\0');
  for (std::size_t begin = 0; begin < bytes.size(); begin += columns) {
    std::string row = bytes.substr(begin, columns);
    row.resize(columns, ' ');
    if (filter >= 0) out += static_cast<char>(filter);
    for (std::size_t i = 0; i < columns; ++i) {
      const auto byte = [](char c) { return static_cast<int>(static_cast<unsigned char>(c)); };
      const int left = i > 0 ? byte(row[i - 1]) : 0, up = byte(above[i]),
                corner = i > 0 ? byte(above[i - 1]) : 0;
      const int far_left = std::abs(up - corner), far_up = std::abs(left - corner),
                far_corner = std::abs(left + up - 2 * corner);
      const int nearest = far_left <= far_up && far_left <= far_corner ? left
                          : far_up <= far_corner                       ? up
                                                                       : corner;
      const int told = filter == 0   ? 0
                       : filter == 2 ? up
                       : filter == 3 ? (left + up) / 2
                       : filter == 4 ? nearest
                                     : left;
      out += static_cast<char>(byte(row[i]) - told);
    }
    above = row;
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_pdf_pictures)

BOOST_DATA_TEST_CASE(colours_are_read, kRows, row) {
  const Recorded told = opened(with_picture(40, row.entries, repeated(row.row, 40), row.other));
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
  const bool is_grey = row.pixel.size() == 1;
  BOOST_TEST(told.parts[0].type ==
             (is_grey ? "image/x-portable-graymap" : "image/x-portable-pixmap"));
  const std::string wanted =
      (is_grey ? "P5 40 40 255\n" : "P6 40 40 255\n") + repeated(row.pixel, 1600);
  BOOST_TEST((told.parts[0].bytes == wanted));
  BOOST_TEST(told.lacks.empty());
}

BOOST_AUTO_TEST_CASE(a_jpeg_stays_one) {
  const Recorded told = opened(with_picture(40, "/Filter /DCTDecode", "\xFF\xD8 jpeg"));
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
  BOOST_TEST(told.parts[0].type == "image/jpeg");
  BOOST_TEST(told.parts[0].bytes == "\xFF\xD8 jpeg");
}

BOOST_AUTO_TEST_CASE(what_is_not_looked_at_is_told) {
  const std::string grey = "/ColorSpace /DeviceGray /BitsPerComponent 8";
  for (const char* const filter : {"JPXDecode", "JBIG2Decode", "CCITTFaxDecode"}) {
    const Recorded told = opened(with_picture(40, "/Filter /" + std::string(filter), "x"));
    BOOST_TEST(told.parts.empty());
    BOOST_REQUIRE_EQUAL(told.lacks.size(), 1u);
    BOOST_TEST((told.lacks[0].why == Lack::no_opener));
    BOOST_TEST(told.lacks[0].sentence.find(filter) != std::string::npos);
  }
  const Recorded large = opened(with_picture(40, grey, repeated("x", 1600)), 1599);
  BOOST_TEST(large.parts.empty());
  BOOST_REQUIRE_EQUAL(large.lacks.size(), 1u);
  BOOST_TEST((large.lacks[0].why == Lack::limit));
  // No code is so small.
  const Recorded small = opened(with_picture(39, grey, repeated("x", 1521)));
  BOOST_TEST(small.parts.empty());
  BOOST_TEST(small.lacks.empty());
}

BOOST_AUTO_TEST_CASE(predicted_bytes_are_read) {
  const std::string content = "BT /F1 12 Tf 10 10 Td (https://a.example/predicted/by/rows) Tj ET";
  for (const int filter : {-1, 0, 1, 2, 3, 4}) {
    const std::string entries = "/Filter /FlateDecode /DecodeParms << /Predictor " +
                                std::to_string(filter < 0 ? 2 : 15) + " /Columns 7 >>";
    const std::string file =
        made_pdf({"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
                  "/Resources << /Font << /F1 5 0 R >> >> >>",
                  made_stream(entries, basewalk::test::deflated(predicted(content, 7, filter))),
                  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"});
    const Recorded told = opened(file);
    BOOST_REQUIRE_EQUAL(told.texts.size(), 1u);
    BOOST_TEST(told.texts[0].text == "https://a.example/predicted/by/rows", filter);
    BOOST_TEST(told.lacks.empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
