// SPDX-License-Identifier: MIT
//
// Codes that are drawn: by the boxes and characters of a page or a text, by the shapes of SVG, or
// by pictures that a page puts side by side.
//
// What is drawn is drawn here as a browser would, without fonts and without pictures but those that
// came with the page, and the codes in it are read as those of a picture are.  The links of the
// text itself are not told: it was searched as it stands.
//
// Before this: walk/within_text.cpp has found so much in a text that it could be a drawing.  After
// it: picture/codes.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_DRAWN_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_DRAWN_H_

#include "worker/document.h"

namespace basewalk::worker {

/// HTML in UTF-8: laid out by litehtml; SVG in it by librsvg.
void open_drawn_page(const Document& document, DocumentSink& sink);
/// The same with its pictures, as worker/shown_page.h has them.
void open_shown_page(const Document& document, DocumentSink& sink);
/// Plain text in UTF-8, as with a font whose characters are all of one width.
void open_drawn_text(const Document& document, DocumentSink& sink);
/// SVG.
void open_drawn_svg(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_DRAWN_H_
