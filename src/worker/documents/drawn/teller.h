// SPDX-License-Identifier: MIT
//
// Tells the codes that are found in what was drawn, each once.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_TELLER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_TELLER_H_

#include <cstdint>
#include <string>
#include <unordered_set>

#include "worker/document.h"
#include "worker/documents/picture/codes.h"

namespace basewalk::worker::drawn {

class Teller {
 public:
  Teller(const Document& document, DocumentSink& sink)
      : sink_(sink), pixels_(document.bounds.pixels) {}

  /// May a picture of that size be drawn?  Where not, that is told, once.
  bool may_draw(std::uint64_t width, std::uint64_t height);
  /// Are there codes in it?
  bool look_at(const Raster& raster, Of what = Of::picture);
  void lack(Lack why, std::string_view sentence) { sink_.lack(why, "", sentence); }

 private:
  DocumentSink& sink_;
  std::uint64_t pixels_;
  bool is_limit_told_ = false;
  std::unordered_set<std::string> told_;
};

}  // namespace basewalk::worker::drawn

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_TELLER_H_
