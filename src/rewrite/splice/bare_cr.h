// SPDX-License-Identifier: MIT
//
// A CR that ends a line for some readers only.
#ifndef BASEWALK_REWRITE_SPLICE_BARE_CR_H_
#define BASEWALK_REWRITE_SPLICE_BARE_CR_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {

/// The next one in bytes [at, end); npos where there is none.  What lies behind is not looked
/// through: there may be as many such stretches as a header has fields.
inline std::size_t find_bare_cr(std::string_view bytes, std::size_t at, std::size_t end) {
  const std::string_view within = bytes.substr(0, end);
  for (at = within.find('\r', at); at != within.npos; at = within.find('\r', at + 1))
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
