// SPDX-License-Identifier: MIT
#include <turbojpeg.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "worker/documents/picture/raster.h"

namespace basewalk::worker {
namespace {

struct Destroy {
  void operator()(void* handle) const { ::tjDestroy(handle); }
};

// The smallest size to be had that is enough.
void make_smaller(std::uint32_t enough, int& width, int& height) {
  int count = 0;
  const tjscalingfactor* const factors = ::tjGetScalingFactors(&count);
  const int whole_width = width, whole_height = height;
  for (int i = 0; factors != nullptr && i < count; ++i) {
    const int w = TJSCALED(whole_width, factors[i]), h = TJSCALED(whole_height, factors[i]);
    if (w < width && static_cast<std::uint32_t>(std::max(w, h)) >= enough) {
      width = w;
      height = h;
    }
  }
}

}  // namespace

void decode_jpeg(std::string_view bytes, Frames& frames) {
  const std::unique_ptr<void, Destroy> handle(::tjInitDecompress());
  if (!handle) throw std::bad_alloc();
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto size = static_cast<unsigned long>(bytes.size());
  int width = 0, height = 0, sampling = 0, colours = 0;
  if (::tjDecompressHeader3(handle.get(), data, size, &width, &height, &sampling, &colours) != 0 ||
      width <= 0 || height <= 0)
    return frames.damaged();
  Raster raster;
  raster.whole_width = static_cast<std::uint32_t>(width);
  raster.whole_height = static_cast<std::uint32_t>(height);
  make_smaller(frames.enough(), width, height);
  const auto columns = static_cast<std::uint32_t>(width), rows = static_cast<std::uint32_t>(height);
  if (!frames.may_take(columns, rows)) return;
  raster.resize(columns, rows);
  const bool is_ink = colours == TJCS_CMYK || colours == TJCS_YCCK;
  std::vector<unsigned char> ink(is_ink ? raster.grey.size() * 4 : 0);
  // Scans without end are refused.
  const int status =
      ::tjDecompress2(handle.get(), data, size, is_ink ? ink.data() : raster.grey.data(), width, 0,
                      height, is_ink ? TJPF_CMYK : TJPF_GRAY, TJFLAG_LIMITSCANS);
  if (status != 0) frames.damaged();
  // As Adobe writes it, 255 is no ink.
  for (std::size_t i = 0; is_ink && i < raster.grey.size(); ++i) {
    const unsigned char* at = &ink[4 * i];
    const unsigned black = at[3];
    raster.grey[i] = grey_of(at[0] * black / 255, at[1] * black / 255, at[2] * black / 255);
  }
  frames.take(raster);
}

}  // namespace basewalk::worker
