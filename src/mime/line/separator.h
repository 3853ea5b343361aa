// SPDX-License-Identifier: MIT
//
// The line that separates messages in an mbox ("From sender date"; RFC 4155).
#ifndef BASEWALK_SRC_MIME_LINE_SEPARATOR_H_
#define BASEWALK_SRC_MIME_LINE_SEPARATOR_H_

#include <cstddef>
#include <optional>
#include <string_view>

namespace basewalk::mime {

/// Where there is none.
inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// So many bytes from the beginning of a line decide whether it separates messages.
inline constexpr std::size_t kSeparatorBytes = 2048;

/// So many bytes before a line are looked at for that.
inline constexpr std::size_t kBytesBefore = 3;

/// Does the line begin like one, whatever follows?  At the top of a message that is enough.
bool is_from_line(std::string_view line);

/// Does the line at `at` separate messages?  `bytes` has kSeparatorBytes from there, or ends where
/// the mbox ends.
bool is_separator(std::string_view bytes, std::size_t at);

/// Is the line at `at` the first, or the one before it blank?
bool is_blank_line_before(std::string_view bytes, std::size_t at);

/// The first separator behind `from`.  None where it takes more bytes to know; then `from` is where
/// to look on.  `final`: no bytes follow; then kNowhere if there is none.
std::optional<std::size_t> find_separator(std::string_view bytes, std::size_t& from, bool final);

}  // namespace basewalk::mime

#endif  // BASEWALK_SRC_MIME_LINE_SEPARATOR_H_
