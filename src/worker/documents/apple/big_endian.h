// SPDX-License-Identifier: MIT
//
// Numbers of Apple's formats, the highest byte first.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_APPLE_BIG_ENDIAN_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_APPLE_BIG_ENDIAN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace basewalk::worker {

/// Of at most eight bytes; none where they are not all there.
inline std::optional<std::uint64_t> big_endian(std::string_view bytes, std::size_t at,
                                               std::size_t size) {
  if (at > bytes.size() || bytes.size() - at < size) return {};
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// So many bytes from there, as far as they are there: what a file says is compared before it is
/// cut to a size.
inline std::string_view piece(std::string_view bytes, std::uint64_t at, std::uint64_t size) {
  if (at >= bytes.size()) return {};
  const std::string_view rest = bytes.substr(static_cast<std::size_t>(at));
  return size >= rest.size() ? rest : rest.substr(0, static_cast<std::size_t>(size));
}

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_APPLE_BIG_ENDIAN_H_
