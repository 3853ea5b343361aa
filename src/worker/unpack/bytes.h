// SPDX-License-Identifier: MIT
//
// Bytes of packed formats, and lengths that more than one file here needs.
#ifndef BASEWALK_SRC_WORKER_UNPACK_BYTES_H_
#define BASEWALK_SRC_WORKER_UNPACK_BYTES_H_

#include <cstddef>
#include <string_view>

namespace basewalk::worker {

inline unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

/// The header of a stream of xz, and its footer.
inline constexpr std::size_t kXzHeader = 12;
/// Of bzip2: 900,000 bytes, each of up to 20 bits at the worst, and the tables.
inline constexpr std::size_t kLongestBzip2Block = (std::size_t{9} << 20) / 4;

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_UNPACK_BYTES_H_
