// SPDX-License-Identifier: MIT
//
// Monikers, and hyperlinks that hold them ([MS-OSHARED] 2.3.7): where an object, or a link, leads.
//
// They are looked for by the identifiers that they begin with, wherever they stand: links in
// workbooks, in the data of Word's fields, and objects that are linked all have them.
//
// Before this: ole/storage.cpp and rtf/object.cpp have the bytes.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_MONIKER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_MONIKER_H_

#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

/// Tells each of them as a reference of `element`.  Cost: linear.
void find_monikers(std::string_view bytes, std::string_view element, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_MONIKER_H_
