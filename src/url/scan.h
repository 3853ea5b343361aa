// SPDX-License-Identifier: MIT
//
// Looking for the few characters that take a URL apart.
#ifndef BASEWALK_SRC_URL_SCAN_H_
#define BASEWALK_SRC_URL_SCAN_H_

#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "support/ascii.h"

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

/// False only where no segment of the path is "." or "..": no segment begins with a dot.  The
/// question is asked of every path, so it is asked of 16 bytes at once.
inline bool may_have_dot_segments(std::string_view path) {
  const std::size_t n = path.size();
  if (n == 0) return false;
  if (path[0] == '.') return true;
  const char* p = path.data();
  constexpr std::size_t kBlock = 16;
  const auto block_has = [](const char* at) {
    unsigned char found = 0;
    for (std::size_t i = 0; i < kBlock; ++i)
      found = static_cast<unsigned char>(found | (static_cast<unsigned char>(at[i] == '/') &
                                                  static_cast<unsigned char>(at[i + 1] == '.')));
    return found != 0;
  };
  if (n <= kBlock) {
    for (std::size_t i = 0; i + 1 < n; ++i)
      if (p[i] == '/' && p[i + 1] == '.') return true;
    return false;
  }
  std::size_t i = 0;
  for (; i + kBlock < n; i += kBlock)
    if (block_has(p + i)) return true;
  return block_has(p + (n - 1 - kBlock));  // the last block may overlap the one before
}

}  // namespace basewalk::url

#endif  // BASEWALK_SRC_URL_SCAN_H_
