// SPDX-License-Identifier: MIT
//
// A 7z of a folder, an empty file and two messages, of which the first says what it is by a mode.
#ifndef BASEWALK_TESTS_ARCHIVE_MADE_SEVEN_ZIP_H_
#define BASEWALK_TESTS_ARCHIVE_MADE_SEVEN_ZIP_H_

#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/files.h"
#include "support/little.h"

namespace basewalk::test {

/// `bytes` with its header (of `size` bytes from `begin` on) and its start as their check sums.
inline void sum_seven_zip(std::string& bytes, std::size_t begin, std::size_t size) {
  const auto sum = [&](std::size_t at, std::size_t count) {
    const std::string_view of = std::string_view(bytes).substr(at, count);
    return little(::crc32_z(0, reinterpret_cast<const Bytef*>(of.data()), of.size()), 4);
  };
  bytes.replace(28, 4, sum(begin, size));
  bytes.replace(8, 4, sum(12, 20));
}

/// Attributes as 7-Zip keeps them: those of Windows, and the mode of Unix above them.
inline std::string seven_zip_of_mode(std::uint32_t mode, std::uint32_t of_windows) {
  std::string bytes = read_file(data_dir() / "seven_zip/header.7z");
  const auto number = [&](std::size_t at) {
    return static_cast<unsigned char>(bytes[at]) |
           static_cast<std::size_t>(static_cast<unsigned char>(bytes[at + 1])) << 8;
  };
  const std::size_t begin = 32 + number(12), size = number(20);
  const std::size_t attributes = bytes.find(std::string("\x15\x12\1\0", 4), begin) + 4;
  BOOST_REQUIRE(attributes < begin + size);
  constexpr std::uint32_t kHasMode = 0x8000;
  bytes.replace(attributes + 8, 4, little(mode << 16 | kHasMode | of_windows, 4));
  sum_seven_zip(bytes, begin, size);
  return bytes;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_ARCHIVE_MADE_SEVEN_ZIP_H_
