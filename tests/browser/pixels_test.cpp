// SPDX-License-Identifier: MIT
#include "browser/pixels.h"

#include <boost/test/unit_test.hpp>

namespace basewalk::browser {
namespace {

Pixels white(std::uint32_t width, std::uint32_t height) {
  Pixels pixels{width, height, {}};
  pixels.rgb.assign(std::size_t{3} * width * height, 255);
  return pixels;
}

void paint(Pixels& pixels, std::uint32_t x, std::uint32_t y) {
  pixels.rgb[3 * (std::size_t{y} * pixels.width + x) + 2] = 254;
}

BOOST_AUTO_TEST_SUITE(pixels)

BOOST_AUTO_TEST_CASE(one_pixel_by_one_step_of_one_colour_differs) {
  const Pixels one = white(7, 5);
  for (std::uint32_t y = 0; y < 5; y++)
    for (std::uint32_t x = 0; x < 7; x++) {
      Pixels other = one;
      paint(other, x, y);
      const PixelDifference found = difference(one, other);
      BOOST_TEST(found.count == 1U);
      BOOST_TEST((found.box == Box{x, y, x + 1, y + 1}));
    }
  BOOST_TEST(difference(one, one).count == 0U);
}

BOOST_AUTO_TEST_CASE(the_box_is_around_all) {
  Pixels other = white(9, 9);
  paint(other, 5, 1);
  paint(other, 2, 4);
  paint(other, 7, 6);
  const PixelDifference found = difference(white(9, 9), other);
  BOOST_TEST(found.count == 3U);
  BOOST_TEST((found.box == Box{2, 1, 8, 7}));
}

BOOST_AUTO_TEST_CASE(what_one_picture_alone_has_differs) {
  const PixelDifference found = difference(white(4, 3), white(3, 4));
  BOOST_TEST(found.count == 3U + 3U);  // the corner is in neither
  BOOST_TEST((found.box == Box{0, 0, 4, 4}));
}

BOOST_AUTO_TEST_CASE(boxes_are_passed_over_to_their_edges_and_no_further) {
  Pixels other = white(6, 6);
  for (std::uint32_t y = 0; y < 6; y++)
    for (std::uint32_t x = 0; x < 6; x++) paint(other, x, y);
  const Box box[] = {{1, 1, 3, 3}};
  BOOST_TEST(difference(white(6, 6), other, box).count == 36U - 4U);
  const Box two[] = {{1, 1, 3, 3}, {2, 2, 4, 4}};
  BOOST_TEST(difference(white(6, 6), other, two).count == 36U - 7U);
  const Box odd[] = {{4, 0, 1000, 1}, {9, 9, 12, 12}, {3, 3, 2, 5}};
  BOOST_TEST(difference(white(6, 6), other, odd).count == 36U - 2U);
}

BOOST_AUTO_TEST_CASE(a_marked_picture_is_red_where_two_differ_and_there_alone) {
  Pixels other = white(3, 2);
  paint(other, 1, 1);
  const std::string png = marked_png(white(3, 2), other);
  const std::optional<Pixels> read = read_png(png, 100);
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->width == 3U);
  BOOST_TEST(read->height == 2U);
  for (std::size_t i = 0; i < 6; i++) {
    const bool red = read->rgb[3 * i] == 255 && read->rgb[3 * i + 1] == 0;
    BOOST_TEST(red == (i == 4));
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_png_or_too_large_is_not_read) {
  const std::string png = marked_png(white(3, 2), white(3, 2));
  BOOST_TEST(read_png(png, 6).has_value());
  BOOST_TEST(!read_png(png, 5).has_value());
  BOOST_TEST(!read_png("", 100).has_value());
  for (std::size_t size = 0; size + 12 < png.size(); size++)  // the last chunk may be missing
    BOOST_TEST(!read_png(std::string_view(png).substr(0, size), 100).has_value());
  for (std::size_t at = 0; at < png.size(); at++) {
    std::string broken = png;
    broken[at] = static_cast<char>(~broken[at]);
    (void)read_png(broken, 100);  // no matter what comes of it: it ends, within its bytes
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace basewalk::browser
