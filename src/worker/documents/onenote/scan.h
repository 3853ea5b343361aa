// SPDX-License-Identifier: MIT
//
// What stands in a file of OneNote that the walk over it did not reach: files that nothing refers
// to, and, where the file is damaged or not known, words with "://" in them.
//
// Before this: store.cpp or package.cpp.  After it: onenote.cpp has the findings told.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_SCAN_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_SCAN_H_

#include <string_view>

#include "worker/documents/onenote/findings.h"

namespace basewalk::worker::onenote {

/// The content of the FileDataStoreObject ([MS-ONESTORE] 2.6.13) that `bytes` begin with; what
/// there is of it where it is cut off.
struct StoredFile {
  std::string_view bytes;
  bool is_whole = false;
};
StoredFile stored_file(std::string_view bytes);

void scan_for_files(Findings& findings);
void scan_for_links(Findings& findings);

}  // namespace basewalk::worker::onenote

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_SCAN_H_
