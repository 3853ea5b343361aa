// SPDX-License-Identifier: MIT
//
// Pictures of a PDF (ISO 32000-2 8.9), given as files that others can read: JPEG as it is, and what
// is only samples as a portable pixmap or graymap.
//
// Before this: walker.cpp has found one.  After it: codes are looked for in it.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PICTURE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PICTURE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"

namespace basewalk::worker::pdf {

void tell_picture(QPDFObjectHandle stream, Session& session);

/// Its pixels, row by row; 0 is black.
struct GreyPicture {
  std::size_t width = 0, height = 0;
  std::string grey{};
};

std::pair<std::size_t, std::size_t> size_of_picture(QPDFObjectHandle stream);
/// Nothing where it cannot be decoded, or there are more pixels than are left.
std::optional<GreyPicture> grey_picture(QPDFObjectHandle stream, Session& session);
void tell_grey(const GreyPicture& picture, const std::string& name, Session& session);

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_PICTURE_H_
