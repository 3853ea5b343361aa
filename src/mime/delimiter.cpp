// SPDX-License-Identifier: MIT
#include "mime/delimiter.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "text/work.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace basewalk::mime {

std::size_t find_dashes_portable(std::string_view bytes, std::size_t from) {
  for (std::size_t i = std::max<std::size_t>(from, 1); i + 1 < bytes.size(); ++i) {
    const auto* at = static_cast<const char*>(std::memchr(&bytes[i], '-', bytes.size() - 1 - i));
    if (at == nullptr) break;
    i = static_cast<std::size_t>(at - bytes.data());
    if (bytes[i + 1] == '-' && (bytes[i - 1] == '\n' || bytes[i - 1] == '\r')) return i;
  }
  return std::string_view::npos;
}

#if defined(__SSE2__)

std::size_t find_dashes(std::string_view bytes, std::size_t from) {
  const __m128i dash = _mm_set1_epi8('-');
  const __m128i lf = _mm_set1_epi8('\n');
  const __m128i cr = _mm_set1_epi8('\r');
  auto load = [&](std::size_t at) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data() + at));
  };
  auto hits = [&](std::size_t at) {
    const __m128i before = load(at - 1);
    const __m128i line_end = _mm_or_si128(_mm_cmpeq_epi8(before, lf), _mm_cmpeq_epi8(before, cr));
    const __m128i dashes =
        _mm_and_si128(_mm_cmpeq_epi8(load(at), dash), _mm_cmpeq_epi8(load(at + 1), dash));
    return _mm_and_si128(line_end, dashes);
  };
  std::size_t i = std::max<std::size_t>(from, 1);
  // A round reads [i - 1, i + 33).
  for (; i + 33 <= bytes.size(); i += 32) {
    const auto low = static_cast<unsigned>(_mm_movemask_epi8(hits(i)));
    const auto high = static_cast<unsigned>(_mm_movemask_epi8(hits(i + 16)));
    const unsigned mask = low | (high << 16);
    if (mask != 0) return i + static_cast<std::size_t>(std::countr_zero(mask));
  }
  return find_dashes_portable(bytes, i);
}

#else

std::size_t find_dashes(std::string_view bytes, std::size_t from) {
  return find_dashes_portable(bytes, from);
}

#endif

std::uint64_t OpenBoundaries::hash_of(std::string_view text) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  std::uint64_t hash = text.size();
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    hash = (std::rotl(hash, 29) ^ word) * kMultiplier;
  }
  if (i < text.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, text.size() - i);
    hash = (std::rotl(hash, 29) ^ word) * kMultiplier;
  }
  return hash ^ (hash >> 32);
}

void OpenBoundaries::grow() {
  buckets_.assign(std::max<std::size_t>(32, buckets_.size() * 4), kNobody);
  for (std::uint32_t i = 0; i < open_.size(); ++i) {
    std::uint32_t& head = buckets_[bucket_of(open_[i].hash)];
    open_[i].next = head;
    head = i;
  }
}

void OpenBoundaries::push(std::string_view boundary, std::uint32_t owner) {
  if (open_.size() >= buckets_.size()) grow();
  const std::uint64_t hash = hash_of(boundary);
  std::uint32_t& head = buckets_[bucket_of(hash)];
  open_.push_back({boundary, hash, owner, head});
  head = static_cast<std::uint32_t>(open_.size() - 1);
  longest_ = std::max(longest_, boundary.size());
}

void OpenBoundaries::pop() {
  const Open& last = open_.back();
  buckets_[bucket_of(last.hash)] = last.next;
  open_.pop_back();
}

std::uint32_t OpenBoundaries::index_of(std::string_view boundary) const {
  if (open_.empty() || boundary.size() > longest_) return kNobody;
  const std::uint64_t hash = hash_of(boundary);
  work::charge(boundary.size());
  for (std::uint32_t i = buckets_[bucket_of(hash)]; i != kNobody; i = open_[i].next) {
    work::charge(1);
    if (open_[i].hash == hash && open_[i].boundary == boundary) return i;
  }
  return kNobody;
}

std::uint32_t OpenBoundaries::find(std::string_view boundary) const {
  const std::uint32_t i = index_of(boundary);
  return i == kNobody ? kNobody : open_[i].owner;
}

OpenBoundaries::Match OpenBoundaries::match(std::string_view text) const {
  const std::uint32_t whole = index_of(text);
  std::uint32_t closed = kNobody;
  if (text.ends_with("--")) closed = index_of(text.substr(0, text.size() - 2));
  if (closed != kNobody && (whole == kNobody || closed > whole)) return {open_[closed].owner, true};
  if (whole != kNobody) return {open_[whole].owner, false};
  return {};
}

}  // namespace basewalk::mime
