// SPDX-License-Identifier: MIT
//
// What a browser shows of a file: its pixels, text, pictures, fonts, and what it asked for
// elsewhere. What comes before: chromium.cpp speaks to the browser.  What comes after: compare.cpp.
#ifndef BASEWALK_BROWSER_VIEW_H_
#define BASEWALK_BROWSER_VIEW_H_

#include <set>
#include <string>
#include <vector>

#include "basewalk/result.h"
#include "browser/chromium.h"
#include "browser/pixels.h"

namespace basewalk::browser {

/// A picture of the page, in the order of their places; 0 by 0 where it was not loaded.
struct Picture {
  long long width = 0, height = 0;
  bool operator==(const Picture&) const = default;
};

struct View {
  std::string title;
  std::vector<std::string> texts;  ///< of each frame, those in open shadow roots behind it
  std::vector<Picture> pictures;
  std::set<std::string> fonts;     ///< those that glyphs were taken from
  std::set<std::string> requests;  ///< URLs outside of what was opened
  Pixels pixels;
};

/// Opens a file, or the index of a folder, in a context of its own, without scripts and network.
/// The error says why there is nothing to compare.
Result<View> view(Chromium& browser, const std::string& name);

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_VIEW_H_
