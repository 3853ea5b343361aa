// SPDX-License-Identifier: MIT
//
// A set of names known when the program is compiled, found again without regard to ASCII case.
//
// A name of up to sixteen characters is two words that are compared at once.  Open addressing:
// names that are not in the set mostly meet an empty slot.
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

/// A name of up to sixteen bytes in lower case: the first eight of them, the others, each from its
/// lowest byte on and filled up with zeros.
struct NameKey {
  static constexpr std::size_t kLongest = 16;

  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::size_t size = 0;

  bool operator==(const NameKey&) const = default;
};

constexpr NameKey key_of(std::string_view name) {
  NameKey key;
  key.size = name.size();
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::uint64_t c = static_cast<unsigned char>(ascii::to_lower(name[i]));
    (i < 8 ? key.low : key.high) |= c << (8 * (i % 8));
  }
  return key;
}

template <std::size_t kCount>
class NameTable {
 public:
  /// `names` are in lower case; the first one stands for "not in the set".
  constexpr explicit NameTable(const std::array<std::string_view, kCount>& names) : names_(names) {
    for (std::size_t i = 1; i < kCount; ++i) {
      if (names[i].size() > NameKey::kLongest) {
        if (longest_ == 0) longest_ = i;
        continue;
      }
      keys_[i] = key_of(names[i]);
      std::size_t slot = slot_of(keys_[i]);
      while (slots_[slot] != 0) slot = (slot + 1) % kSlots;
      slots_[slot] = static_cast<std::uint8_t>(i);
    }
  }

  /// The index of a name; 0 where it is not in the set.
  constexpr std::size_t find(std::string_view name) const {
    if (name.size() <= NameKey::kLongest) return find(key_of(name));
    for (std::size_t i = longest_; i != 0 && i < kCount; ++i)
      if (ascii::iequals(names_[i], name)) return i;
    return 0;
  }
  constexpr std::size_t find(const NameKey& key) const {
    for (std::size_t slot = slot_of(key); slots_[slot] != 0; slot = (slot + 1) % kSlots)
      if (keys_[slots_[slot]] == key) return slots_[slot];
    return 0;
  }

  constexpr std::string_view name(std::size_t index) const { return names_[index]; }

 private:
  static constexpr unsigned kSlotBits = 10;
  static constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
  static_assert(kCount < 256);

  static constexpr std::size_t slot_of(const NameKey& key) {
    return static_cast<std::size_t>(
        ((key.low ^ (key.high * 0x9E3779B97F4A7C15)) * 0xD6E8FEB86659FD93) >> (64 - kSlotBits));
  }

  std::array<std::string_view, kCount> names_;
  std::array<NameKey, kCount> keys_{};
  std::array<std::uint8_t, kSlots> slots_{};
  std::size_t longest_ = 0;  // the first of more than kLongest; 0 for none
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_NAME_TABLE_H_
