// SPDX-License-Identifier: MIT
#include "worker/documents/drawn/marks.h"

#include <algorithm>
#include <array>

#include "worker/documents/side_by_side.h"

namespace basewalk::worker::drawn {
namespace {

// A mark of a drawing is no larger: what is larger lies behind it.
constexpr std::int32_t kShortSide = 40, kLongSide = 400;
// No code has fewer marks, however many of its modules are painted as one.
constexpr std::size_t kFewestMarks = 40;
// Marks further from each other than that, one below the other, are of two drawings.
constexpr std::int32_t kGap = 48;
constexpr std::size_t kMostDrawings = 32;
// What lies further to the right nobody looks for.
constexpr std::int32_t kWidestPage = 30'000;
// Edges lie no further away: what can be added to them without a thought.
constexpr std::int64_t kFurthest = 100'000'000;
// Around a drawing, which a code needs to be seen.
constexpr std::int32_t kMargin = 24;
// Pixels of a module that are enough.
constexpr std::int32_t kModule = 4;

constexpr std::uint8_t kBlack = 0, kWhite = 255;

// Pictures that are put together, and how far they may stand from each other, of the shortest side:
// a table has spaces between its cells.
constexpr std::size_t kMostPictures = 1000;
constexpr double kPictureGap = 0.15;
// Pixels of what is put together, to a side.
constexpr std::int64_t kMostPixels = 2400;

// How finely a character's box is divided.
constexpr std::int32_t kEighths = 8;

struct Stretch {
  std::int32_t left, top, right, bottom;  // in eighths
};

constexpr Stretch kLeftUpper{0, 0, 4, 4}, kRightUpper{4, 0, 8, 4}, kLeftLower{0, 4, 4, 8},
    kRightLower{4, 4, 8, 8};
// U+2596 to U+259F: which quarters they fill, as bits in the order of the boxes above.
constexpr std::array<unsigned, 10> kQuarters = {4, 8, 1, 13, 9, 7, 11, 2, 6, 14};

// The squares of U+1F7E5 and those behind it: red, blue, orange, yellow, green, purple, brown.
constexpr std::array<std::uint8_t, 7> kSquares = {
    grey_of(221, 46, 68),  grey_of(85, 172, 238),  grey_of(244, 144, 12), grey_of(253, 203, 88),
    grey_of(120, 177, 89), grey_of(170, 142, 214), grey_of(193, 105, 79)};

// The eighth dots of Braille (U+2800): column and row of each bit.
struct Dot {
  std::int32_t column, row;
};
constexpr std::array<Dot, 8> kDots = {
    {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}};

bool is_wide(char32_t c) {
  return c == 0x2001 || c == 0x2003 || c == 0x2B1B || c == 0x2B1C || (c >= 0x2E80 && c < 0xA000) ||
         (c >= 0xAC00 && c < 0xD7B0) || (c >= 0xFF00 && c < 0xFF61) || c >= 0x1F000;
}

bool is_of_no_width(char32_t c) {
  return (c < 0x20 && c != '\t') || c == 0xAD || (c >= 0x300 && c < 0x370) ||
         (c >= 0x200B && c <= 0x200F) || c == 0x2060 || (c >= 0xFE00 && c < 0xFE10) || c == 0xFEFF;
}

std::int32_t width(const Mark& mark) { return mark.right - mark.left; }
std::int32_t height(const Mark& mark) { return mark.bottom - mark.top; }

// A side of a module: one of the shortest, but not one that is shorter by accident.
std::int32_t side_of(std::vector<std::int32_t> sides) {
  const auto nth = sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 20);
  std::nth_element(sides.begin(), nth, sides.end());
  return std::max(*nth, 1);
}

// From pixels of the page to those of a picture of a part of it.
struct Scale {
  std::int32_t begin = 0;
  std::int64_t factor = 1, divisor = 1;

  std::int64_t operator()(std::int32_t at) const {
    return ((std::int64_t{at} - begin) * factor + divisor / 2) / divisor;
  }
};

void paint(const Mark& mark, const Scale& x, const Scale& y, Raster& raster) {
  const auto left =
      static_cast<std::size_t>(std::clamp<std::int64_t>(x(mark.left), 0, raster.width));
  const auto right =
      static_cast<std::size_t>(std::clamp<std::int64_t>(x(mark.right), 0, raster.width));
  const auto top =
      static_cast<std::size_t>(std::clamp<std::int64_t>(y(mark.top), 0, raster.height));
  const auto bottom =
      static_cast<std::size_t>(std::clamp<std::int64_t>(y(mark.bottom), 0, raster.height));
  for (std::size_t row = top; row < bottom; ++row)
    for (std::size_t column = left; column < right; ++column) {
      std::uint8_t& grey = raster.grey[row * raster.width + column];
      grey = static_cast<std::uint8_t>((mark.grey * mark.alpha + grey * (255 - mark.alpha)) / 255);
    }
}

// `whole` is where all of the picture would lie.
void paint_picture(const Mark& mark, const Mark& whole, const Raster& from, const Scale& x,
                   const Scale& y, Raster& raster) {
  const auto left = std::clamp<std::int64_t>(x(mark.left), 0, raster.width);
  const auto right = std::clamp<std::int64_t>(x(mark.right), 0, raster.width);
  const auto top = std::clamp<std::int64_t>(y(mark.top), 0, raster.height);
  const auto bottom = std::clamp<std::int64_t>(y(mark.bottom), 0, raster.height);
  // In the middle of each pixel.
  const auto place = [](std::int64_t at, std::int64_t begin, std::int64_t end, std::uint32_t size) {
    const std::int64_t there =
        (2 * (at - begin) + 1) * size / std::max<std::int64_t>(2 * (end - begin), 1);
    return static_cast<std::size_t>(std::clamp<std::int64_t>(there, 0, std::int64_t{size} - 1));
  };
  const std::int64_t whole_left = x(whole.left), whole_right = x(whole.right);
  const std::int64_t whole_top = y(whole.top), whole_bottom = y(whole.bottom);
  for (std::int64_t row = top; row < bottom; ++row) {
    const std::size_t from_row = place(row, whole_top, whole_bottom, from.height) * from.width;
    std::uint8_t* const to = raster.grey.data() + static_cast<std::size_t>(row) * raster.width;
    for (std::int64_t column = left; column < right; ++column)
      to[column] = from.grey[from_row + place(column, whole_left, whole_right, from.width)];
  }
}

}  // namespace

int width_of(char32_t character, int font_size) {
  if (is_of_no_width(character)) return 0;
  if (is_wide(character)) return std::max(font_size, 1);
  return std::max((font_size * 6 + 5) / 10, 1);
}

Mark mark_of(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom,
             std::uint8_t grey, std::uint8_t alpha) {
  const auto edge = [](std::int64_t at) {
    return static_cast<std::int32_t>(std::clamp(at, -kFurthest, kFurthest));
  };
  return {edge(left), edge(top), edge(right), edge(bottom), grey, alpha};
}

void Marks::add(const Mark& mark) {
  if (mark.left >= mark.right || mark.top >= mark.bottom || mark.alpha == 0) return;
  if (marks_.size() >= most_) {
    is_cut_ = true;
    return;
  }
  marks_.push_back(mark);
}

void Marks::add_picture(const Raster& raster, const Mark& whole, const Mark& seen) {
  Mark mark = seen;
  mark.left = std::max(seen.left, whole.left);
  mark.top = std::max(seen.top, whole.top);
  mark.right = std::min(seen.right, whole.right);
  mark.bottom = std::min(seen.bottom, whole.bottom);
  mark.alpha = 255;
  mark.picture = static_cast<std::int32_t>(pictures_.size());
  const std::size_t before = marks_.size();
  add(mark);
  if (marks_.size() > before) pictures_.push_back({&raster, whole});
}

void Marks::add_character(char32_t c, const Mark& box) {
  const auto fill = [&](Stretch part, std::int32_t columns = kEighths,
                        std::int32_t rows = kEighths) {
    Mark mark = box;
    mark.left = box.left + width(box) * part.left / columns;
    mark.right = box.left + width(box) * part.right / columns;
    mark.top = box.top + height(box) * part.top / rows;
    mark.bottom = box.top + height(box) * part.bottom / rows;
    add(mark);
  };
  const auto fill_all = [&](std::uint8_t grey) {
    Mark mark = box;
    mark.grey = grey;
    add(mark);
  };
  if (c == 0x2580) return fill({0, 0, 8, 4});
  if (c >= 0x2581 && c <= 0x2588)
    return fill({0, kEighths - static_cast<std::int32_t>(c - 0x2580), 8, 8});
  if (c >= 0x2589 && c <= 0x258F) return fill({0, 0, static_cast<std::int32_t>(0x2590 - c), 8});
  if (c == 0x2590) return fill({4, 0, 8, 8});
  if (c >= 0x2591 && c <= 0x2593) {
    Mark mark = box;
    mark.alpha = static_cast<std::uint8_t>((c - 0x2590) * 64);
    return add(mark);
  }
  if (c == 0x2594) return fill({0, 0, 8, 1});
  if (c == 0x2595) return fill({7, 0, 8, 8});
  if (c >= 0x2596 && c <= 0x259F) {
    constexpr std::array<Stretch, 4> kBoxes = {kLeftUpper, kRightUpper, kLeftLower, kRightLower};
    for (std::size_t i = 0; i < kBoxes.size(); ++i)
      if ((kQuarters[c - 0x2596] >> i & 1) != 0) fill(kBoxes[i]);
    return;
  }
  if (c >= 0x2800 && c <= 0x28FF) {
    for (std::size_t i = 0; i < kDots.size(); ++i)
      if (((c - 0x2800) >> i & 1) != 0)
        fill({kDots[i].column, kDots[i].row, kDots[i].column + 1, kDots[i].row + 1}, 2, 4);
    return;
  }
  if (c == 0x25A0 || c == 0x25AA || c == 0x25FC || c == 0x25FE || c == 0x25CF)
    return fill({0, 0, 8, 8});
  if (c == 0x2B1B) return fill_all(kBlack);
  if (c == 0x2B1C) return fill_all(kWhite);
  if (c >= 0x1F7E5 && c < 0x1F7E5 + kSquares.size()) return fill_all(kSquares[c - 0x1F7E5]);
}

// Small, and where a reader of the page comes to.
bool Marks::can_be_of_drawing(const Mark& mark) {
  const std::int32_t shorter = std::min(width(mark), height(mark));
  return mark.picture < 0 && shorter <= kShortSide &&
         std::max(width(mark), height(mark)) <= kLongSide && mark.right > 0 && mark.bottom > 0 &&
         mark.left < kWidestPage;
}

std::vector<Marks::Drawing> Marks::drawings() const {
  std::vector<const Mark*> small;
  for (const Mark& mark : marks_)
    if (can_be_of_drawing(mark)) small.push_back(&mark);
  std::stable_sort(small.begin(), small.end(),
                   [](const Mark* a, const Mark* b) { return a->top < b->top; });
  std::vector<Drawing> all;
  for (const Mark* mark : small) {
    if (all.empty() || mark->top > all.back().bottom + kGap)
      all.push_back({mark->left, mark->top, mark->right, mark->bottom, {}});
    Drawing& last = all.back();
    last.left = std::min(last.left, mark->left);
    last.right = std::max(last.right, mark->right);
    last.bottom = std::max(last.bottom, mark->bottom);
    last.small.push_back(mark);
  }
  std::erase_if(all, [](const Drawing& each) { return each.small.size() < kFewestMarks; });
  return all;
}

void Marks::look_at_drawings(Teller& teller) const {
  const std::vector<Drawing> all = drawings();
  for (std::size_t i = 0; i < all.size() && i < kMostDrawings; ++i) look_at(all[i], teller);
  if (all.size() > kMostDrawings || is_cut_)
    teller.lack(Lack::limit, "draws more than is looked at");
}

void Marks::look_at(const Drawing& drawing, Teller& teller) const {
  std::vector<std::int32_t> widths, heights;
  for (const Mark* mark : drawing.small) {
    widths.push_back(width(*mark));
    heights.push_back(height(*mark));
  }
  const std::int32_t module_width = side_of(std::move(widths));
  const std::int32_t module_height = side_of(std::move(heights));
  const Mark area{drawing.left, drawing.top, drawing.right, drawing.bottom};
  const std::int32_t shorter = std::min(module_width, module_height);
  const std::int32_t factor = shorter >= kModule ? 1 : (kModule + shorter - 1) / shorter;
  if (look_at_area(area, {factor, 1}, {factor, 1}, teller)) return;
  // Nearly as a code should be, but not square: readers of codes are less tolerant than people who
  // move their telephones.
  const std::int32_t longer = std::max(module_width, module_height);
  if (longer * 20 > shorter * 23 && longer <= 8 * shorter)
    look_at_area(area, {kModule, module_width}, {kModule, module_height}, teller);
}

// True also where it is too large to be drawn: then there is no use in drawing it otherwise.
bool Marks::look_at_area(const Mark& area, Ratio across, Ratio down, Teller& teller) const {
  const std::int32_t left = area.left - kMargin, right = area.right + kMargin;
  const std::int32_t top = area.top - kMargin, bottom = area.bottom + kMargin;
  const Scale x{left, across.factor, across.divisor}, y{top, down.factor, down.divisor};
  const std::int64_t columns = x(right), rows = y(bottom);
  if (!teller.may_draw(static_cast<std::uint64_t>(columns), static_cast<std::uint64_t>(rows)))
    return true;
  Raster raster;
  raster.resize(static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows));
  for (const Mark& mark : marks_) {
    if (mark.left >= right || mark.right <= left || mark.top >= bottom || mark.bottom <= top)
      continue;
    if (mark.picture < 0) {
      paint(mark, x, y, raster);
    } else {
      const Picture& picture = pictures_[static_cast<std::size_t>(mark.picture)];
      paint_picture(mark, picture.whole, *picture.raster, x, y, raster);
    }
  }
  return teller.look_at(raster);
}

// As many as the finest of them has, and not fewer than the page.
Marks::Ratio Marks::finest(const std::vector<const Mark*>& pictures) const {
  Ratio finest;
  for (const Mark* mark : pictures) {
    const Picture& picture = pictures_[static_cast<std::size_t>(mark->picture)];
    const Ratio sides[] = {{picture.raster->width, width(picture.whole)},
                           {picture.raster->height, height(picture.whole)}};
    for (const Ratio& each : sides)
      if (each.divisor > 0 && each.factor * finest.divisor > finest.factor * each.divisor)
        finest = each;
  }
  return finest;
}

void Marks::look_at_pictures(Teller& teller) const {
  std::vector<const Mark*> pictures;
  for (const Mark& mark : marks_)
    if (mark.picture >= 0 && mark.right > 0 && mark.bottom > 0 && mark.left < kWidestPage)
      pictures.push_back(&mark);
  if (pictures.empty()) return;
  const bool is_cut = pictures.size() > kMostPictures;
  if (is_cut) pictures.resize(kMostPictures);
  std::vector<Box> boxes;
  const auto add_box = [&](const auto& each) {
    boxes.push_back({static_cast<double>(each.left), static_cast<double>(each.top),
                     static_cast<double>(each.right), static_cast<double>(each.bottom)});
  };
  for (const Mark* mark : pictures) add_box(*mark);
  const std::vector<Drawing> drawn = drawings();
  for (std::size_t i = 0; i < drawn.size() && i < kMostDrawings; ++i) add_box(drawn[i]);
  std::size_t looked_at = 0;
  for (const Group& group : side_by_side(boxes, kPictureGap)) {
    std::vector<const Mark*> members;
    for (const std::size_t each : group.members)
      if (each < pictures.size()) members.push_back(pictures[each]);
    if (members.empty()) continue;  // it was looked at, as far as it is one drawing
    if (++looked_at > kMostDrawings) break;
    const auto edge = [](double at) { return static_cast<std::int32_t>(at); };
    const Mark area{edge(group.box.left), edge(group.box.top), edge(group.box.right),
                    edge(group.box.bottom)};
    Ratio ratio = finest(members);
    // Of what is drawn beside them the modules are small.
    if (members.size() < group.members.size() && ratio.factor < kModule * ratio.divisor)
      ratio = {kModule, 1};
    const std::int64_t longer = std::max(width(area), height(area)) + 2 * kMargin;
    if (longer * ratio.factor > kMostPixels * ratio.divisor) ratio = {kMostPixels, longer};
    look_at_area(area, ratio, ratio, teller);
  }
  if (is_cut || looked_at > kMostDrawings)
    teller.lack(Lack::limit, "shows more pictures than are put together");
}

}  // namespace basewalk::worker::drawn
