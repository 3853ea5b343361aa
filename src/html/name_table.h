// SPDX-License-Identifier: MIT
//
// A set of names known when the program is compiled, found again without regard to ASCII case.
//
// Open addressing over three characters and the length: names that are not in the set mostly meet
// an empty slot.
#ifndef BASEWALK_HTML_NAME_TABLE_H_
#define BASEWALK_HTML_NAME_TABLE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/ascii.h"

namespace basewalk::html {

/// The same for names that differ in ASCII case only.
inline std::size_t hash_of(std::string_view name) {
  std::size_t hash = 5381;
  for (const char c : name) hash = hash * 33 + static_cast<unsigned char>(ascii::to_lower(c));
  return hash;
}

template <std::size_t kCount>
class NameTable {
 public:
  /// `names` are in lower case; the first one stands for "not in the set".
  constexpr explicit NameTable(const std::array<std::string_view, kCount>& names) : names_(names) {
    for (std::size_t i = 1; i < kCount; ++i) {
      std::size_t slot = slot_of(names[i]);
      while (slots_[slot] != 0) slot = (slot + 1) % kSlots;
      slots_[slot] = static_cast<std::uint8_t>(i);
    }
  }

  /// The index of a name; 0 where it is not in the set.
  constexpr std::size_t find(std::string_view name) const {
    if (name.empty()) return 0;
    for (std::size_t slot = slot_of(name); slots_[slot] != 0; slot = (slot + 1) % kSlots)
      if (ascii::iequals(names_[slots_[slot]], name)) return slots_[slot];
    return 0;
  }

  constexpr std::string_view name(std::size_t index) const { return names_[index]; }

 private:
  static constexpr std::size_t kSlots = 1024;
  static_assert(kCount < 256);

  static constexpr std::size_t slot_of(std::string_view name) {
    const auto at = [&](std::size_t i) {
      return static_cast<std::size_t>(static_cast<unsigned char>(name[i] | 0x20));
    };
    return (name.size() * 131 + at(0) * 7 + at(name.size() / 2) * 37 + at(name.size() - 1) * 5) %
           kSlots;
  }

  std::array<std::string_view, kCount> names_;
  std::array<std::uint8_t, kSlots> slots_{};
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_NAME_TABLE_H_
