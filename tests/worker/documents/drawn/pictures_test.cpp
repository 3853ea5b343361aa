// SPDX-License-Identifier: MIT
//
// Pictures that a page puts side by side, what of them is one, and what is too much.
// tests/cli/drawings.py has the ways in which mails do so.
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "worker/documents/drawn/drawn.h"
#include "worker/documents/drawn/pictures.h"
#include "worker/documents/recorded.h"
#include "worker/documents/side_by_side.h"
#include "worker/shown_page.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

constexpr std::size_t kSide = 25, kMargin = 4, kScale = 4;  // modules, modules, pixels

// What of the code lies in [left, right) and [top, bottom), in modules with the margin, as a
// graymap.
std::string piece(std::size_t left, std::size_t right, std::size_t top = 0,
                  std::size_t bottom = kSide + 2 * kMargin) {
  const std::string text = test::read_file(test::data_dir() / "documents/drawn/code.txt");
  std::string out = "P5 " + std::to_string((right - left) * kScale) + ' ' +
                    std::to_string((bottom - top) * kScale) + " 255\n";
  for (std::size_t y = top * kScale; y < bottom * kScale; ++y)
    for (std::size_t x = left * kScale; x < right * kScale; ++x) {
      const std::size_t row = y / kScale - kMargin, column = x / kScale - kMargin;
      const bool dark = row < kSide && column < kSide && text[row * (kSide + 1) + column] == '#';
      out += dark ? '\0' : '\xFF';
    }
  return out;
}
constexpr std::size_t kWhole = kSide + 2 * kMargin;

Recorded shown(const std::vector<std::string>& pictures, std::string_view page,
               std::uint64_t pixels = DocumentBounds().pixels) {
  std::string document;
  append_shown_page(pictures, page, document);
  const test::ExactCopy bytes(document);
  Recorded told;
  Document given{bytes.view(), {}, {}, {}};
  given.bounds.pixels = pixels;
  open_shown_page(given, told);
  BOOST_TEST(!told.is_open());
  return told;
}

std::vector<std::vector<std::size_t>> groups(const std::vector<Box>& boxes) {
  std::vector<std::vector<std::size_t>> all;
  for (const Group& each : side_by_side(boxes, 0.1)) all.push_back(each.members);
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_drawn_pictures)

BOOST_AUTO_TEST_CASE(boxes_with_a_side_in_common_are_one) {
  using Groups = std::vector<std::vector<std::size_t>>;
  BOOST_TEST((groups({}) == Groups{}));
  BOOST_TEST((groups({{0, 0, 10, 10}}) == Groups{}));
  BOOST_TEST((groups({{0, 0, 10, 10}, {10, 0, 30, 10}}) == Groups{{0, 1}}));
  BOOST_TEST((groups({{0, 0, 10, 10}, {11, 0, 30, 10}}) == Groups{{0, 1}}));
  BOOST_TEST((groups({{0, 0, 10, 10}, {9, 0, 30, 10}}) == Groups{{0, 1}}));
  BOOST_TEST((groups({{0, 0, 10, 10}, {12, 0, 30, 10}}) == Groups{}));
  BOOST_TEST((groups({{0, 0, 10, 10}, {10, 2, 30, 12}}) == Groups{}));
  BOOST_TEST((groups({{10, 0, 20, 10}, {40, 40, 50, 50}, {10, 10, 20, 60}}) == Groups{{0, 2}}));
  // Corners are no sides.
  BOOST_TEST((groups({{0, 0, 10, 10}, {10, 10, 20, 20}}) == Groups{}));
  // The third has a side in common with what the others make.
  BOOST_TEST((groups({{0, 0, 10, 20}, {10, 0, 20, 10}, {10, 10, 20, 20}}) == Groups{{0, 1, 2}}));
  BOOST_TEST((groups({{10, 0, 20, 10}, {0, 20, 20, 30}, {0, 0, 10, 20}, {10, 10, 20, 20}}) ==
              Groups{{0, 1, 2, 3}}));
  BOOST_TEST((groups({{0, 0, 5, 5}, {50, 0, 60, 10}, {5, 0, 10, 5}, {60, 0, 70, 10}}) ==
              Groups{{0, 2}, {1, 3}}));
}

BOOST_AUTO_TEST_CASE(what_was_put_together_is_read_back) {
  std::string document;
  append_shown_page(std::vector<std::string>{"a", "", "bcd"}, "page", document);
  const std::optional<ShownPage> read = read_shown_page(document);
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->page == "page");
  BOOST_TEST((read->pictures == std::vector<std::string_view>{"a", "", "bcd"}));
  // Cut off within its numbers or its pictures it is none.
  for (std::size_t size = 0; size < document.size() - std::string_view("page").size(); ++size) {
    const test::ExactCopy bytes(std::string_view(document).substr(0, size));
    BOOST_TEST(!read_shown_page(bytes.view()).has_value());
  }
}

BOOST_AUTO_TEST_CASE(pieces_side_by_side_are_a_code) {
  const std::vector<std::string> halves = {piece(0, 16), piece(16, kWhole)};
  const auto found = [&](std::string_view page) {
    const Recorded told = shown(halves, page);
    BOOST_TEST(told.lacks.empty());
    for (const Recorded::Reference& each : told.references)
      BOOST_TEST(each.raw == "https://drawn.example/a?b=1");
    return told.references.size();
  };
  BOOST_TEST(found("<img src=picture:0><img src=picture:1>") == 1U);
  BOOST_TEST(found("<img src=' picture:0 '><img src=picture:1>") == 1U);
  BOOST_TEST(found("<img src=picture:1><img src=picture:0>") == 0U);
  BOOST_TEST(found("<img src=picture:0><img src=picture:2>") == 0U);
  BOOST_TEST(found("<img src=picture:0><img src=picture:1x>") == 0U);
  BOOST_TEST(found("<img src=picture:0><img src=1>") == 0U);
  BOOST_TEST(found("<img src=picture:0><img src=picture:-1>") == 0U);
  BOOST_TEST(found("<img src=picture:0><b hidden><img src=picture:1></b>") == 0U);
  // One alone is looked at elsewhere.
  BOOST_TEST(shown({piece(0, kWhole)}, "<img src=picture:0>").references.empty());
}

BOOST_AUTO_TEST_CASE(what_is_seen_of_a_ground_is_what_counts) {
  const std::vector<std::string> whole = {piece(0, kWhole)};
  const std::string side = std::to_string(kWhole * kScale), half = std::to_string(16 * kScale),
                    rest = std::to_string((kWhole - 16) * kScale);
  const auto found = [&](const std::string& left, const std::string& right) {
    const std::string box = "float:left;height:" + side + "px;background:url(picture:0)";
    return shown(whole, "<i style='" + box + ";width:" + half + "px;" + left + "'></i><i style='" +
                            box + ";width:" + rest + "px;" + right + "'></i>")
        .references.size();
  };
  BOOST_TEST(found("", "background-position:-" + half + "px 0") == 1U);
  BOOST_TEST(found("background-repeat:no-repeat", "background-position:-" + half + "px 0") == 1U);
  BOOST_TEST(found("", "") == 0U);
  // One that is repeated comes round again.
  BOOST_TEST(found("background-position:" + side + "px 0",
                   "background-position:" + rest + "px " + side + "px") == 1U);
  BOOST_TEST(found("background-position:" + side + "px 0;background-repeat:no-repeat",
                   "background-position:" + rest + "px 0") == 0U);
}

BOOST_AUTO_TEST_CASE(what_is_too_much_is_told) {
  const std::vector<std::string> halves = {piece(0, 16), piece(16, kWhole)};
  const std::string_view page = "<img src=picture:0><img src=picture:1>";
  const Recorded few = shown(halves, page, 9000);
  BOOST_TEST(few.references.empty());
  BOOST_TEST(few.lacks.size() == 1U);
  std::string many;
  for (int i = 0; i < 1001; ++i) many += "<img src=picture:0 width=9 height=9>";
  const Recorded told = shown(halves, many);
  BOOST_TEST(told.references.empty());
  BOOST_TEST(told.lacks.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_picture_is_decoded_once_and_as_finely_as_is_enough) {
  const std::string picture = piece(0, kWhole);
  drawn::Pictures pictures({picture, "P5 2 2 255\n", "nothing"}, 100'000);
  const Raster* const first = pictures.find("picture:0");
  BOOST_REQUIRE(first != nullptr);
  BOOST_TEST(first->width == kWhole * kScale);
  BOOST_TEST(pictures.find("picture:0") == first);
  BOOST_TEST(pictures.find("picture:2") == nullptr);
  BOOST_TEST(pictures.find("picture:3") == nullptr);
  BOOST_TEST(pictures.find("picture:") == nullptr);
  BOOST_TEST(!pictures.is_cut());
  // One that is too large for itself is told there.
  drawn::Pictures none({picture}, 100);
  BOOST_TEST(none.find("picture:0") == nullptr);
  BOOST_TEST(!none.is_cut());
  drawn::Pictures one({picture, picture}, picture.size() * 3 / 2);
  BOOST_TEST(one.find("picture:0") != nullptr);
  BOOST_TEST(one.find("picture:1") == nullptr);
  BOOST_TEST(one.is_cut());
  // Halves until it is small: of 2402 by 5 pixels 600 by 1.
  const std::string wide = "P5 2402 5 255\n" + std::string(std::size_t{2402} * 5, '\x7F');
  drawn::Pictures large({wide}, 100'000);
  const Raster* const small = large.find("picture:0");
  BOOST_REQUIRE(small != nullptr);
  BOOST_TEST(small->width == 600U);
  BOOST_TEST(small->height == 1U);
  BOOST_TEST(small->whole_width == 2402U);
  BOOST_TEST(small->whole_height == 5U);
  BOOST_TEST(small->grey.front() == 0x7F);
  const std::string line = "P5 2402 1 255\n" + std::string(2402, '\x7F');
  drawn::Pictures thin({line}, 100'000);
  BOOST_REQUIRE(thin.find("picture:0") != nullptr);
  BOOST_TEST(thin.find("picture:0")->width == 2402U);
}

BOOST_AUTO_TEST_CASE(a_document_that_is_none_is_damaged) {
  Recorded told;
  open_shown_page(Document{"\x01", {}, {}, {}}, told);
  BOOST_TEST(told.lacks.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
