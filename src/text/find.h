// SPDX-License-Identifier: MIT
//
// Searching a text for the next of several bytes, sixteen at a time where the machine can.
#ifndef BASEWALK_TEXT_FIND_H_
#define BASEWALK_TEXT_FIND_H_

#include <cstddef>
#include <cstring>
#include <string_view>

#include "text/ascii.h"

#if defined(__SSE2__)
#include <emmintrin.h>

#include <bit>
#endif

namespace basewalk::text {

inline constexpr std::size_t kNone = std::string_view::npos;

/// RFC 3986 3.1: what a scheme is made of.
constexpr bool is_scheme_char(char c) {
  return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.';
}
/// A letter or digit of any script.
constexpr bool is_letter(char c) {
  return ascii::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80;
}

/// The place of `byte` from `at` on, or the size of the text.
inline std::size_t find_byte(std::string_view text, char byte, std::size_t at) {
#if defined(__SSE2__)
  // Most are near.
  const __m128i wanted = _mm_set1_epi8(byte);
  for (int blocks = 0; blocks < 4 && at < text.size() && text.size() - at >= 16;
       ++blocks, at += 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    const int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(block, wanted));
    if (mask != 0)
      return at + static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(mask)));
  }
#endif
  if (at >= text.size()) return text.size();
  const void* hit = std::memchr(text.data() + at, byte, text.size() - at);
  if (hit == nullptr) return text.size();
  return static_cast<std::size_t>(static_cast<const char*>(hit) - text.data());
}

/// The place of the first of these bytes from `at` on, or the size of the text.
template <char... kBytes>
std::size_t find_any(std::string_view text, std::size_t at) {
  const std::size_t size = text.size();
#if defined(__SSE2__)
  for (; at + 16 <= size; at += 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    __m128i hits = _mm_setzero_si128();
    ((hits = _mm_or_si128(hits, _mm_cmpeq_epi8(block, _mm_set1_epi8(kBytes)))), ...);
    const int mask = _mm_movemask_epi8(hits);
    if (mask != 0)
      return at + static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(mask)));
  }
#endif
  for (; at < size; ++at)
    if (((text[at] == kBytes) || ...)) return at;
  return size;
}

/// The place from `at` on of kFirst with the letter kLower behind it, in either case, or the size
/// of the text.
template <char kFirst, char kLower>
std::size_t find_pair(std::string_view text, std::size_t at) {
  const std::size_t size = text.size();
#if defined(__SSE2__)
  const __m128i first = _mm_set1_epi8(kFirst), letter = _mm_set1_epi8(kLower);
  const __m128i lower = _mm_set1_epi8(0x20);
  for (; at + 17 <= size; at += 16) {
    const char* const here = text.data() + at;
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(here));
    const __m128i next = _mm_loadu_si128(reinterpret_cast<const __m128i*>(here + 1));
    const int mask = _mm_movemask_epi8(_mm_and_si128(
        _mm_cmpeq_epi8(block, first), _mm_cmpeq_epi8(_mm_or_si128(next, lower), letter)));
    if (mask != 0)
      return at + static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(mask)));
  }
#endif
  for (; at + 1 < size; ++at)
    if (text[at] == kFirst && (text[at + 1] | 0x20) == kLower) return at;
  return size;
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FIND_H_
