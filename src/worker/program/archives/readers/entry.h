// SPDX-License-Identifier: MIT
//
// One entry of libarchive becomes a member: what it is called, its bytes, and what is wrong with
// it.
//
// Before this: seven_zip.cpp and rar.cpp have read its header.  After it: job.h's MemberSink.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_ENTRY_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_ENTRY_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "worker/job.h"
#include "worker/program/archives/readers/archive_reader.h"

namespace basewalk::worker {

/// In UTF-8 or, where that cannot be, as it stands there; good as long as the entry.
std::string_view name_of(archive_entry* entry);
bool is_link(archive_entry* entry);

/// What libarchive tells by its sentence alone.
Trouble trouble_of(std::string_view why);

/// Gives the bytes of the entry that the reader is at.  False where the reader does not get over
/// it.
bool unpack(ArchiveReader& reader, MemberSink& sink, std::optional<std::uint64_t> size,
            std::optional<std::uint32_t> crc = {});

/// Tells of what stands behind the end of an archive, unless these are zeros.
void tell_bytes_behind(Input& input, std::uint64_t end, MemberSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_ENTRY_H_
