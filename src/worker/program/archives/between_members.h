// SPDX-License-Identifier: MIT
//
// What a tar, a cpio, an ar or an LHA has between the bytes of its members: fields of headers,
// comments and what only some programs know (pax, POSIX 1003.1), what fills blocks up, what follows
// the last member.  libarchive gives none of it.
//
// Before this: document_archive.cpp has read a member, and says where it lay.  After it: a text
// goes to the sink, what stands behind the end becomes a part (rest.h).
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_BETWEEN_MEMBERS_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_BETWEEN_MEMBERS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

class BetweenMembers {
 public:
  /// Of these formats alone; `format` is that of libarchive, all of it.
  static bool knows(int format);

  BetweenMembers(std::string_view archive, DocumentSink& sink) : archive_(archive), sink_(sink) {}

  /// A member was read whose header begins there, and whose bytes, of which `size` were given, end
  /// with what fills them up at `end`.  In order.  Its text is told.
  void member(int format, std::uint64_t header, std::uint64_t size, std::uint64_t end);
  /// One that could not be read, or whose bytes do not stand in one piece.
  void unknown_member(int format, std::uint64_t header, std::uint64_t end);
  /// There are no more; up to `stop` the archive was read.
  void end(std::uint64_t stop, std::uint64_t& left);

 private:
  void tell_head(int format, std::size_t begin, std::size_t end);
  std::size_t bounded(std::uint64_t at) const;

  std::string_view archive_;
  DocumentSink& sink_;
  bool is_tar_ = false;
  std::size_t told_ = 0;  // up to where all is told or was given
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_BETWEEN_MEMBERS_H_
