// SPDX-License-Identifier: MIT
//
// What a workbook loads from elsewhere by queries of its own ([MS-QDEFF] 2.2): a package of them in
// base64, in XML that is kept with the document.
//
// Before this: ooxml.cpp has found such XML.  After it: the package is a part.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_QUERIES_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_QUERIES_H_

#include <string_view>

#include "worker/documents/office/session.h"

namespace basewalk::worker::office {

/// Tells the packages in `xml`, if it holds any.
void tell_queries(std::string_view xml, Session& session);

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_QUERIES_H_
