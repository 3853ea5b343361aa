// SPDX-License-Identifier: MIT
//
// Which messages belong to which slice.
//
// All sources one after the other make one long line of bytes, as they lie on disk; slice I of N
// owns the bytes from I/N of it to (I+1)/N, and the messages whose place is there.  The place of a
// message is where its first byte lies or, if that is packed, comes from (ByteStream::place).
//
// In an mbox a slice wants the first message at or behind a cut without reading what is before.
// Every separator begins a message, unless a Content-Length of a message before jumps over it.
// Jumps reach kLengthReach at most, so what could hide a separator begins so little before it:
// looking back twice as far, a separator is nearly always found that no jump, of a message or
// of what only looks like one, leads over.  There a message begins for sure, and from there on
// messages are counted off as a reader of the whole would.  Where no such separator is found, the
// look goes back twice as far again, at last to the beginning; so the answer is always that of a
// reader of the whole, and only hostile mailboxes are slow.
#ifndef BASEWALK_SRC_ARCHIVE_SLICE_H_
#define BASEWALK_SRC_ARCHIVE_SLICE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "archive/byte_stream.h"
#include "basewalk/archive/source.h"

namespace basewalk::archive {

class Share {
 public:
  /// All of any sources.
  Share() = default;
  /// A share of sources with so many bytes in all.
  Share(const Shard& shard, std::uint64_t total)
      : all_(false), total_(std::max<std::uint64_t>(total, 1)) {
    const std::uint64_t count = std::max<std::size_t>(shard.count, 1);
    begin_ = cut(std::min<std::uint64_t>(shard.index, count), count);
    end_ = cut(std::min<std::uint64_t>(shard.index + 1, count), count);
  }

  bool is_all() const { return all_; }
  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return end_; }
  /// Does what has its place there belong to it?  What is behind all bytes counts as the last.
  bool has(std::uint64_t place) const {
    const std::uint64_t at = std::min(place, total_ - 1);
    return all_ || (begin_ <= at && at < end_);
  }
  /// Is nothing behind this place in it?
  bool ends_before(std::uint64_t place) const {
    return !all_ && std::min(place, total_ - 1) >= end_;
  }
  /// Is one of these bytes, or their place where there are none, in it?
  bool meets(std::uint64_t begin, std::uint64_t size) const {
    return all_ || has(begin) || (begin < end_ && begin_ < begin + size);
  }

 private:
  std::uint64_t cut(std::uint64_t index, std::uint64_t count) const {
    return total_ / count * index + total_ % count * index / count;
  }

  bool all_ = true;
  std::uint64_t total_ = 1;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

/// Where in an mbox a message begins for sure, at or before the first that begins in [begin, end);
/// none where none begins there.
std::optional<std::uint64_t> sure_begin(ByteStream& mbox, std::uint64_t begin, std::uint64_t end);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_SLICE_H_
