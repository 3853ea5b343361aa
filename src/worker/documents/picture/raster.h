// SPDX-License-Identifier: MIT
//
// Grey pixels, and what makes them of a picture.
//
// Before this: picture.cpp has seen which kind of picture it is.  After it: codes.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_RASTER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_RASTER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace basewalk::worker {

/// Row by row, 0 is black; what is transparent lies on white.
struct Raster {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> grey{};
  /// Of the picture, where this is a smaller one of it; else 0.
  std::uint32_t whole_width = 0, whole_height = 0;

  void resize(std::uint32_t new_width, std::uint32_t new_height, std::uint8_t value = 255) {
    width = new_width;
    height = new_height;
    grey.assign(std::size_t{width} * height, value);
  }
};

constexpr std::uint8_t grey_of(unsigned red, unsigned green, unsigned blue) {
  return static_cast<std::uint8_t>((red * 77 + green * 150 + blue * 29) >> 8);
}
/// Of what is that opaque.
constexpr std::uint8_t on_white(std::uint8_t grey, unsigned alpha) {
  return static_cast<std::uint8_t>((grey * alpha + 255 * (255 - alpha)) / 255);
}

/// In half the size, with the mean of each four pixels; an odd last row or column is left out.
inline Raster halved(const Raster& raster) {
  Raster out;
  out.resize(raster.width / 2, raster.height / 2);
  for (std::uint32_t y = 0; y < out.height; ++y)
    for (std::uint32_t x = 0; x < out.width; ++x) {
      const std::size_t at = std::size_t{2 * y} * raster.width + 2 * x;
      const unsigned sum = raster.grey[at] + raster.grey[at + 1] + raster.grey[at + raster.width] +
                           raster.grey[at + raster.width + 1];
      out.grey[std::size_t{y} * out.width + x] = static_cast<std::uint8_t>(sum / 4);
    }
  return out;
}

/// How a picture was decoded, and what its frames are handed to.
class Frames {
 public:
  enum class End : unsigned char { whole, damaged, too_large, more, not_all };

  /// `pixels` are all that may be decoded.  A decoder that can do with less may give a frame in a
  /// smaller size, of `enough` pixels to its longer side at least.
  Frames(std::uint64_t pixels, std::function<void(const Raster&)> take,
         std::uint32_t enough = 65'535)
      : pixels_(pixels), take_(std::move(take)), enough_(enough) {}

  std::uint32_t enough() const { return enough_; }

  /// May a frame of that size be decoded?  Asked before memory is taken for it.
  bool may_take(std::uint64_t width, std::uint64_t height) {
    // What has no pixels is no picture, and what has that many to a side none that is shown.
    if (width == 0 || height == 0 || width > 65'535 || height > 65'535 ||
        width * height > pixels_) {
      end_ = End::too_large;
      return false;
    }
    // To look at a small one costs more than its pixels do.
    pixels_ -= std::min(pixels_, std::max<std::uint64_t>(width * height, 40'000));
    return true;
  }
  void take(const Raster& raster) {
    ++taken_;
    take_(raster);
  }
  void damaged() {
    if (end_ == End::whole) end_ = End::damaged;
  }
  /// Behind the last one that is looked at are more.
  void more() {
    if (end_ == End::whole) end_ = End::more;
  }
  /// It has frames that cannot be decoded here.
  void not_all() {
    if (end_ == End::whole) end_ = End::not_all;
  }
  End end() const { return end_; }
  std::size_t taken() const { return taken_; }

 private:
  std::uint64_t pixels_;
  std::function<void(const Raster&)> take_;
  std::uint32_t enough_;
  std::size_t taken_ = 0;
  End end_ = End::whole;
};

/// Decodes a picture of any kind; false where it is of none that is read.
bool decode_picture(std::string_view bytes, Frames& frames);

void decode_png(std::string_view bytes, Frames& frames);
void decode_jpeg(std::string_view bytes, Frames& frames);
void decode_gif(std::string_view bytes, Frames& frames);
void decode_webp(std::string_view bytes, Frames& frames);
void decode_bmp(std::string_view bytes, Frames& frames);
void decode_tiff(std::string_view bytes, Frames& frames);
void decode_pnm(std::string_view bytes, Frames& frames);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_RASTER_H_
