// SPDX-License-Identifier: MIT
#include <webp/decode.h>
#include <webp/demux.h>

#include <memory>

#include "worker/documents/picture/raster.h"

namespace basewalk::worker {
namespace {

struct Delete {
  void operator()(WebPAnimDecoder* decoder) const { ::WebPAnimDecoderDelete(decoder); }
};

}  // namespace

void decode_webp(std::string_view bytes, Frames& frames) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  int width = 0, height = 0;
  if (::WebPGetInfo(data, bytes.size(), &width, &height) == 0) return frames.damaged();
  const auto columns = static_cast<std::uint32_t>(width), rows = static_cast<std::uint32_t>(height);
  // Before the decoder takes memory for them.
  if (!frames.may_take(columns, rows)) return;
  const WebPData all{data, bytes.size()};
  const std::unique_ptr<WebPAnimDecoder, Delete> decoder(::WebPAnimDecoderNew(&all, nullptr));
  if (!decoder) return frames.damaged();
  for (bool is_first = true; ::WebPAnimDecoderHasMoreFrames(decoder.get()) != 0; is_first = false) {
    if (!is_first && !frames.may_take(columns, rows)) return;
    std::uint8_t* pixels = nullptr;
    int time = 0;
    if (::WebPAnimDecoderGetNext(decoder.get(), &pixels, &time) == 0) return frames.damaged();
    Raster raster;
    raster.resize(columns, rows);
    for (std::size_t i = 0; i < raster.grey.size(); ++i) {
      const std::uint8_t* at = pixels + 4 * i;
      raster.grey[i] = on_white(grey_of(at[0], at[1], at[2]), at[3]);
    }
    frames.take(raster);
  }
}

}  // namespace basewalk::worker
