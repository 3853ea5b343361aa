// SPDX-License-Identifier: MIT
//
// Objects that stand in the file and that no table names: those that a later revision has replaced
// (ISO 32000-2 7.5.6), or that were never named.  Programs that find a table odd look for objects
// themselves, and take what stands last.
//
// Before this: walker.cpp has been at all objects with a name.  After it: it goes over these, too.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PDF_UNNAMED_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PDF_UNNAMED_H_

#include <string_view>
#include <vector>

#include "worker/documents/pdf/qpdf.h"
#include "worker/documents/pdf/session.h"

namespace basewalk::worker::pdf {

/// In the order of the file, and then those of streams of objects.  What cannot be read of them is
/// told.  Linear in the file.
std::vector<QPDFObjectHandle> unnamed_objects(QPDF& pdf, std::string_view file, Session& session);

}  // namespace basewalk::worker::pdf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PDF_UNNAMED_H_
