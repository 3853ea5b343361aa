// SPDX-License-Identifier: MIT
//
// Sections and tables of contents of OneNote (.one, .onetoc2): [MS-ONESTORE] has the file,
// [MS-ONE] what stands in it.
//
// Before this: program/serve.cpp has confined the process.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_ONENOTE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_ONENOTE_H_

#include "worker/document.h"

namespace basewalk::worker {

void open_onenote(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_ONENOTE_H_
