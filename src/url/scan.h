// SPDX-License-Identifier: MIT
//
// Looking for the few characters that take a URL apart.
#ifndef BASEWALK_SRC_URL_SCAN_H_
#define BASEWALK_SRC_URL_SCAN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "text/ascii.h"

namespace basewalk::url {

/// A set of bytes, tested by one look-up.
class ByteSet {
 public:
  constexpr ByteSet() = default;
  explicit constexpr ByteSet(std::string_view members) {
    for (char c : members) add(c);
  }
  constexpr void add(char c) { has_[static_cast<unsigned char>(c)] = true; }
  constexpr void add_range(unsigned first, unsigned last) {
    for (unsigned b = first; b <= last; ++b) has_[b] = true;
  }
  constexpr void remove(char c) { has_[static_cast<unsigned char>(c)] = false; }
  constexpr bool operator()(char c) const { return has_[static_cast<unsigned char>(c)]; }

 private:
  std::array<bool, 256> has_{};
};

inline constexpr ByteSet kSchemeCharacters = [] {
  ByteSet set("+-.");
  set.add_range('a', 'z');
  set.add_range('A', 'Z');
  set.add_range('0', '9');
  return set;
}();

/// The length of the scheme that a text begins with; 0 where it has none.  RFC 1808 2.4.2 lets any
/// scheme character come first, RFC 2396 3.1 and RFC 3986 3.1 only a letter.
inline std::size_t scheme_length(std::string_view text, bool letter_first) {
  if (text.empty() || (letter_first && !ascii::is_alpha(text[0]))) return 0;
  std::size_t i = 0;
  while (i < text.size() && kSchemeCharacters(text[i])) ++i;
  return i < text.size() && text[i] == ':' ? i : 0;
}

/// The offset of the first `c`; the size of the text where there is none.
inline std::size_t find_or_end(std::string_view text, char c) {
  if (text.empty()) return 0;
  const void* at = std::memchr(text.data(), c, text.size());
  if (at == nullptr) return text.size();
  return static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
}

/// Is there a ":" before the first "/" (RFC 1808 5.3, RFC 3986 4.2)?
inline bool first_segment_has_colon(std::string_view path) {
  return find_or_end(path.substr(0, find_or_end(path, '/')), ':') < find_or_end(path, '/');
}

/// Sixteen bytes at once, by the vector extension that GCC and Clang share.
using Block = unsigned char __attribute__((vector_size(16)));

// How they are handed on differs where a machine has no such vectors, and g++ says so; none leaves
// what it was compiled with.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

inline Block load_block(const char* at) {
  Block block;
  std::memcpy(&block, at, sizeof block);
  return block;
}

/// Is any element of a comparison true?
template <class Mask>
bool any_true(Mask mask) {
  std::uint64_t halves[2];
  static_assert(sizeof halves == sizeof mask);
  std::memcpy(halves, &mask, sizeof mask);
  return (halves[0] | halves[1]) != 0;
}

/// Is there a byte below kLowest, above kHighest, or among the others?
template <unsigned char kLowest, unsigned char kHighest, unsigned char... kOthers>
bool any_byte(std::string_view text) {
  constexpr std::size_t kSize = sizeof(Block);
  constexpr auto asked = [](auto b) {
    if constexpr (sizeof...(kOthers) == 0)
      return (b < kLowest) | (b > kHighest);
    else
      return (b < kLowest) | (b > kHighest) | (... | (b == kOthers));
  };
  if (text.size() < kSize) {
    static constexpr ByteSet kSet = [] {
      ByteSet set;
      for (unsigned b = 0; b < 256; ++b)
        if (b < kLowest || b > kHighest || ((b == kOthers) || ...)) set.add(static_cast<char>(b));
      return set;
    }();
    for (char c : text)
      if (kSet(c)) return true;
    return false;
  }
  const std::size_t last = text.size() - kSize;
  for (std::size_t i = 0; i < last; i += kSize)
    if (any_true(asked(load_block(text.data() + i)))) return true;
  return any_true(asked(load_block(text.data() + last)));  // may overlap the one before
}

/// False only where no segment of the path is "." or "..": no segment begins with a dot.  The
/// question is asked of every path, so it is asked of 16 bytes at once.
inline bool may_have_dot_segments(std::string_view path) {
  const std::size_t n = path.size();
  if (n == 0) return false;
  if (path[0] == '.') return true;
  const char* p = path.data();
  constexpr std::size_t kSize = sizeof(Block);
  if (n <= kSize) {
    for (std::size_t i = 0; i + 1 < n; ++i)
      if (p[i] == '/' && p[i + 1] == '.') return true;
    return false;
  }
  const auto found = [](const char* at) {
    return any_true((load_block(at) == '/') & (load_block(at + 1) == '.'));
  };
  std::size_t i = 0;
  for (; i + kSize < n; i += kSize)
    if (found(p + i)) return true;
  return found(p + (n - 1 - kSize));  // may overlap the one before
}

}  // namespace basewalk::url

#endif  // BASEWALK_SRC_URL_SCAN_H_
