// SPDX-License-Identifier: MIT
//
// CSS that means the same wherever it stands in HTML, and makes a browser say nothing.
//
// Comes behind page_rewriting.h, which cuts a sheet into what stands between references; what a
// reader sees of a message (shown_markup.h) goes through here.
#ifndef BASEWALK_BUNDLE_PAGE_QUIET_CSS_H_
#define BASEWALK_BUNDLE_PAGE_QUIET_CSS_H_

#include <string_view>

#include "basewalk/sink.h"

namespace basewalk::bundle {

/// Takes the pieces of a sheet between its references, and what stands in their place, each in one
/// write().  `<` and `&` are escaped, so that it is the same as raw text and as text, and never
/// ends what it stands in; escaped letters are written plainly; image-set(), which may take its
/// URLs from elsewhere as strings, gets a name that nobody knows; and so does what Chromium warns
/// of.
class QuietCss final : public Sink {
 public:
  explicit QuietCss(Sink& to) : to_(to) {}
  bool write(std::string_view piece) override;

 private:
  Sink& to_;
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_QUIET_CSS_H_
