// SPDX-License-Identifier: MIT
//
// EPUB (EPUB 3.3, and 2).
//
// Before this: open_zip_document.cpp has seen what it is.  After it: the documents in it are given
// as files, each with a base of its own.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_EPUB_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_EPUB_H_

#include <string_view>

#include "worker/documents/office/session.h"

namespace basewalk::worker::office {

void open_epub(Session& session, std::string_view password);

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_EPUB_H_
