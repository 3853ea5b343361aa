// SPDX-License-Identifier: MIT
//
// What lies in a compound file that is no message: old documents of Office, objects that are
// embedded.
//
// Before this: ole/cfb_file.cpp has the streams.  After it: what it finds goes to the sink.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_OLE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_OLE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "worker/document.h"
#include "worker/documents/ole/cfb_file.h"

namespace basewalk::worker {

/// Is the storage the document, or an object within one?  The base of an object is none of the
/// document's.
enum class OleRole : unsigned char { document, object };

/// Reads a storage and those below it.  What is wrong with the file is left in it.
void read_ole_storage(CfbFile& file, std::uint32_t storage, OleRole role, const Document& document,
                      DocumentSink& sink);

/// Tells what stands in sectors that belong to nothing: URLs, and files.
void tell_unused_sectors(const CfbFile& file, const DocumentBounds& bounds, DocumentSink& sink);

/// A name without what no line can show.
std::string shown_name(std::string_view name);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_OLE_H_
