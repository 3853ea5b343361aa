// SPDX-License-Identifier: MIT
//
// All files of the sources as one line of bytes, and the share of it that is to be read.
//
// Before this: names, or a plan.  After it: opener.cpp takes one file after the other.
#ifndef BASEWALK_SRC_ARCHIVE_FIND_LINE_H_
#define BASEWALK_SRC_ARCHIVE_FIND_LINE_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "archive/find/finder.h"
#include "archive/slice.h"
#include "basewalk/archive/plan.h"
#include "basewalk/archive/source.h"

namespace basewalk::archive {

struct Line {
  std::unique_ptr<Finder> files;
  Share share;
  /// Bytes of the share, where they are known.
  std::optional<std::uint64_t> total;
  /// What could not be looked at when the shares were cut, and may be another time.
  std::optional<Found> not_seen = {};
};

/// A share of sources, or a total that was asked for, takes a look at every file before the first.
Line line_of(SourceReader::NextName names, const ReadOptions& options);
Line line_of(const Plan& plan, const ReadOptions& options);

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_FIND_LINE_H_
