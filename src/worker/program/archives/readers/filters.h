// SPDX-License-Identifier: MIT
//
// What is packed as a whole: which of libarchive's filters are used, and what they do not look at.
//
// Before this: document_archive.cpp reads what is packed.  After it: packed_heads.h has what stands
// beside the packed bytes.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_FILTERS_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_FILTERS_H_

#include <archive.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "worker/job.h"

namespace basewalk::worker {

/// All, or `only` that one (ARCHIVE_FILTER_GZIP ...).
void support_filters(::archive* archive, std::optional<int> only);

/// The one around all others; ARCHIVE_FILTER_NONE where there is none.
int outermost_filter(::archive* archive);

/// Of gzip libarchive looks at no check sum, nor at the length behind it (RFC 1952 2.3.1).  Up to
/// `most` bytes that come out.  `each` is called with what begins with a member.
bool is_sound_gzip(std::string_view bytes, std::uint64_t most,
                   const std::function<void(std::string_view)>& each);

/// What comes out of one filter.
struct Unpacked {
  std::string bytes;
  std::uint64_t taken = 0;  ///< bytes of the input
  std::string error{};      ///< why that is not all
  bool is_cut = false;      ///< at `most`
};
Unpacked unpacked(Input& input, int filter, std::uint64_t most);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_FILTERS_H_
