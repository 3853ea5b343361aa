// SPDX-License-Identifier: MIT
//
// SipHash-1-3, with a key of this process: whoever writes a mail cannot know which texts fall
// together in a hash table.
#ifndef BASEWALK_TEXT_SIPHASH_H_
#define BASEWALK_TEXT_SIPHASH_H_

#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace basewalk {

struct SipKey {
  std::uint64_t k0, k1;
};

/// The key of this process.
inline const SipKey& process_key() {
  // The clock in nanoseconds and where the loader has put us.
  static const SipKey key = [] {
    static const char here = 0;
    const auto now = std::chrono::high_resolution_clock::now().time_since_epoch().count();
    const auto steady = std::chrono::steady_clock::now().time_since_epoch().count();
    const auto address = reinterpret_cast<std::uintptr_t>(&here);
    return SipKey{static_cast<std::uint64_t>(now) * 0x9e3779b97f4a7c15u ^ address,
                  static_cast<std::uint64_t>(steady) * 0xc2b2ae3d27d4eb4fu + (address << 21)};
  }();
  return key;
}

class SipHash {
 public:
  explicit SipHash(const SipKey& key)
      : v0_(key.k0 ^ 0x736f6d6570736575u),
        v1_(key.k1 ^ 0x646f72616e646f6du),
        v2_(key.k0 ^ 0x6c7967656e657261u),
        v3_(key.k1 ^ 0x7465646279746573u) {}

  std::uint64_t operator()(std::string_view text) {
    const char* at = text.data();
    std::size_t left = text.size();
    for (; left >= 8; at += 8, left -= 8) {
      std::uint64_t word;
      if constexpr (std::endian::native == std::endian::little)
        std::memcpy(&word, at, 8);
      else
        word = little(at, 8);
      take(word);
    }
    take(std::uint64_t{text.size()} << 56 | little(at, left));
    v2_ ^= 0xff;
    for (int i = 0; i < 3; ++i) round();
    return v0_ ^ v1_ ^ v2_ ^ v3_;
  }

 private:
  // Up to eight bytes, the lowest first.
  static std::uint64_t little(const char* at, std::size_t size) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < size; ++i)
      word |= std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
    return word;
  }
  static std::uint64_t rotated(std::uint64_t x, int by) { return x << by | x >> (64 - by); }
  void take(std::uint64_t word) {
    v3_ ^= word;
    round();
    v0_ ^= word;
  }
  void round() {
    v0_ += v1_, v1_ = rotated(v1_, 13), v1_ ^= v0_, v0_ = rotated(v0_, 32);
    v2_ += v3_, v3_ = rotated(v3_, 16), v3_ ^= v2_;
    v0_ += v3_, v3_ = rotated(v3_, 21), v3_ ^= v0_;
    v2_ += v1_, v1_ = rotated(v1_, 17), v1_ ^= v2_, v2_ = rotated(v2_, 32);
  }

  std::uint64_t v0_, v1_, v2_, v3_;
};

inline std::uint64_t siphash(std::string_view text) { return SipHash(process_key())(text); }

/// Of the standard library's tables, which with it and std::equal_to<> are asked by a view.
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return static_cast<std::size_t>(siphash(text));
  }
};

}  // namespace basewalk

#endif  // BASEWALK_TEXT_SIPHASH_H_
