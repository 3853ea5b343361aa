// SPDX-License-Identifier: MIT
//
// Elements of litehtml's, with what that leaves out and drawings are made with: attributes of HTML
// that stand for a style (HTML 15.3), fonts of no size, flexible rows and grids as far as all in
// them is of one size, shadows.
//
// Before this: page.cpp has a page made into a tree of these.  After it: litehtml lays them out.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_ELEMENTS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_ELEMENTS_H_

#include <litehtml/litehtml.h>

#include <memory>
#include <string_view>

#include "worker/documents/drawn/marks.h"

namespace basewalk::worker::drawn {

/// The element of that name and those attributes; null for one that litehtml makes itself.  Its
/// shadows join `marks`, which outlive it, when it is drawn.
std::shared_ptr<litehtml::element> make_element(std::string_view name,
                                                const litehtml::string_map& attributes,
                                                const std::shared_ptr<litehtml::document>& document,
                                                Marks& marks);

}  // namespace basewalk::worker::drawn

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_ELEMENTS_H_
