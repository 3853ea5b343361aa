// SPDX-License-Identifier: MIT
//
// The other form of a file of OneNote ([MS-ONESTORE] 2.8), as servers hand it out: a package of
// data elements, which are stream objects of [MS-FSSHTTPB].
//
// Before this: onenote.cpp has looked at the header.  After it: property_set.cpp reads the objects.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_PACKAGE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_PACKAGE_H_

#include "worker/documents/onenote/findings.h"

namespace basewalk::worker::onenote {

void read_package(Findings& findings);

}  // namespace basewalk::worker::onenote

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_PACKAGE_H_
