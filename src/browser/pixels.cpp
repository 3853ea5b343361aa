// SPDX-License-Identifier: MIT
#include "browser/pixels.h"

#include <algorithm>
#include <cstring>

#include "browser/png_calls.h"

namespace basewalk::browser {

std::optional<Pixels> read_png(std::string_view bytes, std::size_t most) {
  if (!png().missing.empty()) return {};
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png().begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return {};
  Pixels pixels;
  image.format = PNG_FORMAT_RGB;
  if (std::uint64_t{image.width} * image.height > most) {
    png().free(&image);
    return {};
  }
  pixels.width = image.width;
  pixels.height = image.height;
  pixels.rgb.resize(std::size_t{3} * image.width * image.height);
  const png_color white = {255, 255, 255};
  if (png().finish_read(&image, &white, pixels.rgb.data(), 0, nullptr) == 0) return {};
  return pixels;
}

namespace {

const std::uint8_t* at(const Pixels& of, std::uint32_t x, std::uint32_t y) {
  return x < of.width && y < of.height ? &of.rgb[3 * (std::size_t{y} * of.width + x)] : nullptr;
}

bool differ(const std::uint8_t* a, const std::uint8_t* b) {
  if (a == nullptr || b == nullptr) return a != b;
  return std::memcmp(a, b, 3) != 0;
}

// Which pixels of a row lie in a box: where boxes begin and end, summed up.  So many boxes that lie
// on one another cost no more than as many beside one another.
class RowMask {
 public:
  RowMask(std::span<const Box> boxes, std::uint32_t width) : boxes_(boxes), edges_(width + 1) {}
  void go_to(std::uint32_t y) {
    if (boxes_.empty()) return;
    std::ranges::fill(edges_, 0);
    for (const Box& box : boxes_) {
      const auto last = static_cast<std::uint32_t>(edges_.size() - 1);
      if (y < box.top || y >= box.bottom || box.left >= box.right || box.left >= last) continue;
      edges_[box.left]++;
      edges_[std::min(box.right, last)]--;
    }
    for (std::size_t x = 1; x < edges_.size(); x++) edges_[x] += edges_[x - 1];
  }
  bool operator[](std::uint32_t x) const { return !boxes_.empty() && edges_[x] > 0; }

 private:
  std::span<const Box> boxes_;
  std::vector<int> edges_;
};

}  // namespace

PixelDifference difference(const Pixels& one, const Pixels& other,
                           std::span<const Box> passed_over) {
  PixelDifference found;
  const std::uint32_t width = std::max(one.width, other.width);
  const std::uint32_t height = std::max(one.height, other.height);
  RowMask mask(passed_over, width);
  for (std::uint32_t y = 0; y < height; y++) {
    mask.go_to(y);
    for (std::uint32_t x = 0; x < width; x++) {
      if (mask[x] || !differ(at(one, x, y), at(other, x, y))) continue;
      if (found.count++ == 0) found.box = {x, y, x + 1, y + 1};
      found.box.left = std::min(found.box.left, x);
      found.box.right = std::max(found.box.right, x + 1);
      found.box.bottom = y + 1;
    }
  }
  return found;
}

std::string marked_png(const Pixels& one, const Pixels& other) {
  if (!png().missing.empty()) return {};
  const std::uint32_t width = std::max(one.width, other.width);
  const std::uint32_t height = std::max(one.height, other.height);
  std::vector<std::uint8_t> rgb(std::size_t{3} * width * height, 255);
  for (std::uint32_t y = 0; y < height; y++)
    for (std::uint32_t x = 0; x < width; x++) {
      const std::uint8_t* a = at(one, x, y);
      const std::uint8_t* b = at(other, x, y);
      std::uint8_t* to = &rgb[3 * (std::size_t{y} * width + x)];
      if (differ(a, b)) {
        to[0] = 255;
        to[1] = to[2] = 0;
      } else if (a != nullptr) {
        const auto light = static_cast<std::uint8_t>(191 + (a[0] + a[1] + a[2]) / 12);
        to[0] = to[1] = to[2] = light;
      }
    }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = 0;
  if (png().write_to_memory(&image, nullptr, &size, 0, rgb.data(), 0, nullptr) == 0) return {};
  std::string made(size, '\0');
  if (png().write_to_memory(&image, made.data(), &size, 0, rgb.data(), 0, nullptr) == 0) return {};
  made.resize(size);
  return made;
}

}  // namespace basewalk::browser
