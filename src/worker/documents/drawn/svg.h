// SPDX-License-Identifier: MIT
//
// SVG, drawn by librsvg.
//
// Before this: svg.cpp or page.cpp has one.  After it: teller.cpp looks for codes in it.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_SVG_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_SVG_H_

#include <gumbo.h>

#include <string>
#include <string_view>

#include "worker/documents/drawn/teller.h"

namespace basewalk::worker::drawn {

/// Tells what cannot be drawn of it, and the codes in it.
void draw_svg(std::string_view svg, Teller& teller);

/// An SVG that stands in a page, as XML; with the page's style sheets.
std::string svg_of(const GumboNode* svg, std::string_view style);

}  // namespace basewalk::worker::drawn

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_SVG_H_
