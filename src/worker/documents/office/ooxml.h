// SPDX-License-Identifier: MIT
//
// OOXML packages (ECMA-376, ISO/IEC 29500; transitional and strict).
//
// Before this: open_zip_document.cpp has seen what it is.  After it: ooxml_part.cpp reads the
// parts.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_H_

#include <string_view>

#include "worker/documents/office/session.h"

namespace basewalk::worker::office {

void open_ooxml(Session& session, std::string_view password);

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_H_
