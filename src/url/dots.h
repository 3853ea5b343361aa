// SPDX-License-Identifier: MIT
//
// Removing dot segments, in place, in one pass.
//
// A path is read segment by segment and written back over itself; what was written so far
// is the stack that the RFCs suggest, and ".." takes back its last segment.  Each byte is
// written once and taken back at most once.
#ifndef BASEWALK_SRC_URL_DOTS_H_
#define BASEWALK_SRC_URL_DOTS_H_

#include <cstddef>

#include "basewalk/url/resolve.h"

namespace basewalk::url {

struct WithoutDots {
  std::size_t size = 0;  ///< of the path that is left
  bool surplus = false;  ///< there was a ".." with nothing left to remove
};

/// RFC 1808 4 step 6 and RFC 2396 5.2 step 6 c-g.  The first `clean` bytes of the path hold no dot
/// segment and end with "/" (or are none).
WithoutDots remove_dot_patterns(char* path, std::size_t size, std::size_t clean,
                                SurplusDots surplus);

/// RFC 3986 5.2.4, remove_dot_segments.
WithoutDots remove_dot_segments(char* path, std::size_t size, std::size_t clean);

}  // namespace basewalk::url

#endif  // BASEWALK_SRC_URL_DOTS_H_
