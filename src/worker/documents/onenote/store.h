// SPDX-License-Identifier: MIT
//
// The revision store ([MS-ONESTORE] 2.3 to 2.5): a file as OneNote keeps it on a disk, of lists of
// nodes that lead to further lists and to objects.
//
// Before this: onenote.cpp has looked at the header.  After it: property_set.cpp reads the objects.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_STORE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_STORE_H_

#include "worker/documents/onenote/findings.h"

namespace basewalk::worker::onenote {

void read_store(Findings& findings);

}  // namespace basewalk::worker::onenote

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_STORE_H_
