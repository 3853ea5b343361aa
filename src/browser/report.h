// SPDX-License-Identifier: MIT
//
// The report of comparisons for people: one page without scripts, which holds the pictures.  Its
// HTML stands in report/.
// What comes before: compare.cpp.  What comes after: nothing, somebody opens it.
#ifndef BASEWALK_BROWSER_REPORT_H_
#define BASEWALK_BROWSER_REPORT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "browser/compare.h"
#include "browser/view.h"
#include "text/files/whole_file.h"

namespace basewalk::browser {

class Report {
 public:
  /// The pictures of so many bytes of PNG are in it; further pairs are there in words.
  static constexpr std::size_t kMostPictureBytes = std::size_t{512} << 20;

  /// Empty, or why it cannot be written there.
  std::string open(const std::string& file);
  bool is_open() const { return is_open_; }
  /// The views: null where there is none.
  void add(std::string_view original, std::string_view result, const Comparison& comparison,
           const View* one, const View* other);
  /// Empty, or why it was not written.
  std::string end();

 private:
  text::WholeFile file_;
  bool is_open_ = false;
  std::size_t picture_bytes_ = 0, without_pictures_ = 0, count_[4] = {};
};

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_REPORT_H_
