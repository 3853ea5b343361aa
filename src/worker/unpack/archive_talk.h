// SPDX-License-Identifier: MIT
//
// What is said of an archive, there and back (exchange.h).
//
// A question begins with an AskArchive, an answer with an ArchiveAnswer.  Before it tells what it
// was asked for, the process that reads may want bytes, or have them passed over: that is answered
// by the next question.
//
// Before this: confined_archive.cpp asks.  After it: program/modules/tar.cpp answers.
#ifndef BASEWALK_SRC_WORKER_UNPACK_ARCHIVE_TALK_H_
#define BASEWALK_SRC_WORKER_UNPACK_ARCHIVE_TALK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "worker/unpack/archive_session.h"

namespace basewalk::worker {

enum class AskArchive : std::uint8_t {
  open = 1,  ///< a kind (1)
  header,
  block,
  given,    ///< the bytes that it wanted were said; is it a failure that there are no more (1)
  skipped,  ///< could they be passed over (1)
};

enum class ArchiveAnswer : std::uint8_t {
  want_bytes = 1,
  want_skip,  ///< so many (8)
  told,       ///< a state, and what the question was for
};

/// Clauses of libarchive, and of a name: what is longer is cut off.
constexpr std::size_t kLongestArchiveWhy = 500;

void append_state(std::string& out, const ArchiveState& state);
std::optional<ArchiveState> take_state(std::string_view& payload);
void append_entry(std::string& out, const ArchiveEntry& entry);
/// All that is left of the payload.
std::optional<ArchiveEntry> take_entry(std::string_view& payload);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_UNPACK_ARCHIVE_TALK_H_
