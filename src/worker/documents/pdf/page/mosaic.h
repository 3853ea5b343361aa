// SPDX-License-Identifier: MIT
//
// Pictures that a page places side by side: to whoever looks at it they are one, and so is a code
// in them.  Programs cut pictures into strips, and who wants a code not to be found cuts it.
//
// Before this: content.cpp has seen where each is placed.  After it: what touches each other is a
// picture of its own, beside its pieces.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_MOSAIC_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_MOSAIC_H_

#include <cstddef>
#include <string>
#include <vector>

#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"

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
  using Group = std::vector<std::size_t>;  // of tiles_
  std::vector<Group> groups() const;
  void tell_group(const Group& group, const std::string& name, Session& session) const;

  std::vector<Tile> tiles_;
  bool is_cut_ = false;
};

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PAGE_MOSAIC_H_
