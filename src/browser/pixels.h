// SPDX-License-Identifier: MIT
//
// Pictures of pages as pixels, and where two differ.
// What comes before: view.cpp has the PNG of a screen.  What comes after: compare.cpp.
#ifndef BASEWALK_BROWSER_PIXELS_H_
#define BASEWALK_BROWSER_PIXELS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::browser {

struct Pixels {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  ///< three bytes a pixel, row after row
};

/// None where the bytes are no PNG, or one of more than `most` pixels.
std::optional<Pixels> read_png(std::string_view png, std::size_t most);

struct PixelDifference {
  std::size_t count = 0;
  /// The box around all of them; right and bottom are the first behind it.
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;
};

/// Pixels that only one picture has count as different.
PixelDifference difference(const Pixels& one, const Pixels& other);

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_PIXELS_H_
