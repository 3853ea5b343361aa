// SPDX-License-Identifier: MIT
//
// Rich Text Format: what a reader of it could follow.
//
// Before this: the bytes of a document.  After it: what reader.cpp finds goes to the sink.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_RTF_RTF_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_RTF_RTF_H_

#include "worker/document.h"

namespace basewalk::worker {

void open_rtf(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_RTF_RTF_H_
