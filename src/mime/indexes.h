// SPDX-License-Identifier: MIT
//
// The indexes of the Encoding Standard (its section 5): which code point each pointer stands for.
#ifndef BASEWALK_MIME_INDEXES_H_
#define BASEWALK_MIME_INDEXES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace basewalk::mime {

/// A pointer whose character lies beyond U+FFFF, and that character without U+20000.
struct Beyond {
  std::uint16_t pointer, low;
};

/// From a pointer on, the code points that follow this one.
struct Range {
  std::uint32_t pointer;
  std::uint16_t code_point;
};

// By pointer; 0 where that has no code point.
extern const std::u16string_view kBig5Index, kEucKrIndex, kGb18030Index, kJis0208Index,
    kJis0212Index;
/// What big5 has besides, by pointer.
extern const std::span<const Beyond> kBig5BeyondIndex;
/// But for the last, which begins with pointer 189000 and U+10000.
extern const std::span<const Range> kGb18030RangeIndex;

inline char32_t in_index(std::u16string_view index, std::size_t pointer) {
  return pointer < index.size() ? index[pointer] : 0;
}

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_INDEXES_H_
