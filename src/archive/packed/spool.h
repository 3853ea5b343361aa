// SPDX-License-Identifier: MIT
//
// A stream as a file that can be read by any offset: a temporary one that has no name.
//
// Before this: confined.cpp has what lies within something packed, or comes through a pipe.  After
// it: a worker reads the file.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_SPOOL_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_SPOOL_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "archive/byte_stream.h"
#include "text/files/descriptor.h"

namespace basewalk::archive {

/// So long an archive may be that is unpacked into a temporary file.
constexpr std::uint64_t kLongestSpool = std::uint64_t{4} << 30;

struct Spooled {
  text::Descriptor file;  ///< none where it could not be made
  std::uint64_t size = 0;
  /// What was told of the stream: doubts, and why the last of it is missing.
  std::vector<Failure> failures;
};

/// Reads the stream to its end, or to the first bytes that are missing, into a file in TMPDIR.
void spool(std::string_view head, ByteStream& rest, Spooled& into,
           std::uint64_t longest = kLongestSpool);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_SPOOL_H_
