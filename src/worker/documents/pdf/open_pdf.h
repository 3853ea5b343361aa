// SPDX-License-Identifier: MIT
//
// Opens PDF (ISO 32000).
//
// Before this: somebody has seen that it begins like one.  After it: references, scripts, texts,
// files and pictures of the document are told.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_OPEN_PDF_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_OPEN_PDF_H_

#include "worker/document.h"

namespace basewalk::worker {

void open_pdf(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_OPEN_PDF_H_
