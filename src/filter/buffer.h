// SPDX-License-Identifier: MIT
//
// The bytes of one message as they come, up to a bound.
//
// realloc, because for large blocks it moves pages instead of copying: a message never lies in
// memory twice while it grows.
#ifndef BASEWALK_FILTER_BUFFER_H_
#define BASEWALK_FILTER_BUFFER_H_

#include <cstddef>
#include <string_view>

namespace basewalk::filter {

class Buffer {
 public:
  Buffer() = default;
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  /// False where there is no memory; what was there before is still there then.
  [[nodiscard]] bool append(std::string_view bytes);
  std::string_view bytes() const { return {data_, size_}; }
  std::size_t size() const { return size_; }
  /// Forgets what is behind `size`, which is not more than size().
  void shrink(std::size_t size) { size_ = size; }
  /// Empties it.  What a large message needed is kept for the next one of any connection, up to
  /// 64 MiB in all, so that a connection that stays open holds little.
  void clear();

 private:
  bool grow(std::size_t more);

  char* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace basewalk::filter

#endif  // BASEWALK_FILTER_BUFFER_H_
