// SPDX-License-Identifier: MIT
#include <png.h>

#include <cstring>
#include <string_view>

#include "worker/documents/picture/raster.h"

namespace basewalk::worker {
namespace {

// Has it a chunk acTL before its pixels (PNG, third edition, 11.3.6.1)?
bool is_animated(std::string_view bytes) {
  const std::string_view before = bytes.substr(0, bytes.find("IDAT"));
  return before.find(std::string_view("\0\0\0\10acTL", 8)) != std::string_view::npos;
}

}  // namespace

void decode_png(std::string_view bytes, Frames& frames) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (::png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0)
    return frames.damaged();
  Raster raster;
  if (frames.may_take(image.width, image.height)) {
    raster.resize(image.width, image.height);
    image.format = PNG_FORMAT_GRAY;
    constexpr png_color kWhite{255, 255, 255};
    // What was decoded before an error is there.
    if (::png_image_finish_read(&image, &kWhite, raster.grey.data(),
                                static_cast<png_int_32>(image.width), nullptr) == 0)
      frames.damaged();
    frames.take(raster);
  }
  ::png_image_free(&image);
  if (is_animated(bytes)) frames.not_all();
}

}  // namespace basewalk::worker
