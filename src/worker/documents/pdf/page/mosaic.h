// SPDX-License-Identifier: MIT
//
// Pictures that a page places side by side.
//
// Before this: content.cpp has seen where each is placed.  After it: what stands side by side
// (side_by_side.h) is a picture of its own, beside its pieces.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_MOSAIC_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_MOSAIC_H_

#include <cstddef>
#include <string>
#include <vector>

#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"
#include "worker/documents/side_by_side.h"

namespace basewalk::worker::pdf {

class Mosaic {
 public:
  /// A picture along the page, on which its sides are.
  struct Tile {
    QPDFObjectHandle stream;
    double left = 0, bottom = 0, right = 0, top = 0;
    bool is_mirrored = false, is_upside_down = false;
  };
  void add(Tile tile);
  /// Tells each picture that tiles make together.
  void tell(const std::string& name, Session& session) const;

 private:
  void tell_group(const Group& group, const std::string& name, Session& session) const;

  std::vector<Tile> tiles_;
  bool is_cut_ = false;
};

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_MOSAIC_H_
