// SPDX-License-Identifier: MIT
//
// Codes in grey pixels: of each kind, and as poor as they are read.
#define ZX_USE_UTF8 1
#include <ZXing/BitMatrix.h>
#include <ZXing/CharacterSet.h>
#include <ZXing/MultiFormatWriter.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "worker/documents/picture/codes.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using worker::Raster;

namespace {

using Format = ZXing::BarcodeFormat;

// A pixel for a module, within so many white ones.
Raster drawn(Format format, const std::string& text, std::uint32_t margin) {
  const ZXing::BitMatrix modules = ZXing::MultiFormatWriter(format)
                                       .setMargin(0)
                                       .setEncoding(ZXing::CharacterSet::UTF8)
                                       .encode(text, 0, 0);
  Raster raster;
  const auto width = static_cast<std::uint32_t>(modules.width()),
             height = static_cast<std::uint32_t>(modules.height());
  raster.resize(width + 2 * margin, height + 2 * margin);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x)
      if (modules.get(static_cast<int>(x), static_cast<int>(y)))
        raster.grey[std::size_t{y + margin} * raster.width + x + margin] = 0;
  return raster;
}
Raster times(const Raster& raster, std::uint32_t factor) {
  Raster out;
  out.resize(raster.width * factor, raster.height * factor);
  for (std::uint32_t y = 0; y < out.height; ++y)
    for (std::uint32_t x = 0; x < out.width; ++x)
      out.grey[std::size_t{y} * out.width + x] =
          raster.grey[std::size_t{y / factor} * raster.width + x / factor];
  return out;
}
// Black becomes `dark`, and white `light`.
Raster in_greys(Raster raster, int dark, int light) {
  for (std::uint8_t& grey : raster.grey)
    grey = static_cast<std::uint8_t>(dark + grey * (light - dark) / 255);
  return raster;
}
// Up to `most` lighter or darker, pixel by pixel.
Raster with_noise(Raster raster, int most) {
  std::mt19937 numbers(1);
  for (std::uint8_t& grey : raster.grey) {
    const int change = static_cast<int>(numbers() % static_cast<unsigned>(2 * most + 1)) - most;
    grey = static_cast<std::uint8_t>(std::clamp(grey + change, 0, 255));
  }
  return raster;
}
Raster beside(const Raster& left, const Raster& right) {
  Raster out;
  out.resize(left.width + right.width, std::max(left.height, right.height));
  const auto put = [&](const Raster& from, std::uint32_t begin) {
    for (std::uint32_t y = 0; y < from.height; ++y)
      std::copy_n(&from.grey[std::size_t{y} * from.width], from.width,
                  &out.grey[std::size_t{y} * out.width + begin]);
  };
  put(left, 0);
  put(right, left.width);
  return out;
}
Raster mirrored(Raster raster) {
  for (auto row = raster.grey.begin(); row != raster.grey.end(); row += raster.width)
    std::reverse(row, row + raster.width);
  return raster;
}
// Each pixel is what those around it are.
Raster blurred(const Raster& raster, int times) {
  Raster out = raster;
  for (; times > 0; --times) {
    const Raster from = out;
    for (std::uint32_t y = 1; y + 1 < out.height; ++y)
      for (std::uint32_t x = 1; x + 1 < out.width; ++x) {
        unsigned sum = 0;
        for (std::uint32_t i = 0; i < 9; ++i)
          sum += from.grey[std::size_t{y - 1 + i / 3} * out.width + x - 1 + i % 3];
        out.grey[std::size_t{y} * out.width + x] = static_cast<std::uint8_t>(sum / 9);
      }
  }
  return out;
}
std::vector<std::string> texts(const Raster& raster) {
  std::vector<std::string> all;
  for (const worker::Code& code : worker::codes_in(raster))
    all.push_back(std::string(code.kind) + ' ' + code.text);
  return all;
}

const std::string kText = "https://www.example.com/a";
const std::vector<std::string> kQr = {"qr " + kText};

struct Row {
  const char* name;
  Raster raster;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }
const std::vector<Row> kRows = {
    {"four pixels a module", times(drawn(Format::QRCode, kText, 4), 4)},
    {"its negative", in_greys(times(drawn(Format::QRCode, kText, 4), 4), 255, 0)},
    {"one pixel a module", drawn(Format::QRCode, kText, 4)},
    {"one, and no margin", drawn(Format::QRCode, kText, 0)},
    {"one, its negative", in_greys(drawn(Format::QRCode, kText, 4), 255, 0)},
    {"two pixels a module", times(drawn(Format::QRCode, kText, 4), 2)},
    {"two, and no margin", times(drawn(Format::QRCode, kText, 0), 2)},
    {"dark greys", in_greys(times(drawn(Format::QRCode, kText, 4), 4), 10, 26)},
    {"light greys", in_greys(times(drawn(Format::QRCode, kText, 4), 4), 230, 250)},
    {"greys next to each other", in_greys(times(drawn(Format::QRCode, kText, 4), 4), 127, 131)},
    {"one, with noise", with_noise(drawn(Format::QRCode, kText, 0), 100)},
    {"three, blurred", blurred(times(drawn(Format::QRCode, kText, 4), 3), 3)},
    {"its negative", blurred(times(in_greys(drawn(Format::QRCode, kText, 4), 255, 0), 3), 3)},
    {"small, with noise", with_noise(times(drawn(Format::QRCode, kText, 1), 12), 60)},
    {"its negative", in_greys(with_noise(times(drawn(Format::QRCode, kText, 1), 12), 60), 255, 0)},
    {"larger, with noise", with_noise(times(drawn(Format::QRCode, kText, 1), 20), 60)},
    {"its negative", in_greys(with_noise(times(drawn(Format::QRCode, kText, 1), 20), 60), 255, 0)},
    {"large, with noise", with_noise(times(drawn(Format::QRCode, kText, 1), 50), 60)},
    {"its negative", in_greys(with_noise(times(drawn(Format::QRCode, kText, 1), 50), 60), 255, 0)},
    {"in a mirror", mirrored(times(drawn(Format::QRCode, kText, 4), 4))},
    {"its negative", mirrored(in_greys(times(drawn(Format::QRCode, kText, 4), 4), 255, 0))},
    {"one pixel a module, in a mirror", mirrored(drawn(Format::QRCode, kText, 0))},
    {"greys, one pixel a module", in_greys(drawn(Format::QRCode, kText, 4), 100, 140)},
};

struct Told {
  const char* text;
  bool is_text;
};
std::ostream& operator<<(std::ostream& out, const Told& told) { return out << told.text; }

}  // namespace

BOOST_AUTO_TEST_SUITE(codes)

BOOST_DATA_TEST_CASE(a_poor_code_is_read, boost::unit_test::data::make(kRows), row) {
  BOOST_TEST(texts(row.raster) == kQr, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_kind_has_its_name) {
  BOOST_TEST((texts(times(drawn(Format::DataMatrix, kText, 4), 4)) ==
              std::vector<std::string>{"datamatrix " + kText}));
  BOOST_TEST((texts(times(drawn(Format::Aztec, kText, 4), 4)) ==
              std::vector<std::string>{"aztec " + kText}));
  // What is printed on goods leads nowhere.
  BOOST_TEST(texts(times(drawn(Format::Code128, "http://h/", 10), 4)).empty());
}

BOOST_AUTO_TEST_CASE(each_code_is_told_once) {
  const Raster first = times(drawn(Format::QRCode, kText, 4), 4);
  const Raster second = times(drawn(Format::QRCode, "https://www.example.com/b", 4), 4);
  BOOST_TEST(texts(beside(first, first)) == kQr, boost::test_tools::per_element());
  std::vector<std::string> both = texts(beside(first, second));
  std::sort(both.begin(), both.end());
  BOOST_TEST((both == std::vector<std::string>{"qr " + kText, "qr https://www.example.com/b"}));
  // One dark on light, one light on dark.
  both = texts(beside(first, in_greys(second, 255, 0)));
  std::sort(both.begin(), both.end());
  BOOST_TEST((both == std::vector<std::string>{"qr " + kText, "qr https://www.example.com/b"}));
  // One of them in a mirror.
  both = texts(beside(first, mirrored(second)));
  std::sort(both.begin(), both.end());
  BOOST_TEST((both == std::vector<std::string>{"qr " + kText, "qr https://www.example.com/b"}));
}

BOOST_AUTO_TEST_CASE(pictures_without_codes_have_none) {
  for (const std::uint32_t width : {1, 2, 400, 401, 1'000, 1'001})
    for (const std::uint32_t height : {1, 2, 400}) {
      Raster raster;
      for (const int grey : {0, 100, 255}) {
        raster.resize(width, height, static_cast<std::uint8_t>(grey));
        BOOST_TEST(texts(raster).empty());
      }
      for (std::size_t i = 0; i < raster.grey.size(); ++i)
        raster.grey[i] = static_cast<std::uint8_t>(100 + i % 3);
      BOOST_TEST(texts(raster).empty());
    }
}

BOOST_AUTO_TEST_CASE(characters_are_utf8) {
  const std::string text =
      "https://www.example.com/b\xC3\xBC"
      "cher/\xE2\x82\xAC";
  BOOST_TEST(
      (texts(times(drawn(Format::QRCode, text, 4), 4)) == std::vector<std::string>{"qr " + text}));
}

BOOST_DATA_TEST_CASE(a_url_is_told_as_such_and_others_are_searched,
                     boost::unit_test::data::make(std::vector<Told>{
                         {"https://h/a", false},
                         {"HTTPS://H/A", false},
                         {"a+b-c.d1://h", false},
                         {"www.example.com", false},
                         {"WWW.example.com", false},
                         {"example.com", false},
                         {"EXAMPLE.COM/X", false},
                         {"a-b.example.com:8080?x", false},
                         {"example.com:123456/", true},
                         {"example.com#x", true},
                         {".example.com", true},
                         {"a..b.com", true},
                         {"1.2", true},
                         {"a@example.com", true},
                         {"://h", true},
                         {"http:h", true},
                         {"a_b://h", true},
                         {"see https://h/a", true},
                         {"https://h/a\nhttps://h/b", true},
                         {"www.example.com and more", true},
                         {"WIFI:S:x;P:http://h/;;", true},
                     }),
                     row) {
  worker::Recorded sink;
  std::unordered_set<std::string> told;
  worker::tell_codes({{"qr", row.text}}, told, sink);
  BOOST_REQUIRE_EQUAL(sink.references.size(), 1u);
  BOOST_TEST(sink.references[0].raw == row.text);
  BOOST_TEST(sink.references[0].place == "qr");
  BOOST_TEST(sink.references[0].is_text == row.is_text);
  BOOST_TEST(!sink.references[0].uses_base);
}

// As scanners of telephones read them.
BOOST_AUTO_TEST_CASE(what_is_written_for_telephones_is_read) {
  const auto found = [](const std::string& text) {
    worker::Recorded sink;
    std::unordered_set<std::string> told;
    worker::tell_codes({{"qr", text}}, told, sink);
    std::string out;
    for (const auto& each : sink.references)
      out.append(each.raw).append(each.is_text ? " ?|" : "|");
    for (const auto& each : sink.texts) out.append(each.type).append(" ").append(each.text);
    return out;
  };
  BOOST_TEST(found("URLTO: h.example/x ") == "h.example/x|");
  BOOST_TEST(found("URL:http://h/") == "http://h/|");
  BOOST_TEST(found(R"(MEBKM:TITLE:a\;b;URL:http\://h/\;x;;)") == "http://h/;x|TITLE:a;b\n\n\n ?|");
  BOOST_TEST(found("MECARD:N:x;URL:h.example;NOTE:http://h/;") ==
             "h.example|N:x\nNOTE:http://h/\n\n ?|");
  BOOST_TEST(found("BEGIN:VCARD\nURL:h.example\n") == "text/vcard BEGIN:VCARD\nURL:h.example");
  BOOST_TEST(found("BEGIN:VEVENT\nURL:x") == "text/calendar BEGIN:VEVENT\nURL:x");
}

BOOST_AUTO_TEST_CASE(what_was_told_is_not_told_again) {
  worker::Recorded sink;
  std::unordered_set<std::string> told;
  worker::tell_codes({{"qr", "http://h/a"}, {"aztec", " http://h/a\n"}, {"qr", "http://h/b"}}, told,
                     sink);
  worker::tell_codes({{"qr", "http://h/b"}, {"qr", " http://h/c "}}, told, sink);
  BOOST_TEST((sink.found() ==
              std::vector<std::string>{"qr http://h/a", "qr http://h/b", "qr http://h/c"}));
}

BOOST_AUTO_TEST_SUITE_END()
