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

bool is_same(double a, double b, double most) { return std::abs(a - b) <= most; }

// Do they have a whole side in common?
bool touch(const Mosaic::Tile& a, const Mosaic::Tile& b) {
  const double most =
      kGap * std::min({a.right - a.left, a.top - a.bottom, b.right - b.left, b.top - b.bottom});
  if (is_same(a.left, b.left, most) && is_same(a.right, b.right, most))
    return is_same(a.top, b.bottom, most) || is_same(b.top, a.bottom, most);
  return is_same(a.bottom, b.bottom, most) && is_same(a.top, b.top, most) &&
         (is_same(a.right, b.left, most) || is_same(b.right, a.left, most));
}

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

std::vector<Mosaic::Group> Mosaic::groups() const {
  std::vector<Group> all;
  std::vector<bool> is_taken(tiles_.size());
  for (std::size_t first = 0; first < tiles_.size(); ++first) {
    if (is_taken[first]) continue;
    Group group{first};
    is_taken[first] = true;
    for (std::size_t at = 0; at < group.size(); ++at)
      for (std::size_t other = first + 1; other < tiles_.size(); ++other) {
        if (is_taken[other] || !touch(tiles_[group[at]], tiles_[other])) continue;
        is_taken[other] = true;
        group.push_back(other);
      }
    if (group.size() > 1) all.push_back(std::move(group));
  }
  return all;
}

void Mosaic::tell(const std::string& name, Session& session) const {
  if (tiles_.size() < 2) return;
  std::size_t number = 0;
  for (const Group& group : groups())
    tell_group(group, name + '.' + std::to_string(++number), session);
  if (is_cut_)
    session.lack_once(Lack::limit, "", "has more pictures on a page than are put together");
}

void Mosaic::tell_group(const Group& group, const std::string& name, Session& session) const {
  Tile whole = tiles_[group.front()];
  double scale = 0;  // pixels to a unit, as the finest tile has them
  for (const std::size_t each : group) {
    const Tile& tile = tiles_[each];
    whole.left = std::min(whole.left, tile.left);
    whole.bottom = std::min(whole.bottom, tile.bottom);
    whole.right = std::max(whole.right, tile.right);
    whole.top = std::max(whole.top, tile.top);
    const auto [width, height] = size_of_picture(tile.stream);
    scale = std::max({scale, static_cast<double>(width) / (tile.right - tile.left),
                      static_cast<double>(height) / (tile.top - tile.bottom)});
  }
  const double width = whole.right - whole.left, height = whole.top - whole.bottom;
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
  for (const std::size_t each : group) {
    const Tile& tile = tiles_[each];
    const std::optional<GreyPicture> from = grey_picture(tile.stream, session);
    // What is lacking is told of the tile itself.
    if (!from) continue;
    const std::size_t left = pixel((tile.left - whole.left) * scale, out.width),
                      right = pixel((tile.right - whole.left) * scale, out.width),
                      top = pixel((whole.top - tile.top) * scale, out.height),
                      bottom = pixel((whole.top - tile.bottom) * scale, out.height);
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
