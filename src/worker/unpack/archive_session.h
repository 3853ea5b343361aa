// SPDX-License-Identifier: MIT
//
// Archives that are read from front to end, by libarchive: tar and cpio, and what is compressed by
// compress (.Z), which it has no other reader for.
//
// It asks its feed for bytes while it is at work.  It is at work in a process that cannot hurt
// (confined_archive.cpp), or here.
//
// Before this: archive/packed/ has told what it is.  After it: archive/packed/ makes members of it.
#ifndef BASEWALK_SRC_WORKER_UNPACK_ARCHIVE_SESSION_H_
#define BASEWALK_SRC_WORKER_UNPACK_ARCHIVE_SESSION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "worker/job.h"

namespace basewalk::worker {

enum class ArchiveKind : std::uint8_t { tar, cpio, compress };
constexpr std::uint8_t kArchiveKinds = static_cast<std::uint8_t>(ArchiveKind::compress) + 1;

/// Where its bytes come from.
class ArchiveFeed {
 public:
  virtual ~ArchiveFeed() = default;
  /// The next bytes, good until more are asked for; empty at the end, and where they cannot be
  /// read: then has_failed() is true.
  virtual std::string_view more() = 0;
  virtual bool has_failed() const = 0;
  /// Passes over so many bytes without reading them; false where it cannot.
  virtual bool skip(std::uint64_t count) = 0;
};

/// What a header says.
struct ArchiveEntry {
  bool is_file = false;
  bool is_second_name = false;  ///< of what has its bytes elsewhere
  bool has_holes = false;       ///< which are left out
  bool is_rest = false;         ///< of a file that begins in another volume of the archive
  std::optional<std::uint64_t> size;
  std::string name;  ///< as it is in the archive
};

/// How it went, and where it is.
struct ArchiveState {
  enum class Result : std::uint8_t {
    ok,
    odd,    ///< all the same it goes on
    again,  ///< it may be tried again
    end,
    failed,  ///< it cannot go on
    gone,    ///< nor can the process that reads it
  };
  Result result = Result::ok;
  std::uint64_t header_begin = 0;  ///< of the last header, from where it began to read
  std::uint64_t consumed = 0;      ///< bytes that it has come to, likewise
  bool is_packed = false;          ///< it has unpacked what it was fed
  bool may_be_memory = false;      ///< that was short
  bool worth_a_retry = false;      ///< of what is gone
  Trouble trouble = Trouble::damaged;
  std::string why;
};

class ArchiveSession {
 public:
  ArchiveSession() = default;
  ArchiveSession(const ArchiveSession&) = delete;
  ArchiveSession& operator=(const ArchiveSession&) = delete;
  virtual ~ArchiveSession() = default;

  /// Goes to the next header, if any: its entry, where the result is ok or odd.
  virtual const ArchiveState& next_header(ArchiveEntry& entry) = 0;
  /// More bytes of the member, good until anything else is asked for.  None with ok, odd or again:
  /// there may be more.
  virtual const ArchiveState& next_block(std::string_view& bytes) = 0;
  /// Of what was asked last, or of the beginning.
  virtual const ArchiveState& state() const = 0;
};

/// One in this process; the feed outlives it.
std::unique_ptr<ArchiveSession> archive_session_here(ArchiveKind kind, ArchiveFeed& feed);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_UNPACK_ARCHIVE_SESSION_H_
