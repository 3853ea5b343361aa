// SPDX-License-Identifier: MIT
//
// Codes in pictures that lead to a link: QR, Micro QR, Data Matrix, Aztec.
//
// Before this: program/serve.cpp has confined the process.  After it: a decoder makes grey pixels
// of the picture (raster.h), codes.cpp looks for codes in them.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_PICTURE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_PICTURE_H_

#include "worker/document.h"

namespace basewalk::worker {

/// PNG, JPEG, GIF, WebP, BMP, TIFF, PGM and PPM; every frame.
void open_picture(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_PICTURE_H_
