// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/page/mosaic.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "worker/documents/pdf/picture.h"

namespace basewalk::worker::pdf {
namespace {

// Each is held against each.
constexpr std::size_t kMostTiles = 500;
// Pixels of a picture to a side at most.
constexpr double kMostPixels = 2400;
constexpr double kFarthest = 1e6;
// Of its shorter side: what two tiles may lie apart or over each other.
constexpr double kGap = 0.03;

// Along the page its places grow upwards.
Box box_of(const Mosaic::Tile& tile) { return {tile.left, -tile.top, tile.right, -tile.bottom}; }

std::size_t pixel(double place, std::size_t most) {
  return static_cast<std::size_t>(std::clamp(std::round(place), 0.0, static_cast<double>(most)));
}

}  // namespace

void Mosaic::add(Tile tile) {
  // Places of no page may be no numbers, either.
  const auto is_near = [](double place) { return std::abs(place) < kFarthest; };
  if (!is_near(tile.left) || !is_near(tile.right) || !is_near(tile.bottom) || !is_near(tile.top))
    return;
  if (!(tile.right > tile.left) || !(tile.top > tile.bottom)) return;
  if (tiles_.size() < kMostTiles)
    tiles_.push_back(std::move(tile));
  else
    is_cut_ = true;
}

void Mosaic::tell(const std::string& name, Session& session) const {
  if (tiles_.size() < 2) return;
  std::vector<Box> boxes;
  for (const Tile& tile : tiles_) boxes.push_back(box_of(tile));
  std::size_t number = 0;
  for (const Group& group : side_by_side(boxes, kGap))
    tell_group(group, name + '.' + std::to_string(++number), session);
  if (is_cut_)
    session.lack_once(Lack::limit, "", "has more pictures on a page than are put together");
}

void Mosaic::tell_group(const Group& group, const std::string& name, Session& session) const {
  double scale = 0;  // pixels to a unit, as the finest tile has them
  for (const std::size_t each : group.members) {
    const Tile& tile = tiles_[each];
    const auto [width, height] = size_of_picture(tile.stream);
    scale = std::max({scale, static_cast<double>(width) / (tile.right - tile.left),
                      static_cast<double>(height) / (tile.top - tile.bottom)});
  }
  const double width = group.box.width(), height = group.box.height();
  scale = std::min(scale, kMostPixels / std::max(width, height));
  GreyPicture out;
  out.width = pixel(width * scale, static_cast<std::size_t>(kMostPixels));
  out.height = pixel(height * scale, static_cast<std::size_t>(kMostPixels));
  if (out.width == 0 || out.height == 0 || !session.may_tell_member()) return;
  if (out.width * out.height > session.pixels_left) {
    session.lack_once(Lack::limit, name, "is behind the limit of pixels");
    return;
  }
  session.pixels_left -= out.width * out.height;
  out.grey.assign(out.width * out.height, '\xFF');
  for (const std::size_t each : group.members) {
    const Tile& tile = tiles_[each];
    const std::optional<GreyPicture> from = grey_picture(tile.stream, session);
    // What is lacking is told of the tile itself.
    if (!from) continue;
    const Box box = box_of(tile);
    const std::size_t left = pixel((box.left - group.box.left) * scale, out.width),
                      right = pixel((box.right - group.box.left) * scale, out.width),
                      top = pixel((box.top - group.box.top) * scale, out.height),
                      bottom = pixel((box.bottom - group.box.top) * scale, out.height);
    for (std::size_t y = top; y < bottom; ++y)
      for (std::size_t x = left; x < right; ++x) {
        std::size_t from_x = (x - left) * from->width / (right - left),
                    from_y = (y - top) * from->height / (bottom - top);
        if (tile.is_mirrored) from_x = from->width - 1 - from_x;
        if (tile.is_upside_down) from_y = from->height - 1 - from_y;
        out.grey[y * out.width + x] = from->grey[from_y * from->width + from_x];
      }
  }
  tell_grey(out, name, session);
}

}  // namespace basewalk::worker::pdf
