// SPDX-License-Identifier: MIT
//
// The word behind "begin" in uuencode.
#ifndef BASEWALK_MIME_TRANSFER_FILE_MODE_H_
#define BASEWALK_MIME_TRANSFER_FILE_MODE_H_

#include <algorithm>
#include <string_view>

namespace basewalk::mime {

/// The rights of the file (POSIX uuencode): octal digits, of which there are three, but programs
/// take any number of them; "100644" has the kind of the file, too.
constexpr bool is_file_mode(std::string_view word) {
  constexpr std::size_t kMost = 11;  // of 32 bits
  return !word.empty() && word.size() <= kMost &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '7'; });
}

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_TRANSFER_FILE_MODE_H_
