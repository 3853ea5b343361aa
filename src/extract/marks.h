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

/// Counts the marks in the tokens of a page.
class MarkCounter {
 public:
  void start_tag(const html::Token& tag, html::Reader::Kin opened);
  void end_tag() {
    if (is_blank_) ++count_;
    is_blank_ = false;
  }
  /// Of a style sheet, or of the style of an element.
  void style(std::string_view text);
  /// Of a text that is not all white space: its character references are decoded.
  void text(std::string_view decoded);
  std::size_t count() const { return count_; }

 private:
  // Nothing was shown since the last start tag.
  bool is_blank_ = false;
  bool is_cell_ = false;  // which was one of a table's cell
  std::size_t count_ = 0;
};

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_MARKS_H_
