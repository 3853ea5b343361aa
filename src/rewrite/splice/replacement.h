// SPDX-License-Identifier: MIT
//
// Edits of one sequence of bytes.  A change of a reference goes down through three of them: the
// text in UTF-8, the bytes of its charset, the body as it was sent.
#ifndef BASEWALK_REWRITE_SPLICE_REPLACEMENT_H_
#define BASEWALK_REWRITE_SPLICE_REPLACEMENT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::rewrite {

/// `with` stands where [begin, end) stood.
struct Replacement {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string with;
};

/// Sorted, and none begins before the one before it ends.
using Replacements = std::vector<Replacement>;

/// Appends `from` with edits made that have `with` in the place of [begin, end).
template <class Edit>
void append_edited(std::string_view from, const std::vector<Edit>& edits, std::string Edit::*with,
                   std::string& out) {
  std::size_t size = out.size() + from.size();
  for (const Edit& each : edits) size += (each.*with).size();
  out.reserve(size);
  std::size_t behind = 0;
  for (const Edit& each : edits) {
    out += from.substr(behind, each.begin - behind);
    out += each.*with;
    behind = each.end;
  }
  out += from.substr(behind);
}

/// Appends `from` with the replacements made.
void append_replaced(std::string_view from, const Replacements& replacements, std::string& out);

/// Takes off what is the same before and after at both ends of a replacement.
void trim(std::string_view from, Replacement& replacement);

/// The line end that a text has where it is first told, else `fallback`.
std::string_view line_end_of(std::string_view text, std::string_view fallback);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_REPLACEMENT_H_
