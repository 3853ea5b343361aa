// SPDX-License-Identifier: MIT
//
// What is packed in a stream: compressed bytes, or an archive with members.
//
// libarchive does the unpacking; a layer of it is put over a stream for each layer of packing, so
// that each can be told by its content, and mail.mbox.gz in mail.tar.xz is read as well.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "archive/byte_stream.h"

namespace basewalk::archive {

enum class Content : unsigned char {
  mail,        // or anything else: a message may be any bytes
  compressed,  // gzip, xz, zstd, bzip2, lz4, lzip, compress
  tar,
  zip,
  index,      // what mail programs keep beside mailboxes
  unreadable  // a known kind that is not read
};

/// What the first bytes of a stream (512 where there are so many) say that it is.
Content content_of(std::string_view head);

/// A sentence about what is unreadable, and what to do.
std::string unreadable_kind(std::string_view head);

/// A stream with bytes that were already read put back before it.
struct Begun {
  std::string head;
  std::unique_ptr<ByteStream> rest;
};

/// The bytes that are compressed in a stream.  A place is known to some ten kilobytes.
std::unique_ptr<ByteStream> decompress(Begun stream);

/// The members of a tar or zip, one after the other.
class Members {
 public:
  struct Member {
    std::string name;                   ///< without "./" or "/" before
    std::uint64_t begin = 0;            ///< of its header in the archive
    std::unique_ptr<ByteStream> bytes;  ///< good until the next member is asked for
  };

  Members(Begun stream, Content content);
  ~Members();

  /// The next regular file; none at the end or on failure.
  std::optional<Member> next();
  const std::optional<Failure>& failure() const;

  class Layer;

 private:
  std::unique_ptr<Layer> layer_;
  bool stored_;  // members lie in the archive as they are
  std::uint64_t unnamed_ = 0;
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_H_
