// SPDX-License-Identifier: MIT
//
// The codes in grey pixels, by libzxing.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_CODES_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_CODES_H_

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "worker/document.h"
#include "worker/documents/picture/raster.h"

namespace basewalk::worker {

struct Code {
  std::string_view kind;  ///< "qr"; static
  std::string text;       ///< UTF-8
};

/// What pixels are of: a picture that somebody made, whose modules may be small and without a
/// margin, or a drawing that was made here in a size in which they are not.
enum class Of : unsigned char { picture, drawing };

/// Each once.
std::vector<Code> codes_in(const Raster& raster, Of what = Of::picture);

/// Tells where they lead: those that are not among `told`, which they join.
void tell_codes(const std::vector<Code>& codes, std::unordered_set<std::string>& told,
                DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_CODES_H_
