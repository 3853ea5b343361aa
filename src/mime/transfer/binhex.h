// SPDX-License-Identifier: MIT
//
// BinHex 4.0 (RFC 1741, appendix A): both forks of a file of the Macintosh, run-length encoded, six
// bits a character.
//
// Before this: embedded_files.cpp has found the colon that it begins with.
#ifndef BASEWALK_MIME_TRANSFER_BINHEX_H_
#define BASEWALK_MIME_TRANSFER_BINHEX_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace basewalk::mime::binhex {

enum class Fork : std::uint8_t { data, resources };

struct Header {
  std::string name;
  std::uint32_t data_bytes = 0, resource_bytes = 0;
};

/// Of what begins with a colon; nothing where it is too short for one, or has no name.
std::optional<Header> header_of(std::string_view block);

/// Behind the closing colon; without one before the first character that is none of BinHex.
std::size_t end_of(std::string_view text, std::size_t begin);

// What decode() says of a file that gives more than was granted.
inline constexpr std::string_view kTooLong = "gives more bytes than are granted";

/// Appends a fork; says what is wrong with the file up to its end, or nothing.  Both forks count
/// for `most`, the bytes that may come out: up to 96 for one of the block.
std::string_view decode(std::string_view block, Fork fork, std::size_t most, std::string& out);

}  // namespace basewalk::mime::binhex

#endif  // BASEWALK_MIME_TRANSFER_BINHEX_H_
