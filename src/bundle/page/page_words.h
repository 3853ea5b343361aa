// SPDX-License-Identifier: MIT
//
// What a page says in words: its title, its language, and its text without the markup.
//
// Comes behind page_text.h, which has the page in UTF-8; unpack() puts it beside the page.
#ifndef BASEWALK_BUNDLE_PAGE_PAGE_WORDS_H_
#define BASEWALK_BUNDLE_PAGE_PAGE_WORDS_H_

#include <string>

#include "basewalk/sink.h"
#include "bundle/page/page_text.h"

namespace basewalk::bundle {

struct PageWords {
  /// The first title of the page, as document.title is (WHATWG HTML 3.1.5).
  std::string title;
  /// What its html element says (3.2.6.2), else a meta element (4.2.5.3); empty where neither does.
  std::string language;
};

/// Reads a page of HTML or XML; other texts have no words.  With `text` it is also told what stands
/// in the page: white space as one blank, what stands on lines of its own on lines, paragraphs set
/// apart, cells by tabs, the text of images in their place, what is preformatted as it is.  What
/// `hidden` or an element's own `display:none` hides is no text; what style sheets hide is. Linear.
PageWords words_of(const PageText& page, Sink* text);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_PAGE_WORDS_H_
