// SPDX-License-Identifier: MIT
//
// What is drawn: colours of attributes, marks, and the bounds on both.  The ways in which a page
// can draw a code are rows of tests/cli/drawings.py.
#include "worker/documents/drawn/drawn.h"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
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

// Characters that are made of boxes: each paints what it fills of its own, whatever that is.
BOOST_AUTO_TEST_CASE(characters_fill_parts_of_their_boxes) {
  const auto count = [](char32_t character) {
    Marks marks(100);
    marks.add_character(character, {0, 0, 80, 160});
    return marks.size();
  };
  // Blocks, and the squares and circles that stand for a module.
  for (char32_t c = 0x2580; c <= 0x2595; ++c) BOOST_TEST(count(c) == 1U, static_cast<unsigned>(c));
  const std::size_t quarters[] = {1, 1, 1, 3, 2, 3, 3, 1, 2, 3};
  for (std::size_t i = 0; i < std::size(quarters); ++i)
    BOOST_TEST(count(static_cast<char32_t>(0x2596 + i)) == quarters[i], i);
  for (char32_t c = 0x2800; c <= 0x28FF; ++c)
    BOOST_TEST(count(c) == static_cast<std::size_t>(__builtin_popcount(c & 0xFF)));
  for (const char32_t c :
       {0x25A0, 0x25AA, 0x25FC, 0x25FE, 0x25CF, 0x2B1B, 0x2B1C, 0x1F7E5, 0x1F7EB})
    BOOST_TEST(count(c) == 1U, static_cast<unsigned>(c));
  for (const char32_t c : {0x20, 0x41, 0x257F, 0x25A1, 0x27FF, 0x2900, 0x2B1D, 0x1F7E4, 0x1F7EC})
    BOOST_TEST(count(c) == 0U, static_cast<unsigned>(c));
  // Of a box that is too small nothing is left.
  Marks none(100);
  none.add_character(0x2588, {0, 0, 0, 8});
  none.add_character(0x2595, {0, 0, 0, 8});
  BOOST_TEST(none.size() == 0U);
}

// The code in characters of so many modules each.
std::vector<std::string> found_in(std::int32_t columns, std::int32_t rows,
                                  const std::function<char32_t(unsigned)>& character) {
  const std::vector<std::string> lines = code();
  const auto is_dark = [&](std::size_t x, std::size_t y) {
    return y < lines.size() && x < lines[y].size() && lines[y][x] == '#';
  };
  Marks marks(100'000);
  constexpr std::int32_t kModule = 8;
  const auto columns_of = static_cast<std::size_t>(columns),
             rows_of = static_cast<std::size_t>(rows);
  for (std::size_t y = 0; y < lines.size(); y += rows_of)
    for (std::size_t x = 0; x < lines[0].size(); x += columns_of) {
      unsigned bits = 0;
      for (std::size_t i = 0; i < columns_of * rows_of; ++i)
        bits |= static_cast<unsigned>(is_dark(x + i % columns_of, y + i / columns_of)) << i;
      const auto left = static_cast<std::int32_t>(x) * kModule,
                 top = static_cast<std::int32_t>(y) * kModule;
      marks.add_character(character(bits),
                          {left, top, left + columns * kModule, top + rows * kModule});
    }
  return urls(looked_at(marks));
}

BOOST_AUTO_TEST_CASE(a_code_is_found_in_whatever_characters) {
  for (const auto& [dark, light] : {std::pair(0x2588, 0x20),
                                    {0x2593, 0x20},
                                    {0x2592, 0x20},
                                    {0x25A0, 0x20},
                                    {0x25CF, 0x20},
                                    {0x2B1B, 0x2B1C},
                                    {0x1F7E5, 0x2B1C},
                                    {0x1F7E6, 0x2B1C},
                                    {0x1F7EB, 0x2B1C}})
    BOOST_TEST(found_in(1, 1,
                        [&](unsigned bits) {
                          return static_cast<char32_t>(bits != 0 ? dark : light);
                        }) == kFound,
               dark);
  constexpr char32_t kHalves[] = {0x20, 0x2580, 0x2584, 0x2588},
                     kSides[] = {0x20, 0x258C, 0x2590, 0x2588};
  BOOST_TEST(found_in(1, 2, [&](unsigned bits) { return kHalves[bits]; }) == kFound);
  BOOST_TEST(found_in(2, 1, [&](unsigned bits) { return kSides[bits]; }) == kFound);
  // Left upper, right upper, left lower, right lower.
  constexpr char32_t kQuarters[] = {0x20,   0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B,
                                    0x2597, 0x259A, 0x2590, 0x259C, 0x2584, 0x2599, 0x259F, 0x2588};
  BOOST_TEST(found_in(2, 2, [&](unsigned bits) { return kQuarters[bits]; }) == kFound);
  // Braille: the dots go down the columns, and the lowest row came later.
  BOOST_TEST(found_in(2, 4, [](unsigned bits) {
               constexpr unsigned kDots[] = {0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80};
               char32_t character = 0x2800;
               for (unsigned i = 0; i < 8; ++i)
                 if ((bits >> i & 1) != 0) character += kDots[i];
               return character;
             }) == kFound);
}

BOOST_AUTO_TEST_CASE(characters_are_as_wide_as_in_a_font_of_one_width) {
  for (const char32_t c :
       {0x41, 0x20, 0x9, 0x2588, 0x28FF, 0x2B1A, 0x2B1D, 0x2E7F, 0xA000, 0xD7B0, 0xFF61, 0x1EFFF})
    BOOST_TEST(width_of(c, 20) == 12, static_cast<unsigned>(c));
  for (const char32_t c :
       {0x2001, 0x2003, 0x2B1B, 0x2B1C, 0x2E80, 0x9FFF, 0xAC00, 0xD7AF, 0xFF00, 0xFF60, 0x1F000})
    BOOST_TEST(width_of(c, 20) == 20, static_cast<unsigned>(c));
  for (const char32_t c :
       {0x8, 0x1F, 0xAD, 0x300, 0x36F, 0x200B, 0x200F, 0x2060, 0xFE00, 0xFE0F, 0xFEFF})
    BOOST_TEST(width_of(c, 20) == 0, static_cast<unsigned>(c));
  BOOST_TEST(width_of('x', 0) == 1);
  BOOST_TEST(width_of(0x2001, 0) == 1);
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
