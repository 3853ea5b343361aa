// SPDX-License-Identifier: MIT
//
// What a xar has beside the bytes of its members: a table of contents, which is XML and packed, and
// what stands between the members.  As that table alone says where these stand, and libarchive
// keeps it for itself, what follows is searched as a whole: a member that is not packed is searched
// twice.
//
// Before this: document_archive.cpp has read the members.  After it: texts go to the sink.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_XAR_AROUND_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_XAR_AROUND_H_

#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

void tell_xar_around(std::string_view bytes, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_XAR_AROUND_H_
