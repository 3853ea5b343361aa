// SPDX-License-Identifier: MIT
//
// Packages of OOXML that are one XML file ("Flat OPC", [MS-OPC]): parts as elements, what is no XML
// in base64.
//
// Before this: open_flat_document.cpp has seen the root.  After it: ooxml_part.cpp reads the parts.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_FLAT_PACKAGE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_FLAT_PACKAGE_H_

#include <string_view>

#include "worker/documents/office/session.h"

namespace basewalk::worker::office {

void open_flat_package(std::string_view bytes, Session& session);

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FLAT_FLAT_PACKAGE_H_
