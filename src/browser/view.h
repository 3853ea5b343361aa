// SPDX-License-Identifier: MIT
//
// What a browser shows of a file: its pixels, text, pictures, fonts, and what it asked for
// elsewhere. What comes before: place.cpp.  What comes after: compare.cpp.
#ifndef BASEWALK_BROWSER_VIEW_H_
#define BASEWALK_BROWSER_VIEW_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "basewalk/result.h"
#include "browser/chromium.h"
#include "browser/pixels.h"
#include "browser/place.h"

namespace basewalk::browser {

/// A picture of the page, in the order of their places; 0 by 0 where it was not loaded.
struct Picture {
  long long width = 0, height = 0;
  Box box;  ///< where it is shown
  bool is_loaded() const { return width > 0 && height > 0; }
  bool has_size_of(const Picture& other) const {
    return width == other.width && height == other.height;
  }
};

struct Frame {
  std::string text;  ///< that in open shadow roots behind it
  std::vector<Picture> pictures;
  Box box;
};

struct View {
  std::string title;
  std::vector<Frame> frames;    ///< the page's own is the first
  std::set<std::string> fonts;  ///< those that glyphs were taken from
  /// A digest of each bitmap that came, wherever it is shown: also where one has to scroll.
  std::set<std::uint64_t> bitmaps;
  std::set<std::uint64_t> preloaded;  ///< those that a <link> asked for: no page need show them
  std::set<std::string> requests;     ///< URLs outside of what was opened
  std::size_t further_requests = 0;   ///< that were not kept: there are too many
  std::string png;                    ///< the picture of the page
  Pixels pixels;                      ///< the same
};

/// Opens a page in a context of its own, without scripts and network.  The error says why there is
/// nothing to compare.
Result<View> view(Chromium& browser, const Place& place);

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_VIEW_H_
