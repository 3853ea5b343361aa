// SPDX-License-Identifier: MIT
//
// What a picture can be drawn with is counted: Finds::marks.
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "basewalk/extract/extract.h"

using namespace basewalk;
using extract::Finds;

namespace {

std::size_t marks(std::string_view type, const std::string& text) {
  Finds finds;
  extract::extract(type, text, {}, finds);
  return finds.marks;
}
std::size_t marks(const std::string& html) { return marks("text/html", html); }

std::string times(std::size_t count, std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(extract_marks)

BOOST_AUTO_TEST_CASE(elements_that_hold_next_to_nothing) {
  struct Row {
    std::string_view html;
    std::size_t marks;
  };
  constexpr Row kRows[] = {
      {"<i></i>", 1},
      {"<i> \n</i>", 1},
      {"<i>&nbsp;</i>", 1},
      {"<i>\xC2\xA0</i>", 1},
      {"<i>ab</i>", 1},
      {"<i>abc</i>", 0},
      {"<div><i></i></div>", 1},
      {"<table><tr><td><td><td></table>", 3},
      {"<table><tr><td></td><td>word</td></table>", 1},
      {"<p><img><br><img></p>", 0},
      {"<p>\xE2\x96\x88\xE2\x96\x80&#9608;&block;</p>", 4},
      {"<p>\xE2\xAC\x9B\xE2\xAC\x9C\xF0\x9F\x9F\xA5\xE2\xA0\x81</p>", 4},
      {"<p>\xE2\x80\xA2 \xE2\x94\x80 \xE2\x80\x9Cword\xE2\x80\x9D</p>", 0},
      {"<script>\xE2\x96\x88</script><style>\xE2\x96\x88</style>", 2},
  };
  for (const Row& row : kRows)
    BOOST_TEST(marks(std::string(row.html)) == row.marks,
               row.html << ": " << marks(std::string(row.html)));
}

BOOST_AUTO_TEST_CASE(those_that_stand_together) {
  BOOST_TEST(marks(times(100, "<i></i>")) == 100U);
  BOOST_TEST(marks(times(100, "<i></i><b>word</b>")) <= 4U);
  BOOST_TEST(marks(times(100, "<i></i><img>")) <= 4U);
  // A word here and there hides nothing.
  BOOST_TEST(marks(times(25, times(25, "<i></i>") + "<b>word</b>")) >= 500U);
  // Neither does what comes before or behind.
  const std::string words = times(1000, "<b>word</b>");
  BOOST_TEST(marks(words + times(100, "<i></i>") + words) == 100U);
}

BOOST_AUTO_TEST_CASE(shadows_and_svg) {
  BOOST_TEST(marks("<div style='box-shadow:" + times(100, "1px 2px #000,") + "'></div>") >= 100U);
  BOOST_TEST(marks("<style>p{box-shadow:" + times(100, "1px 2px #000,") + "}</style>") >= 100U);
  BOOST_TEST(marks("<div style='font-family:" + times(100, "a,") + "'>word</div>") == 0U);
  const std::string path = "<path d='" + times(800, "M") + "'/>";
  BOOST_TEST(marks("<svg>" + path + "</svg>") >= 100U);
  BOOST_TEST(marks("application/xml",
                   "<svg xmlns='http://www.w3.org/2000/svg'>" + path + "</svg>") >= 100U);
  BOOST_TEST(marks("application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml'><body>" +
                                                times(50, "<i></i>\n<b class='k'/>\n") +
                                                "</body></html>") == 100U);
  BOOST_TEST(marks("application/xml", "<a>" + path + times(100, "<b></b>") + "</a>") == 0U);
}

BOOST_AUTO_TEST_CASE(plain_text) {
  BOOST_TEST(marks("text/plain", times(70, "\xE2\x96\x80")) == 70U);
  BOOST_TEST(marks("text/plain", "\xE2\x96") == 0U);
  BOOST_TEST(marks("text/plain", "<i></i>") == 0U);
}

// What lies in a document of its own is not drawn with the page.
BOOST_AUTO_TEST_CASE(documents_in_it) {
  BOOST_TEST(marks("<iframe srcdoc='" + times(100, "<i></i>") + "'>word</iframe>") <= 1U);
}

BOOST_AUTO_TEST_SUITE_END()
