// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/page/painting.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "worker/documents/pdf/picture.h"

namespace basewalk::worker::pdf {
namespace {

constexpr std::size_t kMostPoints = 500'000;
// The smallest code has 441 modules; painted with as few boxes as can be, they are more than this,
// in so many rows and columns.
constexpr std::size_t kFewestBoxes = 60, kFewestLines = 8;
// In units of the page: what may be a module, and what as large as a code is a ground.
constexpr double kLeastSide = 0.001, kMostSide = 20'000, kMostLength = 25;
// How much smaller or larger than others boxes of one size may be.
constexpr double kLess = 0.6, kMore = 1.7;
// Of a page.
constexpr std::size_t kMostFrames = 4;
// Pixels for a module, and of a picture to a side at most.
constexpr double kPixels = 4;
constexpr std::size_t kMostPixels = 2400;
// Steps in which outlines are made pixels.
constexpr std::uint64_t kMostSteps = 100'000'000;
// Of one shape.
constexpr std::size_t kMostCrossings = 2'000'000;

bool is_number(Painting::Point point) {
  constexpr double kFarthest = 1e6;
  return std::abs(point.x) < kFarthest && std::abs(point.y) < kFarthest;
}

std::size_t lines_among(std::vector<std::int64_t>& places) {
  std::sort(places.begin(), places.end());
  return static_cast<std::size_t>(std::unique(places.begin(), places.end()) - places.begin());
}

// From the first pixel whose middle lies behind a place.
std::size_t pixel_behind(double place, std::size_t most) {
  return static_cast<std::size_t>(
      std::clamp(std::ceil(place - 0.5), 0.0, static_cast<double>(most)));
}

}  // namespace

void Painting::add(Point point) {
  if (points_.size() >= kMostPoints || !is_number(point)) {
    is_cut_ = is_cut_ || points_.size() >= kMostPoints;
    return;
  }
  points_.push_back(point);
}

void Painting::move(Point to) {
  // One that nothing follows is none.
  if (outlines_.size() > path_ && outlines_.back().begin + 1 >= points_.size()) {
    points_.resize(outlines_.back().begin);
    outlines_.pop_back();
  }
  outlines_.push_back({points_.size(), 0});
  add(to);
  is_open_ = true;
}

void Painting::line(Point to) {
  if (outlines_.size() == path_) return move(to);
  // Behind one that was closed another begins where that did.
  if (!is_open_ && outlines_.back().begin < points_.size())
    move(Point(points_[outlines_.back().begin]));
  add(to);
  ++outlines_.back().pieces;
}

// Its middle and its end are all that matters of a module.
void Painting::curve(Point first, Point second, Point to) {
  if (outlines_.size() == path_) return move(to);
  const Point from = points_.empty() ? to : points_.back();
  line({(from.x + 3 * first.x + 3 * second.x + to.x) / 8,
        (from.y + 3 * first.y + 3 * second.y + to.y) / 8});
  add(to);
}

void Painting::close() { is_open_ = false; }

void Painting::drop() {
  if (outlines_.size() > path_) {
    points_.resize(outlines_[path_].begin);
    outlines_.resize(path_);
  }
  is_open_ = false;
}

void Painting::add_shape(std::size_t begin, std::uint8_t grey, Rule rule) {
  for (std::size_t i = begin; i < outlines_.size(); ++i) look_at(outlines_[i], end_of(i));
  shapes_.push_back({begin, outlines_.size(), grey, rule});
  path_ = outlines_.size();
  is_open_ = false;
}

void Painting::fill(std::uint8_t grey, Rule rule) {
  if (outlines_.size() > path_) add_shape(path_, grey, rule);
}

// Each line is a box around it.
void Painting::stroke(std::uint8_t grey, double width) {
  const std::size_t begin = path_, end = outlines_.size();
  const double half = width / 2;
  for (std::size_t i = begin; i < end && !is_cut_; ++i) {
    const std::size_t last = i + 1 < end ? outlines_[i + 1].begin : end_of(i);
    for (std::size_t at = outlines_[i].begin; at + 1 < last && !is_cut_; ++at) {
      const Point from = points_[at], to = points_[at + 1];
      const double length = std::hypot(to.x - from.x, to.y - from.y);
      if (length <= 0) continue;
      const double x = (to.y - from.y) / length * half, y = (from.x - to.x) / length * half;
      outlines_.push_back({points_.size(), 4});
      for (const Point& each : {Point{from.x + x, from.y + y}, Point{to.x + x, to.y + y},
                                Point{to.x - x, to.y - y}, Point{from.x - x, from.y - y}})
        add(each);
    }
  }
  if (outlines_.size() > end) add_shape(end, grey, Rule::winding);
  path_ = outlines_.size();
  is_open_ = false;
}

// Sides that go along the page, however many; or few that fill a square, as a dot does.
void Painting::look_at(const Outline& outline, std::size_t end) {
  constexpr double kStraight = 0.01, kSquare = 0.15;
  constexpr std::size_t kOfDot = 9;
  if (end < outline.begin + 3) return;
  Box box{points_[outline.begin], points_[outline.begin], kMostSide, 0};
  bool is_straight = true;
  std::size_t sides = 0;
  for (std::size_t at = outline.begin; at < end; ++at) {
    const Point here = points_[at], next = points_[at + 1 < end ? at + 1 : outline.begin];
    const double width = std::abs(next.x - here.x), height = std::abs(next.y - here.y);
    const double longer = std::max(width, height);
    if (std::min(width, height) > kStraight * longer) is_straight = false;
    if (longer > kLeastSide) {
      box.side = std::min(box.side, longer);
      ++sides;
    }
    box.least = {std::min(box.least.x, here.x), std::min(box.least.y, here.y)};
    box.most = {std::max(box.most.x, here.x), std::max(box.most.y, here.y)};
  }
  const double width = box.most.x - box.least.x, height = box.most.y - box.least.y;
  const double shorter = std::min(width, height), longer = std::max(width, height);
  if (shorter < kLeastSide || longer > kMostSide * kMostLength) return;
  if (is_straight && sides >= 4) {
    box.weight = sides / 4;
  } else if (outline.pieces <= kOfDot && longer - shorter <= kSquare * longer) {
    box.side = shorter;
    box.weight = 1;
  }
  if (box.weight > 0 && box.side < kMostSide && longer <= box.side * kMostLength * 4)
    boxes_.push_back(box);
}

// Around the boxes of about one size.
bool Painting::frame(double side, Frame& frame) const {
  Point least{1e9, 1e9}, most{-1e9, -1e9};
  std::vector<std::int64_t> rows, columns;
  std::size_t count = 0;
  for (const Box& box : boxes_) {
    if (box.side < side * kLess || box.side > side * kMore) continue;
    count += box.weight;
    rows.push_back(std::llround(box.least.y / side));
    columns.push_back(std::llround(box.least.x / side));
    if (box.weight > 1) {
      rows.push_back(std::llround(box.most.y / side));
      columns.push_back(std::llround(box.most.x / side));
    }
    least = {std::min(least.x, box.least.x), std::min(least.y, box.least.y)};
    most = {std::max(most.x, box.most.x), std::max(most.y, box.most.y)};
  }
  if (count < kFewestBoxes || lines_among(rows) < kFewestLines ||
      lines_among(columns) < kFewestLines)
    return false;
  constexpr double kMargin = 4;
  frame.least = {least.x - kMargin * side, least.y - kMargin * side};
  const double width = most.x - least.x + 2 * kMargin * side,
               height = most.y - least.y + 2 * kMargin * side;
  frame.scale =
      std::min(kPixels / side, static_cast<double>(kMostPixels) / std::max(width, height));
  frame.width = static_cast<std::size_t>(width * frame.scale) + 1;
  frame.height = static_cast<std::size_t>(height * frame.scale) + 1;
  return true;
}

// For each size that there are enough boxes of, those first that most have; no more than are told.
std::vector<Painting::Frame> Painting::frames() const {
  struct Size {
    double side;
    std::size_t count;
  };
  std::map<int, Size> sizes;
  for (const Box& box : boxes_) {
    Size& size =
        sizes
            .try_emplace(static_cast<int>(std::floor(std::log(box.side) / std::log(kMore))),
                         Size{0, 0})
            .first->second;
    size.side += box.side * static_cast<double>(box.weight);
    size.count += box.weight;
  }
  std::vector<Size> all;
  for (const auto& [step, size] : sizes)
    all.push_back({size.side / static_cast<double>(size.count), size.count});
  std::sort(all.begin(), all.end(), [](const Size& a, const Size& b) { return a.count > b.count; });
  std::vector<Frame> frames;
  std::vector<double> taken;
  for (const Size& size : all) {
    const bool is_taken = std::any_of(taken.begin(), taken.end(), [&](double side) {
      return size.side >= side * kLess && size.side <= side * kMore;
    });
    Frame each;
    if (is_taken || !frame(size.side, each)) continue;
    taken.push_back(size.side);
    frames.push_back(each);
    if (frames.size() > kMostFrames) break;
  }
  return frames;
}

// False where the steps that are left are too few.
bool Painting::paint(const Shape& shape, const Frame& frame, std::uint64_t& left,
                     std::string& grey) const {
  struct Crossing {
    std::size_t row;
    double x;
    int turn;
  };
  std::vector<Crossing> crossings;
  for (std::size_t i = shape.begin; i < shape.end; ++i) {
    const std::size_t begin = outlines_[i].begin, end = end_of(i);
    for (std::size_t at = begin; at < end; ++at) {
      Point from = points_[at], to = points_[at + 1 < end ? at + 1 : begin];
      const int turn = from.y < to.y ? 1 : -1;
      if (turn < 0) std::swap(from, to);
      // Rows from the top.
      const double height = static_cast<double>(frame.height);
      const double top = height - (to.y - frame.least.y) * frame.scale,
                   bottom = height - (from.y - frame.least.y) * frame.scale;
      const std::size_t first = pixel_behind(top, frame.height),
                        last = pixel_behind(bottom, frame.height);
      if (last - first > left || last - first > kMostCrossings - crossings.size()) return false;
      left -= last - first;
      for (std::size_t row = first; row < last; ++row) {
        const double part = (static_cast<double>(row) + 0.5 - top) / (bottom - top);
        crossings.push_back(
            {row, (to.x + (from.x - to.x) * part - frame.least.x) * frame.scale, turn});
      }
    }
  }
  std::sort(crossings.begin(), crossings.end(), [](const Crossing& a, const Crossing& b) {
    return std::tie(a.row, a.x) < std::tie(b.row, b.x);
  });
  int turns = 0;
  for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
    turns = i > 0 && crossings[i].row == crossings[i - 1].row ? turns : 0;
    turns += shape.rule == Rule::even_odd ? (turns == 0 ? 1 : -1) : crossings[i].turn;
    if (turns == 0 || crossings[i + 1].row != crossings[i].row) continue;
    const std::size_t first = pixel_behind(crossings[i].x, frame.width),
                      last = pixel_behind(crossings[i + 1].x, frame.width);
    if (last <= first) continue;
    // Bytes of a row are set many at a time.
    const std::uint64_t steps = 1 + (last - first) / 16;
    if (steps > left) return false;
    left -= steps;
    std::fill_n(grey.begin() + static_cast<std::ptrdiff_t>(crossings[i].row * frame.width + first),
                last - first, static_cast<char>(shape.grey));
  }
  return true;
}

void Painting::tell(const std::string& name, Session& session) const {
  if (boxes_.empty()) return;
  std::size_t number = 0;
  for (const Frame& frame : frames()) {
    if (++number > kMostFrames)
      return session.lack_once(Lack::limit, name, "has more drawings than are looked at");
    tell(frame, number == 1 ? name : name + '.' + std::to_string(number), session);
  }
}

void Painting::tell(const Frame& frame, const std::string& name, Session& session) const {
  if (!session.may_tell_member()) return;
  const std::uint64_t pixels = std::uint64_t{frame.width} * frame.height;
  if (pixels > session.pixels_left) {
    session.lack_once(Lack::limit, name, "is behind the limit of pixels");
    return;
  }
  session.pixels_left -= pixels;
  std::string grey(frame.width * frame.height, '\xFF');
  std::uint64_t left = kMostSteps;
  bool is_whole = !is_cut_;
  for (const Shape& shape : shapes_) is_whole = paint(shape, frame, left, grey) && is_whole;
  if (!is_whole) session.lack_once(Lack::limit, name, "has more lines than are drawn");
  tell_grey({frame.width, frame.height, std::move(grey)}, name, session);
}

}  // namespace basewalk::worker::pdf
