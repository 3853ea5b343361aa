// SPDX-License-Identifier: MIT
//
// Archives among documents: whatever libarchive reads, from memory.
//
// Before this: serve.cpp has confined the process.  After it: document_output.cpp tells the
// members.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_DOCUMENT_ARCHIVE_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_DOCUMENT_ARCHIVE_H_

#include "worker/document.h"

namespace basewalk::worker {

/// ZIP, 7z, RAR, tar, cpio, ar, CAB, LHA, xar, ISO 9660, and what is packed by gzip, bzip2, xz,
/// zstd, lz4, lzip or compress, alone or around these.
void open_archive(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_DOCUMENT_ARCHIVE_H_
