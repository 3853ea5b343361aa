// SPDX-License-Identifier: MIT
//
// The pictures that a page shows, each decoded when it is asked for first.
//
// Before this: page.cpp has the page and the files.  After it: they are marks, as boxes are.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_PICTURES_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_PICTURES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "worker/documents/picture/raster.h"

namespace basewalk::worker::drawn {

class Pictures {
 public:
  /// `pixels` are all that may be decoded of one, and kept of all.
  Pictures(std::vector<std::string_view> files, std::uint64_t pixels)
      : files_(std::move(files)), rasters_(files_.size()), pixels_(pixels), left_(pixels) {}

  /// The first frame of the picture of that URL (worker/shown_page.h), in a smaller size where it
  /// is finer than a page can show; null where there is none or it cannot be decoded.
  const Raster* find(std::string_view url);
  /// Were there more pixels?
  bool is_cut() const { return is_cut_; }

 private:
  struct Decoded {
    bool is_known = false;
    Raster raster{};
  };
  std::vector<std::string_view> files_;
  std::vector<Decoded> rasters_;
  std::uint64_t pixels_, left_;
  bool is_cut_ = false;
};

}  // namespace basewalk::worker::drawn

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_PICTURES_H_
