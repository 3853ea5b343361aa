// SPDX-License-Identifier: MIT
//
// What is packed in a stream: compressed bytes, or an archive with members.
//
// A layer of unpacking is put over a stream for each layer of packing, so that each can be told by
// its content, and mail.mbox.gz in mail.tar.xz is read as well.  What is damaged is told with its
// bytes, and what lies behind it is read.
//
// Before this: content.cpp has told what it is.  unpacked.cpp reads what is compressed, tar.cpp and
// zip.cpp what has members, and confined.cpp
// has a worker read what is hostile by nature.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_PACKED_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_PACKED_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "archive/byte_stream.h"
#include "archive/content.h"
#include "worker/reason.h"

namespace basewalk::archive {

/// The bytes that are compressed in a stream.  A place is known to some ten kilobytes.
/// Where its first bytes are damaged its name says how.
std::unique_ptr<ByteStream> decompress(Begun stream, UnpackLimit limit, std::string_view name);

/// What is told where nobody can be had who unpacks it.
Failure not_unpacked(const worker::Reason& reason);

/// The members of an archive, one after the other, and what is wrong between them.
class Members {
 public:
  struct Found {
    /// As member_path() has it; empty for what is told of the archive itself.
    std::string name;
    std::uint64_t begin = 0;  ///< of its header in the archive
    /// Good until the next is asked for; none where it cannot be read, or is not to be.
    std::unique_ptr<ByteStream> bytes;
    /// What is wrong with it, or with the archive at this place.
    std::optional<Failure> failure;
  };

  virtual ~Members() = default;
  /// None at the end.
  virtual std::optional<Found> next() = 0;
  /// ByteStream::lies() of the archive.
  virtual std::uint64_t lies() const = 0;
};

std::unique_ptr<Members> members_of(Begun stream, Content content, UnpackLimit limit);

std::unique_ptr<Members> members_of_tar(Begun stream, worker::Place place);
std::unique_ptr<Members> members_of_cpio(Begun stream, worker::Place place);
std::unique_ptr<Members> members_of_zip(Begun stream, UnpackLimit limit);
/// 7z and RAR, in a process of its own.
std::unique_ptr<Members> members_of_confined(Begun stream, Content content, UnpackLimit limit);

/// As members are named in sources: without slashes before and behind it, and without "." and ".."
/// on the way, which would lead out of the archive and are no names that hide anything.
std::string member_path(std::string_view path, std::uint64_t& unnamed);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_PACKED_H_
