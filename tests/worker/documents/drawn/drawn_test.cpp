// SPDX-License-Identifier: MIT
//
// What is drawn: colours of attributes, marks, and the bounds on both.  The ways in which a page
// can draw a code are rows of tests/cli/drawings.py.
#include "worker/documents/drawn/drawn.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "worker/documents/drawn/colour.h"
#include "worker/documents/drawn/marks.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace basewalk::worker::drawn;

namespace {

std::vector<std::string> code() {
  std::vector<std::string> lines;
  const std::string text = test::read_file(test::data_dir() / "documents/drawn/code.txt");
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::vector<std::string> urls(const Recorded& told) {
  std::vector<std::string> all;
  for (const Recorded::Reference& each : told.references) all.push_back(each.raw);
  return all;
}

// The code in boxes of that size.
void draw(Marks& marks, std::int32_t width, std::int32_t height) {
  const std::vector<std::string> lines = code();
  for (std::size_t y = 0; y < lines.size(); ++y)
    for (std::size_t x = 0; x < lines[y].size(); ++x)
      if (lines[y][x] == '#') {
        const auto left = static_cast<std::int32_t>(x) * width;
        const auto top = static_cast<std::int32_t>(y) * height;
        marks.add({left, top, left + width, top + height});
      }
}

Recorded looked_at(const Marks& marks, DocumentBounds bounds = {}) {
  Recorded told;
  const Document document{{}, {}, {}, bounds};
  Teller teller(document, told);
  marks.look_at_drawings(teller);
  return told;
}

const std::vector<std::string> kFound = {"https://drawn.example/a?b=1"};

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_drawn)

// HTML 2.3.6
BOOST_AUTO_TEST_CASE(an_attribute_has_a_colour_whatever_stands_in_it) {
  struct Row {
    std::string_view value, colour;
  };
  constexpr Row kRows[] = {
      {"#fff", "#ffffff"},
      {" #123 ", "#112233"},
      {"#123456", "#123456"},
      {"123456", "#123456"},
      {"chucknorris", "#c00000"},
      {"crap", "#c0a000"},
      {"6db6ec49efd278cd0bc92d1e5e072d68", "#6ecde0"},
      {"x", "#000000"},
      {"#", "#000000"},
      {"#12", "#010200"},
      {"#000000000000000000000000000001", "#000001"},
      {"\xF0\x9F\x98\x80", "#000000"},
      {"\xC3\xA4g\xC3\xA4", "#000000"},
  };
  for (const Row& row : kRows) {
    const std::optional<Colour> colour = legacy_colour(row.value);
    BOOST_TEST_REQUIRE(colour.has_value(), row.value);
    BOOST_TEST(written(*colour) == row.colour, row.value << ": " << written(*colour));
  }
  for (const std::string_view none : {"", "  ", "transparent", "TRANSPARENT"})
    BOOST_TEST(!legacy_colour(none).has_value(), none);
}

BOOST_AUTO_TEST_CASE(a_code_is_found_whatever_size_its_boxes_have) {
  for (const std::int32_t width : {1, 2, 3, 6, 12, 40})
    for (const std::int32_t height : {width, 2 * width}) {
      Marks marks(10'000);
      draw(marks, width, height);
      BOOST_TEST(urls(looked_at(marks)) == kFound, width << " x " << height);
    }
}

BOOST_AUTO_TEST_CASE(what_lies_on_top_is_seen) {
  Marks under(10'000);
  under.add({-100, -100, 1000, 1000, 255});
  draw(under, 6, 6);
  BOOST_TEST(urls(looked_at(under)) == kFound);
  Marks over(10'000);
  draw(over, 6, 6);
  over.add({-100, -100, 1000, 1000, 255});
  BOOST_TEST(urls(looked_at(over)).empty());
  Marks glass(10'000);
  draw(glass, 6, 6);
  glass.add({-100, -100, 1000, 1000, 255, 60});
  BOOST_TEST(urls(looked_at(glass)) == kFound);
}

BOOST_AUTO_TEST_CASE(what_nobody_sees_is_in_nobodys_way) {
  Marks marks(10'000);
  draw(marks, 6, 6);
  marks.add({-100'000, 10, -99'990, 20});
  marks.add({2'000'000, 10, 2'000'010, 20});
  constexpr std::int64_t kFar = std::int64_t{1} << 40;
  marks.add(mark_of(-kFar, -kFar, kFar, kFar, 255, 1));
  BOOST_TEST(urls(looked_at(marks)) == kFound);
}

BOOST_AUTO_TEST_CASE(too_much_is_told) {
  Marks cut(100);
  draw(cut, 6, 6);
  BOOST_TEST(cut.is_cut());
  BOOST_TEST(cut.size() == 100U);
  const Recorded told = looked_at(cut);
  BOOST_TEST_REQUIRE(told.lacks.size() == 1U);
  BOOST_TEST((told.lacks[0].why == Lack::limit));

  Marks whole(10'000);
  draw(whole, 6, 6);
  const Recorded few = looked_at(whole, {.pixels = 100});
  BOOST_TEST(urls(few).empty());
  BOOST_TEST_REQUIRE(few.lacks.size() == 1U);
  BOOST_TEST((few.lacks[0].why == Lack::limit));

  // Drawings below one another, further apart than one is high.
  Marks many(100'000);
  for (std::int32_t i = 0; i < 40; ++i)
    for (std::int32_t j = 0; j < 50; ++j) many.add({j * 6, i * 1000, j * 6 + 3, i * 1000 + 3});
  BOOST_TEST(looked_at(many).lacks.size() == 1U);
}

BOOST_AUTO_TEST_CASE(characters_have_a_width) {
  BOOST_TEST(width_of('a', 10) == 6);
  BOOST_TEST(width_of(0x2588, 10) == 6);
  BOOST_TEST(width_of(0x2B1B, 10) == 10);
  BOOST_TEST(width_of(0x3000, 10) == 10);
  BOOST_TEST(width_of(0x200B, 10) == 0);
  BOOST_TEST(width_of(0xFE0F, 10) == 0);
  BOOST_TEST(width_of('a', 0) == 1);
}

BOOST_AUTO_TEST_CASE(openers_end_with_anything) {
  const test::ExactCopy odd(
      std::string_view("<pre>\xE2\x96\xFF\0<td \0bgcolor=\x80><svg><\xFF", 30));
  for (const auto open : {open_drawn_page, open_drawn_text, open_drawn_svg}) {
    for (const std::string_view bytes : {std::string_view(), odd.view()}) {
      Recorded told;
      open(Document{bytes, {}, {}, {}}, told);
      BOOST_TEST(told.references.empty());
      BOOST_TEST(!told.is_open());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
