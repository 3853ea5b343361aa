// SPDX-License-Identifier: MIT
#include <png.h>

#include <cstring>

#include "worker/documents/picture/raster.h"

namespace basewalk::worker {

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
}

}  // namespace basewalk::worker
