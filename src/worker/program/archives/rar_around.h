// SPDX-License-Identifier: MIT
//
// What a RAR has beside its members, which libarchive passes over: its comment, which WinRAR shows
// as it opens it, and the streams of NTFS that its files have; and where it ends.
//
// Before this: document_archive.cpp has read the members.  After it: rest.h tells the parts.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_RAR_AROUND_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_RAR_AROUND_H_

#include <cstdint>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

/// Tells the comment as a text, the streams and what stands behind the end as parts, which may
/// count `left` bytes together; that it is one of several volumes, or lacks its end.  The RAR may
/// stand behind a program that unpacks it.
void tell_rar_around(std::string_view bytes, std::uint64_t& left, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_RAR_AROUND_H_
