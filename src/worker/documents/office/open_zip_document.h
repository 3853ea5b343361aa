// SPDX-License-Identifier: MIT
//
// Opens documents that are ZIP archives: OOXML (ECMA-376), OpenDocument, EPUB.  Those that are one
// XML file: flat/open_flat_document.h.
//
// Before this: somebody has seen what it begins like.  After it: references, texts, files and
// pictures of the document are told.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OPEN_ZIP_DOCUMENT_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OPEN_ZIP_DOCUMENT_H_

#include <cstdint>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

enum class ZipKind : std::uint8_t { ooxml, odf, epub, other };

/// What a ZIP is, by the names of its members.
ZipKind zip_kind(std::string_view zip);

/// One that is `other` is told as such, and not opened.
void open_zip_document(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OPEN_ZIP_DOCUMENT_H_
