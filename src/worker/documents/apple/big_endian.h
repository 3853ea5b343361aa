// SPDX-License-Identifier: MIT
//
// Numbers of Apple's formats, the highest byte first.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_APPLE_BIG_ENDIAN_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_APPLE_BIG_ENDIAN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/binary/numbers.h"

namespace basewalk::worker {

/// Of at most eight bytes; none where they are not all there.
inline std::optional<std::uint64_t> big_endian(std::string_view bytes, std::size_t at,
                                               std::size_t size) {
  if (at > bytes.size() || bytes.size() - at < size) return {};
  return text::big(bytes, at, size);
}

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_APPLE_BIG_ENDIAN_H_
