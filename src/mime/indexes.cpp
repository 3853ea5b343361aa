// SPDX-License-Identifier: MIT
#include "mime/indexes.h"

namespace basewalk::mime {
namespace {

#include "mime/data/multi_byte.inc"

// Without the null that ends a literal.
template <std::size_t size>
constexpr std::u16string_view whole(const char16_t (&index)[size]) {
  return {index, size - 1};
}

}  // namespace

constinit const std::u16string_view kBig5Index = whole(kBig5);
constinit const std::u16string_view kEucKrIndex = whole(kEucKr);
constinit const std::u16string_view kGb18030Index = whole(kGb18030);
constinit const std::u16string_view kJis0208Index = whole(kJis0208);
constinit const std::u16string_view kJis0212Index = whole(kJis0212);
constinit const std::span<const Beyond> kBig5BeyondIndex = kBig5Beyond;
constinit const std::span<const Range> kGb18030RangeIndex = kGb18030Ranges;

}  // namespace basewalk::mime
