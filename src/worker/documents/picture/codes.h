// SPDX-License-Identifier: MIT
//
// The codes in grey pixels, by libzxing.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_CODES_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_CODES_H_

#include <string>
#include <vector>

#include "worker/documents/picture/raster.h"

namespace basewalk::worker {

struct Code {
  std::string_view kind;  ///< "qr"; static
  std::string text;       ///< UTF-8
};

/// Each once.
std::vector<Code> codes_in(const Raster& raster);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_CODES_H_
