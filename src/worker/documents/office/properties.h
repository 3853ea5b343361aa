// SPDX-License-Identifier: MIT
//
// Properties of an OOXML document (ECMA-376 part 1, 22): HyperlinkBase and HLinks among them.
//
// Before this: ooxml.cpp has found the member.  After it: what is found is told.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_PROPERTIES_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_PROPERTIES_H_

#include "worker/documents/office/session.h"
#include "worker/documents/office/zip.h"

namespace basewalk::worker::office {

void read_properties(Zip& zip, Session& session);

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_PROPERTIES_H_
