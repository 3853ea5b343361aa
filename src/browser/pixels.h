// SPDX-License-Identifier: MIT
//
// Pictures of pages as pixels, and where two differ.
// What comes before: view.cpp has the PNG of a screen.  What comes after: compare.cpp.
#ifndef BASEWALK_BROWSER_PIXELS_H_
#define BASEWALK_BROWSER_PIXELS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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

/// Right and bottom are the first pixels behind it.
struct Box {
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;
  bool operator==(const Box&) const = default;
};

struct PixelDifference {
  std::size_t count = 0;
  Box box;  ///< around all of them
};

/// Pixels that only one picture has count as different; those in `passed_over` do not.
PixelDifference difference(const Pixels& one, const Pixels& other,
                           std::span<const Box> passed_over = {});

/// A PNG of both, pale, with what differs in red.  Empty where there is no memory for it.
std::string marked_png(const Pixels& one, const Pixels& other);

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_PIXELS_H_
