// SPDX-License-Identifier: MIT
#include "worker/documents/drawn/teller.h"

namespace basewalk::worker::drawn {

bool Teller::may_draw(std::uint64_t width, std::uint64_t height) {
  constexpr std::uint64_t kLongestSide = 65'535;
  if (width <= kLongestSide && height <= kLongestSide && width * height <= pixels_) {
    pixels_ -= width * height;
    return true;
  }
  if (!is_limit_told_) lack(Lack::limit, "draws more than is looked at");
  is_limit_told_ = true;
  return false;
}

bool Teller::look_at(const Raster& raster, Of what) {
  const std::vector<Code> codes = codes_in(raster, what);
  tell_codes(codes, told_, sink_);
  return !codes.empty();
}

}  // namespace basewalk::worker::drawn
