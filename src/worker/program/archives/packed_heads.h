// SPDX-License-Identifier: MIT
//
// What stands beside the bytes that are packed: fields of gzip's headers (RFC 1952 2.3), frames of
// zstd (RFC 8878 3.1.2) and lz4 that programs skip, the headers of an RPM.  Libraries pass it over.
//
// Before this: document_archive.cpp has read what was packed.  After it: texts go to the sink.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_PACKED_HEADS_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_PACKED_HEADS_H_

#include <cstdint>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

/// `filter` is libarchive's code of what `bytes` are packed in, but for gzip.
void tell_packed_heads(std::string_view bytes, int filter, DocumentSink& sink);

/// That of each member, as far as `most` bytes come out.  False where a check sum is wrong.
bool tell_gzip_heads(std::string_view bytes, std::uint64_t most, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_PACKED_HEADS_H_
