// SPDX-License-Identifier: MIT
//
// What a cabinet ([MS-CAB] 2) has beside its members: what its headers, folders and blocks reserve
// for programs, names of other cabinets, what is between all these and behind its end.  libarchive
// passes it over.
//
// Before this: document_archive.cpp has read the members.  After it: texts go to the sink, what
// stands behind the end becomes a part (rest.h).
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_CAB_AROUND_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_CAB_AROUND_H_

#include <cstdint>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

/// Nothing where a program stands before it.
void tell_cab_around(std::string_view bytes, std::uint64_t& left, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_CAB_AROUND_H_
