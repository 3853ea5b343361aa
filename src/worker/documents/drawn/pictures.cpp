// SPDX-License-Identifier: MIT
#include "worker/documents/drawn/pictures.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "text/ascii.h"
#include "worker/shown_page.h"

namespace basewalk::worker::drawn {

namespace {

// Pixels to a side: a page is hardly wider.
constexpr std::uint32_t kEnough = 1200;

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
    std::uint64_t used = 0;
    Frames frames(
        pixels_,
        [&](const Raster& raster) {
          used += raster.grey.size();
          if (found.raster.grey.empty()) found.raster = raster;
        },
        kEnough);
    // What is wrong with it is told of the picture itself.
    decode_picture(files_[number], frames);
    is_cut_ = is_cut_ || frames.end() == Frames::End::too_large;
    pixels_ -= std::min(pixels_, used);
  }
  return found.raster.grey.empty() ? nullptr : &found.raster;
}

}  // namespace basewalk::worker::drawn
