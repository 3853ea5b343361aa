// SPDX-License-Identifier: MIT
//
// Enumerators of C and of C++, which have the same values (names.cpp holds them against each
// other).
#ifndef BASEWALK_SRC_C_NAMES_H_
#define BASEWALK_SRC_C_NAMES_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "basewalk/basewalk_c.h"
#include "basewalk/doubt.h"
#include "text/enum_table.h"

namespace basewalk::c {

/// An enumerator as C has it.
template <class To, class From>
constexpr To same(From value) {
  return static_cast<To>(static_cast<int>(value));
}
inline bw_doubt same_doubt(std::optional<Doubt> doubt) {
  return doubt ? same<bw_doubt>(*doubt) : BW_DOUBT_NONE;
}

/// The enumerator of C++ that a caller's value is; nothing where it is none.
template <class Enum>
constexpr std::optional<Enum> enumerator(int value) {
  if (value < 0 || static_cast<std::size_t>(value) >= enumerators<Enum>()) return {};
  return static_cast<Enum>(value);
}

/// Bit i of C for the enumerator i.
template <class Set>
std::uint32_t bits_of(const Set& set) {
  std::uint32_t bits = 0;
  for (const auto each : set) bits |= std::uint32_t{1} << static_cast<unsigned>(each);
  return bits;
}

}  // namespace basewalk::c

#endif  // BASEWALK_SRC_C_NAMES_H_
