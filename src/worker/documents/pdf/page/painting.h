// SPDX-License-Identifier: MIT
//
// What a page fills and strokes, as far as it may be a code: a box for each module, or for some in
// a row (ISO 32000-2 8.5).
//
// Before this: content.cpp runs the operators.  After it: where there are enough boxes, they are a
// picture, which is looked at like any other.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_PAINTING_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_PAINTING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "worker/documents/pdf/session.h"

namespace basewalk::worker::pdf {

class Painting {
 public:
  struct Point {
    double x = 0, y = 0;
  };
  enum class Rule : std::uint8_t { winding, even_odd };

  // The path at hand; places are those on the page.
  void move(Point to);
  void line(Point to);
  void curve(Point first, Point second, Point to);
  void close();

  // What ends it.  Colours are grey, 0 is black.
  void fill(std::uint8_t grey, Rule rule);
  void stroke(std::uint8_t grey, double width);
  void drop();

  /// Tells the picture, if there may be a code in it.
  void tell(const std::string& name, Session& session) const;

 private:
  // Points from `begin` on, to those of the next; how it was made.
  struct Outline {
    std::size_t begin = 0;
    std::size_t pieces = 0;
  };
  struct Shape {
    std::size_t begin = 0, end = 0;  // of outlines_
    std::uint8_t grey = 0;
    Rule rule = Rule::winding;
  };
  struct Box {
    Point least, most;
    double side = 0;         // its shortest one
    std::size_t weight = 0;  // for how many it counts
  };
  // Of what the picture is made, and how large.
  struct Frame {
    Point least;
    double scale = 1;  // pixels to a unit of the page
    std::size_t width = 0, height = 0;
  };

  void add(Point point);
  void add_shape(std::size_t begin, std::uint8_t grey, Rule rule);
  void look_at(const Outline& outline, std::size_t end);
  bool frame(double side, Frame& frame) const;
  std::vector<Frame> frames() const;
  void tell(const Frame& frame, const std::string& name, Session& session) const;
  bool paint(const Shape& shape, const Frame& frame, std::uint64_t& left, std::string& grey) const;
  std::size_t end_of(std::size_t outline) const {
    return outline + 1 < outlines_.size() ? outlines_[outline + 1].begin : points_.size();
  }

  std::vector<Point> points_;
  std::vector<Outline> outlines_;
  std::vector<Shape> shapes_;
  std::vector<Box> boxes_;
  std::size_t path_ = 0;  // the first outline of the path at hand
  bool is_open_ = false;  // has the last of them no end yet?
  bool is_cut_ = false;
};

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_PAINTING_H_
