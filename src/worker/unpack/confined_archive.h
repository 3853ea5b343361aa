// SPDX-License-Identifier: MIT
//
// An archive that is read in a process that cannot hurt.
//
// Before this: archive/packed/ reads an archive.  After it: exchange.cpp asks,
// program/modules/tar.cpp answers, by archive_session.cpp.
#ifndef BASEWALK_SRC_WORKER_UNPACK_CONFINED_ARCHIVE_H_
#define BASEWALK_SRC_WORKER_UNPACK_CONFINED_ARCHIVE_H_

#include <memory>
#include <variant>

#include "worker/reason.h"
#include "worker/unpack/archive_session.h"
#include "worker/unpack/place.h"

namespace basewalk::worker {

/// Reads an archive, whose bytes come from the feed, which outlives it; or why nobody can.
std::variant<std::unique_ptr<ArchiveSession>, Reason> archive_session(ArchiveKind kind,
                                                                      ArchiveFeed& feed,
                                                                      Place place);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_UNPACK_CONFINED_ARCHIVE_H_
