// SPDX-License-Identifier: MIT
//
// Structs that begin with their size, so that programs and libraries of different age fit.
//
// A program's struct may be older than the library, and shorter: what is missing has its default.
// It may be newer, and longer: then all that is not known here must be zero.  What the library
// writes to a longer one is zero there.
#ifndef BASEWALK_SRC_C_VERSIONED_H_
#define BASEWALK_SRC_C_VERSIONED_H_

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace basewalk::c {

/// The size that a struct had in the first version that it was in.  One that grows is specialised
/// here, with the size that it had; what is added begins behind that size, not in padding at its
/// end.
template <class T>
inline constexpr std::size_t kFirstSize = sizeof(T);

/// Longer than any struct will be: what is longer is no size.
inline constexpr std::size_t kLongestStruct = 4096;

/// Is it the size of some version of the struct?
template <class T>
constexpr bool is_size_of(std::size_t size) {
  return size >= kFirstSize<T> && size <= kLongestStruct;
}

/// Reads a caller's struct over the defaults in `into`.  False where it has no size, or says what
/// is not known here; `into` is of no use then.
template <class T>
bool read_struct(const T& from, T& into) {
  const std::size_t size = from.size;
  if (!is_size_of<T>(size)) return false;
  const char* bytes = reinterpret_cast<const char*>(&from);
  const std::size_t known = std::min(size, sizeof(T));
  std::memcpy(static_cast<void*>(&into), bytes, known);
  into.size = sizeof(T);
  return std::all_of(bytes + known, bytes + size, [](char c) { return c == 0; });
}

/// Writes to a caller's struct what it has room for; its size stays.  False where it has none.
template <class T>
bool write_struct(const T& from, T* into) {
  const std::size_t size = into->size;
  if (!is_size_of<T>(size)) return false;
  const std::size_t known = std::min(size, sizeof(T));
  char* bytes = reinterpret_cast<char*>(into);
  std::memcpy(bytes, &from, known);
  std::memset(bytes + known, 0, size - known);
  into->size = size;
  return true;
}

/// Writes defaults to a struct of `size` bytes, of any version.
template <class T>
void init_struct(const T& defaults, T* into, std::size_t size) {
  if (into == nullptr || !is_size_of<T>(size)) return;
  into->size = size;
  write_struct(defaults, into);
}

}  // namespace basewalk::c

#endif  // BASEWALK_SRC_C_VERSIONED_H_
