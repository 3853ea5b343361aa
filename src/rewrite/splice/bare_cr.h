// SPDX-License-Identifier: MIT
//
// A CR that ends a line for some readers only.
#ifndef BASEWALK_REWRITE_SPLICE_BARE_CR_H_
#define BASEWALK_REWRITE_SPLICE_BARE_CR_H_

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "basewalk/mime/part.h"
#include "basewalk/note.h"
#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {

/// It ends lines for the first reading, too: the note says so.
inline bool has_cr_lines(const Message& message) {
  return std::ranges::any_of(message.notes.all(),
                             [](const Note& each) { return each.code == NoteCode::line_ends_cr; });
}

/// The next one in bytes [at, end); npos where there is none.
inline std::size_t find_bare_cr(std::string_view bytes, std::size_t at, std::size_t end) {
  for (at = bytes.find('\r', at); at < end; at = bytes.find('\r', at + 1))
    if (bytes.substr(at + 1, 1) != "\n") return at;
  return std::string_view::npos;
}

/// Makes each of them a blank; of CRCRLF, which is a line end and an empty line to some, a CRLF.
inline void append_blanks(std::string_view bytes, std::size_t at, std::size_t end,
                          std::vector<Splice>& splices) {
  while ((at = find_bare_cr(bytes, at, end)) != std::string_view::npos) {
    splices.push_back({at, at + 1, bytes.substr(at + 1, 2) == "\r\n" ? "" : " "});
    ++at;
  }
}

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_BARE_CR_H_
