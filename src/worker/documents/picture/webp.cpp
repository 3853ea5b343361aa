// SPDX-License-Identifier: MIT
#include <webp/decode.h>
#include <webp/demux.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>

#include "worker/documents/picture/raster.h"

namespace basewalk::worker {
namespace {

struct Delete {
  void operator()(WebPAnimDecoder* decoder) const { ::WebPAnimDecoderDelete(decoder); }
  void operator()(WebPIDecoder* decoder) const { ::WebPIDelete(decoder); }
};

void put_rows(const std::uint8_t* pixels, std::size_t stride, std::uint32_t rows, Raster& raster) {
  for (std::uint32_t y = 0; y < rows; ++y)
    for (std::uint32_t x = 0; x < raster.width; ++x) {
      const std::uint8_t* at = pixels + y * stride + 4 * std::size_t{x};
      raster.grey[std::size_t{y} * raster.width + x] =
          on_white(grey_of(at[0], at[1], at[2]), at[3]);
    }
}

// The rows of one that is cut off, which browsers show; none of what is animated.
void take_rows_there(std::string_view bytes, Raster& raster, Frames& frames) {
  const std::unique_ptr<WebPIDecoder, Delete> decoder(::WebPINewRGB(MODE_RGBA, nullptr, 0, 0));
  if (!decoder) throw std::bad_alloc();
  ::WebPIUpdate(decoder.get(), reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  int rows = 0, width = 0, height = 0, stride = 0;
  const std::uint8_t* const pixels =
      ::WebPIDecGetRGB(decoder.get(), &rows, &width, &height, &stride);
  if (pixels == nullptr || rows <= 0 || static_cast<std::uint32_t>(width) != raster.width ||
      static_cast<std::uint32_t>(rows) > raster.height)
    return;
  put_rows(pixels, static_cast<std::size_t>(stride), static_cast<std::uint32_t>(rows), raster);
  frames.take(raster);
}

}  // namespace

void decode_webp(std::string_view bytes, Frames& frames) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  int width = 0, height = 0;
  if (::WebPGetInfo(data, bytes.size(), &width, &height) == 0) return frames.damaged();
  const auto columns = static_cast<std::uint32_t>(width), rows = static_cast<std::uint32_t>(height);
  // Before the decoder takes memory for them.
  if (!frames.may_take(columns, rows)) return;
  Raster raster;
  raster.resize(columns, rows);
  const WebPData all{data, bytes.size()};
  const std::unique_ptr<WebPAnimDecoder, Delete> decoder(::WebPAnimDecoderNew(&all, nullptr));
  if (!decoder) {
    frames.damaged();
    return take_rows_there(bytes, raster, frames);
  }
  for (bool is_first = true; ::WebPAnimDecoderHasMoreFrames(decoder.get()) != 0; is_first = false) {
    if (!is_first && !frames.may_take(columns, rows)) return;
    std::uint8_t* pixels = nullptr;
    int time = 0;
    if (::WebPAnimDecoderGetNext(decoder.get(), &pixels, &time) == 0) return frames.damaged();
    put_rows(pixels, 4 * std::size_t{columns}, rows, raster);
    frames.take(raster);
  }
}

}  // namespace basewalk::worker
