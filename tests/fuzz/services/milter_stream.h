// SPDX-License-Identifier: MIT
//
// What a mail server sends to a milter, read plainly and as a whole: what must not reach libmilter.
#ifndef BASEWALK_TESTS_FUZZ_SERVICES_MILTER_STREAM_H_
#define BASEWALK_TESTS_FUZZ_SERVICES_MILTER_STREAM_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace basewalk::fuzz {

/// A name and a value after the other.
inline bool are_pairs(std::string_view macros) {
  while (!macros.empty()) {
    for (int i = 0; i < 2; ++i) {
      const std::size_t end = macros.find('\0');
      if (end == macros.npos) return false;
      macros.remove_prefix(end + 1);
    }
  }
  return true;
}

/// Where the first byte stands that libmilter must not see; the size where there is none.
inline std::size_t first_wrong(std::string_view stream) {
  std::size_t at = 0;
  while (stream.size() - at >= 4) {
    std::uint64_t size = 0;
    for (const char byte : stream.substr(at, 4))
      size = size << 8 | static_cast<unsigned char>(byte);
    if (size >= std::uint64_t{1} << 31) return at + 3;
    size = std::max<std::uint64_t>(size, 1);  // a command is always read
    if (stream.size() - at - 4 < size) break;
    const std::string_view packet = stream.substr(at + 4, size);
    at += 4 + size;
    if (packet[0] == 'D' && packet.size() > 2 && !are_pairs(packet.substr(2))) return at - 1;
  }
  return stream.size();
}

}  // namespace basewalk::fuzz

#endif  // BASEWALK_TESTS_FUZZ_SERVICES_MILTER_STREAM_H_
