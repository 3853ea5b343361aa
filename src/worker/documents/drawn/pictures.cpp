// SPDX-License-Identifier: MIT
#include "worker/documents/drawn/pictures.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

#include "text/ascii.h"
#include "worker/shown_page.h"

namespace basewalk::worker::drawn {

namespace {

// Pixels to a side: a page is hardly wider.
constexpr std::uint32_t kEnough = 1200;

Raster made_smaller(const Raster& raster) {
  Raster small = raster;
  while (std::max(small.width, small.height) > kEnough) {
    Raster half = halved(small);
    // One that is a line.
    if (half.grey.empty()) break;
    half.whole_width = raster.whole_width != 0 ? raster.whole_width : raster.width;
    half.whole_height = raster.whole_height != 0 ? raster.whole_height : raster.height;
    small = std::move(half);
  }
  return small;
}

}  // namespace

const Raster* Pictures::find(std::string_view url) {
  url = ascii::trim(url);
  if (!url.starts_with(kPictureUrl)) return nullptr;
  url.remove_prefix(kPictureUrl.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(url.data(), url.data() + url.size(), number);
  if (error != std::errc() || end != url.data() + url.size() || number >= files_.size())
    return nullptr;
  Decoded& found = rasters_[number];
  if (!found.is_known) {
    found.is_known = true;
    Frames frames(
        pixels_,
        [&](const Raster& raster) {
          if (found.raster.grey.empty()) found.raster = made_smaller(raster);
        },
        kEnough);
    // What is wrong with it is told of the picture itself.
    decode_picture(files_[number], frames);
    const std::uint64_t kept = found.raster.grey.size();
    if (kept > left_) {
      is_cut_ = true;
      found.raster = {};
    } else {
      left_ -= kept;
    }
  }
  return found.raster.grey.empty() ? nullptr : &found.raster;
}

}  // namespace basewalk::worker::drawn
