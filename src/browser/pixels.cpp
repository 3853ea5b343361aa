// SPDX-License-Identifier: MIT
#include "browser/pixels.h"

#include <png.h>

#include <algorithm>
#include <cstring>

namespace basewalk::browser {

std::optional<Pixels> read_png(std::string_view png, std::size_t most) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, png.data(), png.size()) == 0) return {};
  Pixels pixels;
  image.format = PNG_FORMAT_RGB;
  if (std::size_t{image.width} * image.height > most) {
    png_image_free(&image);
    return {};
  }
  pixels.width = image.width;
  pixels.height = image.height;
  pixels.rgb.resize(std::size_t{3} * image.width * image.height);
  const png_color white = {255, 255, 255};
  if (png_image_finish_read(&image, &white, pixels.rgb.data(), 0, nullptr) == 0) return {};
  return pixels;
}

PixelDifference difference(const Pixels& one, const Pixels& other) {
  PixelDifference found;
  const std::uint32_t width = std::max(one.width, other.width);
  const std::uint32_t height = std::max(one.height, other.height);
  const auto at = [](const Pixels& of, std::uint32_t x, std::uint32_t y) {
    return x < of.width && y < of.height ? &of.rgb[3 * (std::size_t{y} * of.width + x)] : nullptr;
  };
  for (std::uint32_t y = 0; y < height; y++) {
    for (std::uint32_t x = 0; x < width; x++) {
      const std::uint8_t* a = at(one, x, y);
      const std::uint8_t* b = at(other, x, y);
      if (a == b || (a != nullptr && b != nullptr && std::memcmp(a, b, 3) == 0)) continue;
      if (found.count++ == 0) found = {1, x, y, x + 1, y + 1};
      found.left = std::min(found.left, x);
      found.right = std::max(found.right, x + 1);
      found.bottom = y + 1;
    }
  }
  return found;
}

}  // namespace basewalk::browser
