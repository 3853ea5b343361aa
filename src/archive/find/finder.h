// SPDX-License-Identifier: MIT
//
// The files of sources, one after the other: what a Finder gives, whether it walks folders
// (tree.h) or reads what was listed before (plan_reader.h).
//
// Before this: names, as they were typed or listed.  After it: opener.cpp opens each file.
#ifndef BASEWALK_SRC_ARCHIVE_FIND_FINDER_H_
#define BASEWALK_SRC_ARCHIVE_FIND_FINDER_H_

#include <cstdint>
#include <optional>
#include <string>

#include "archive/byte_stream.h"
#include "basewalk/archive/source.h"

namespace basewalk::archive {

/// A file that may hold messages, or what cannot be read or is passed over.
struct Found {
  std::string name;
  FileStream::From from = FileStream::From::name;
  Kind kind = Kind::automatic;  ///< automatic, eml or mbox
  std::optional<Failure> failure;
  /// Where the name was of what lies in an archive: all of it, and `name` is the archive's.
  std::string only;
  std::uint64_t name_number = 0;  ///< of the names, from 0: the one that led here
  bool is_repository = false;     ///< a folder that git keeps its objects in
  /// Where its bytes are in the line of all bytes, if that was found out before.
  std::optional<Extent> place = {};
};

class Finder {
 public:
  Finder() = default;
  Finder(const Finder&) = delete;
  Finder& operator=(const Finder&) = delete;
  virtual ~Finder() = default;
  /// The next in order; none at the end.
  virtual std::optional<Found> next() = 0;
};

/// How many bytes it has in the line of all bytes: those of a regular file that are to be read;
/// none where that cannot be known, as of a pipe.  Looks at the file; where that fails and may
/// succeed later, it is a failure of what was found.
std::optional<std::uint64_t> size_of(Found& found);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_FIND_FINDER_H_
