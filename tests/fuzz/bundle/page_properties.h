// SPDX-License-Identifier: MIT
//
// What must hold of a page that was made of a bundle, whatever the bundle was.
#ifndef BASEWALK_TESTS_FUZZ_BUNDLE_PAGE_PROPERTIES_H_
#define BASEWALK_TESTS_FUZZ_BUNDLE_PAGE_PROPERTIES_H_

#include <string_view>

#include "basewalk/extract/extract.h"
#include "text/ascii.h"

namespace basewalk::test {

/// Would a browser that shows the page ask the network for something?  Looks at what it loads
/// without being asked to, in the page and in what stands in it.
inline bool asks_the_network(std::string_view page) {
  extract::Finds finds;
  extract::extract_html(page, {}, finds);
  for (const extract::Find& find : finds.finds) {
    // Comments are no pages, scripts are gone.
    if (find.place.conditional) continue;
    const std::string where = extract::where(find.place);
    if (find.kind == extract::FindKind::base) {
      if (!where.ends_with("[codebase]")) return true;
      continue;
    }
    if ((find.flags & (extract::kNested | extract::kUnterminated)) != 0) continue;
    const bool loads = where.ends_with("img[src]") || where.ends_with("iframe[src]") ||
                       where.ends_with("img[srcset]") || where.ends_with("style url()") ||
                       where.ends_with("style @import") || where.ends_with("script[src]") ||
                       where.ends_with("meta[refresh]") || where.ends_with("[style] url()");
    if (!loads) continue;
    for (const std::string_view scheme : {"http:", "https:", "ftp:", "//", "javascript:"})
      if (ascii::istarts_with(find.raw, scheme)) return true;
  }
  return false;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_FUZZ_BUNDLE_PAGE_PROPERTIES_H_
