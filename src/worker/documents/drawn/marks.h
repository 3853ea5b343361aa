// SPDX-License-Identifier: MIT
//
// The marks that a page makes on paper: boxes of one colour, and pictures, in the order in which
// they are painted; and the drawings that are made of them.
//
// Before this: page.cpp has laid the page out.  After it: teller.cpp looks for codes in each
// drawing.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_MARKS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_MARKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "worker/documents/drawn/teller.h"

namespace basewalk::worker::drawn {

/// In pixels of the page; the right and lower edge lie outside.
struct Mark {
  std::int32_t left = 0, top = 0, right = 0, bottom = 0;
  std::uint8_t grey = 0;
  std::uint8_t alpha = 255;
  std::int32_t picture = -1;  // of which this is what is seen; else -1
};

/// One whose edges may lie anywhere.
Mark mark_of(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom,
             std::uint8_t grey, std::uint8_t alpha);

class Marks {
 public:
  /// One behind this many is not kept, and neither is any after it.
  explicit Marks(std::size_t most) : most_(most) {}

  void add(const Mark& mark);
  /// A character: paints what of its box it fills.  Nothing where it is none that is made of boxes.
  void add_character(char32_t character, const Mark& box);
  /// A picture that lies in `whole`, of which `seen` is seen.  The raster outlives this.
  void add_picture(const Raster& raster, const Mark& whole, const Mark& seen);
  bool is_cut() const { return is_cut_; }
  std::size_t size() const { return marks_.size(); }

  /// Looks at each group of small marks that stand together, ...
  void look_at_drawings(Teller& teller) const;
  /// ... and at pictures that stand side by side, or beside such a group: to whoever looks at them
  /// they are one.  Each by itself is looked at elsewhere.
  void look_at_pictures(Teller& teller) const;

 private:
  struct Drawing {
    std::int32_t left, top, right, bottom;
    std::vector<const Mark*> small;
  };
  struct Picture {
    const Raster* raster;
    Mark whole;
  };
  // How many pixels of a picture stand for how many of the page.
  struct Ratio {
    std::int64_t factor = 1, divisor = 1;
  };
  static bool can_be_of_drawing(const Mark& mark);
  std::vector<Drawing> drawings() const;
  void look_at(const Drawing& drawing, Teller& teller) const;
  bool look_at_area(const Mark& area, Ratio across, Ratio down, Teller& teller) const;
  Ratio finest(const std::vector<const Mark*>& pictures) const;

  std::size_t most_;
  bool is_cut_ = false;
  std::vector<Mark> marks_;
  std::vector<Picture> pictures_;
};

/// How wide a character is, in pixels, in a font of that size whose characters are all of one
/// width, but for those that no such font has.
int width_of(char32_t character, int font_size);

}  // namespace basewalk::worker::drawn

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_MARKS_H_
