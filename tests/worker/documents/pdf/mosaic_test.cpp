// SPDX-License-Identifier: MIT
//
// Pictures side by side on a page: what they are together.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>
#include <vector>

#include "support/files.h"
#include "worker/documents/pdf/made_pdf.h"
#include "worker/documents/pdf/open_pdf.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

// A picture of two pixels that is /A, and one that is /B.
Recorded opened(const std::string& content, std::string_view size = "/Width 2 /Height 1",
                const DocumentBounds& bounds = {}) {
  const auto picture = [&](std::string_view samples) {
    return made_stream(
        std::string("/Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 ").append(size),
        samples);
  };
  Recorded told;
  const test::ExactCopy bytes(made_pdf(
      {"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
       "<< /Type /Page /Contents 4 0 R /Resources << /XObject << /A 5 0 R /B 6 0 R >> >> >>",
       made_stream("", content), picture("ab"), picture("cd")}));
  open_pdf(Document{bytes.view(), "a.pdf", {}, bounds}, told);
  BOOST_TEST(!told.is_open());
  return told;
}

struct Row {
  const char* content;
  const char* picture;  // its size and pixels; empty: there is none
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.content; }

#define NINES "999999999999999999999999999999999999999999999999999999999999"
#define BEYOND NINES " 0 0 " NINES " " NINES " " NINES " cm "

constexpr Row kRows[] = {
    {"q 20 0 0 10 5 15 cm /A Do Q q 20 0 0 10 5 5 cm /B Do Q", "2 2 255\nabcd"},
    {"q 20 0 0 10 5 5 cm /A Do Q q 20 0 0 10 5 15 cm /B Do Q", "2 2 255\ncdab"},
    {"q 20 0 0 10 5 5 cm /A Do Q q 20 0 0 10 25 5 cm /B Do Q", "4 1 255\nabcd"},
    {"q 20 0 0 10 25.2 5.1 cm /A Do Q q 20 0 0 10 5 5 cm /B Do Q", "4 1 255\ncdab"},
    // In a mirror, upside down, and finer than the other one.
    {"q -20 0 0 10 25 5 cm /A Do Q q 20 0 0 -10 25 15 cm /B Do Q", "4 1 255\nbacd"},
    {"q 20 0 0 20 0 0 cm /A Do Q q 40 0 0 20 20 0 cm /B Do Q", "6 2 255\nabccddabccdd"},
    {"q 2 0 0 2 0 0 cm q 10 0 0 5 0 5 cm /A Do Q q 10 0 0 5 0 0 cm /B Do Q Q", "2 2 255\nabcd"},
    // Apart, turned, of another side, without an area, alone.
    {"q 20 0 0 10 5 16 cm /A Do Q q 20 0 0 10 5 5 cm /B Do Q", ""},
    {"q 0 20 -10 0 5 15 cm /A Do Q q 20 0 0 10 5 5 cm /B Do Q", ""},
    {"q 20 0 0 10 5 15 cm /A Do Q q 30 0 0 10 5 5 cm /B Do Q", ""},
    {"q 20 0 0 0 5 5 cm /A Do Q q 20 0 0 0 5 5 cm /B Do Q", ""},
    {"q 20 0 0 10 5 15 cm /A Do Q", ""},
    // On no page, and where there are no numbers any more.
    {"q 20 0 0 10 9000000 15 cm /A Do Q q 20 0 0 10 9000000 5 cm /B Do Q", ""},
    {"q " BEYOND BEYOND BEYOND BEYOND BEYOND BEYOND "1 0 0 1 1 1 cm /A Do 1 0 0 1 0 1 cm /B Do Q",
     ""},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(mosaic)

BOOST_DATA_TEST_CASE(pictures_that_touch_are_one, kRows, row) {
  const Recorded told = opened(row.content);
  BOOST_TEST(told.lacks.empty());
  const std::string picture(row.picture);
  BOOST_REQUIRE_EQUAL(told.parts.size(), picture.empty() ? 0U : 1U);
  if (picture.empty()) return;
  BOOST_TEST(told.parts[0].name == "pictures 1.1");
  BOOST_TEST(told.parts[0].bytes == "P5 " + picture);
}

BOOST_AUTO_TEST_CASE(more_than_are_put_together_are_told) {
  std::string many;
  for (int i = 0; i < 600; ++i) many += "q 20 0 0 1 0 " + std::to_string(i) + " cm /A Do Q ";
  Recorded told = opened(many);
  BOOST_TEST(told.parts.size() == 1U);
  BOOST_REQUIRE_EQUAL(told.lacks.size(), 1U);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
  DocumentBounds few;
  few.pixels = 3;
  told = opened(kRows[0].content, "/Width 2 /Height 1", few);
  BOOST_TEST(told.parts.empty());
  BOOST_REQUIRE_EQUAL(told.lacks.size(), 1U);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
  // Enough for what they make, and not for each of them again.
  few.pixels = 5;
  told = opened(kRows[0].content, "/Width 2 /Height 1", few);
  BOOST_REQUIRE_EQUAL(told.lacks.size(), 1U);
  BOOST_TEST((told.lacks[0].why == Lack::limit));
  // No pixels, and far too many.
  BOOST_TEST(opened(kRows[0].content, "/Width 0 /Height 1").parts.size() <= 1U);
  BOOST_TEST(opened(kRows[0].content, "/Width 1000000 /Height 1000000").parts.size() <= 1U);
  // Of so many no row is made.
  BOOST_TEST(opened(kRows[0].content, "/Width 1000000000000 /Height 1").parts.size() <= 1U);
}

BOOST_AUTO_TEST_SUITE_END()
