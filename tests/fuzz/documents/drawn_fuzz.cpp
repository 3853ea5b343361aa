// SPDX-License-Identifier: MIT
//
// Any bytes as what could draw a code: SVG, a page, a page with two pictures, a text.
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/documents/checked.h"
#include "worker/documents/drawn/drawn.h"
#include "worker/shown_page.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace basewalk::worker;
  const std::string_view bytes = fuzz::view(data, size);
  // litehtml is quadratic in what stands within each other.
  if (size > 20'000) return 0;
  fuzz::open(open_drawn_svg, bytes, "a.svg", {.of_pixels = 3});
  fuzz::open(open_drawn_page, bytes, "a.html", {.of_pixels = 3});
  static const std::string pictures[] = {"P5 8 8 255\n" + std::string(64, '\x20'),
                                         "P5 16 8 255\n" + std::string(128, '\xE0')};
  std::string shown;
  append_shown_page(pictures, bytes, shown);
  fuzz::open(open_shown_page, shown, "a.html", {.of_pixels = 3});
  fuzz::open(open_shown_page, bytes, "a.html", {.of_pixels = 3});
  return fuzz::open(open_drawn_text, bytes, "a.txt", {.of_pixels = 3});
}
