// SPDX-License-Identifier: MIT
//
// What of a text a picture can be drawn with.
#ifndef BASEWALK_EXTRACT_MARKS_H_
#define BASEWALK_EXTRACT_MARKS_H_

#include <cstddef>
#include <string_view>

#include "html/reader.h"

namespace basewalk::extract {

/// How many characters of a text in UTF-8 are pictures of boxes: block elements, geometric shapes,
/// Braille, squares in colour.
std::size_t block_characters(std::string_view text);

/// Counts the marks in the tokens of a page that stand close together: what is between them, a text
/// or a picture, takes some of them away again.
class MarkCounter {
 public:
  void start_tag(const html::Token& tag, html::Reader::Kin opened);
  void end_tag() {
    if (is_blank_) add(1);
    is_blank_ = false;
  }
  /// Of a style sheet, or of the style of an element.
  void style(std::string_view text);
  /// Of a text that is not all white space: its character references are decoded.
  void text(std::string_view decoded);
  /// Of those that stand closest.
  std::size_t count() const { return most_; }

 private:
  void add(std::size_t marks) {
    count_ += marks;
    if (count_ > most_) most_ = count_;
  }
  void interrupt();

  // Next to nothing was shown since the last start tag.
  bool is_blank_ = false;
  bool is_cell_ = false;  // which was one of a table's cell
  std::size_t count_ = 0, most_ = 0;
};

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_MARKS_H_
