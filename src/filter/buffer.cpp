// SPDX-License-Identifier: MIT
#include "filter/buffer.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace basewalk::filter {
namespace {

constexpr std::size_t kFirst = 16 * 1024;
// What a connection keeps between messages.
constexpr std::size_t kSmall = 256 * 1024;

// Large blocks that are used again: the system would give each new one page by page, which costs
// more than what is done with a message of 5 MB.
class Spare {
 public:
  struct Block {
    char* data = nullptr;
    std::size_t capacity = 0;
  };

  /// The largest, where it is large enough; else nothing.
  Block take(std::size_t least) noexcept {
    const std::lock_guard lock(mutex_);
    const auto largest =
        std::max_element(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(count_),
                         [](const Block& a, const Block& b) { return a.capacity < b.capacity; });
    if (count_ == 0 || largest->capacity < least) return {};
    const Block block = *largest;
    *largest = blocks_[--count_];
    bytes_ -= block.capacity;
    return block;
  }

  void give(Block block) noexcept {
    {
      const std::lock_guard lock(mutex_);
      if (count_ < blocks_.size() && bytes_ + block.capacity <= kSpareBytes) {
        blocks_[count_++] = block;
        bytes_ += block.capacity;
        return;
      }
    }
    std::free(block.data);
  }

 private:
  static constexpr std::size_t kSpareBytes = 64 * 1024 * 1024;  // in all

  std::mutex mutex_;
  std::array<Block, 64> blocks_;
  std::size_t count_ = 0, bytes_ = 0;
};

Spare spare;

}  // namespace

Buffer::~Buffer() {
  clear();
  std::free(data_);
}

bool Buffer::append(std::string_view bytes) {
  if (bytes.empty()) return true;
  if (bytes.size() > capacity_ - size_ && !grow(bytes.size())) return false;
  std::memcpy(data_ + size_, bytes.data(), bytes.size());
  size_ += bytes.size();
  return true;
}

bool Buffer::grow(std::size_t more) {
  if (more > static_cast<std::size_t>(-1) / 4 - size_) return false;
  const std::size_t wanted = std::max({kFirst, size_ + more, capacity_ + capacity_ / 2});
  if (wanted > kSmall && capacity_ <= kSmall) {
    if (const Spare::Block block = spare.take(wanted); block.data != nullptr) {
      if (size_ > 0) std::memcpy(block.data, data_, size_);
      std::free(data_);
      data_ = block.data;
      capacity_ = block.capacity;
      return true;
    }
  }
  void* larger = std::realloc(data_, wanted);
  if (larger == nullptr) return false;
  data_ = static_cast<char*>(larger);
  capacity_ = wanted;
  return true;
}

void Buffer::clear() {
  size_ = 0;
  if (capacity_ <= kSmall) return;
  spare.give({data_, capacity_});
  data_ = nullptr;
  capacity_ = 0;
}

}  // namespace basewalk::filter
