// SPDX-License-Identifier: MIT
#include "archive/block.h"

#include <array>
#include <utility>

namespace basewalk::archive {
namespace {

// What lies unused is bounded; a block of the usual size always finds room.
constexpr std::size_t kFreeBytes = std::size_t{32} << 20;

}  // namespace

std::shared_ptr<Block> BlockPool::get(std::size_t capacity, bool growing) {
  std::unique_ptr<Block> block;
  {
    const std::lock_guard lock(mutex_);
    // The last one put back that fits, and is not much too large: its pages may be in the cache.
    for (std::size_t i = free_.size(); i-- > 0;) {
      if (free_[i]->capacity < capacity) continue;
      if (!growing && free_[i]->capacity / 4 > capacity) continue;
      block = std::move(free_[i]);
      free_bytes_ -= block->capacity;
      free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  }
  if (!block) block = std::make_unique<Block>(capacity);
  // If there is no memory to share it, the deleter is called at once.
  return {block.release(), [pool = shared_from_this()](Block* used) {
            pool->put_back(std::unique_ptr<Block>(used));
          }};
}

// Called where nothing may be thrown: it asks for no memory, and what finds no room is given up.
void BlockPool::put_back(std::unique_ptr<Block> block) noexcept {
  std::array<std::unique_ptr<Block>, kMost> given_up;  // outside of the lock
  const std::lock_guard lock(mutex_);
  free_bytes_ += block->capacity;
  // The oldest go first: sizes that are no longer asked for do not stay.
  std::size_t count = 0;
  while (count < free_.size() && (free_.size() - count == kMost || free_bytes_ > kFreeBytes)) {
    free_bytes_ -= free_[count]->capacity;
    given_up[count] = std::move(free_[count]);
    ++count;
  }
  free_.erase(free_.begin(), free_.begin() + static_cast<std::ptrdiff_t>(count));
  if (free_bytes_ <= kFreeBytes) {
    free_.push_back(std::move(block));  // there is room
  } else {
    free_bytes_ -= block->capacity;
  }
}

}  // namespace basewalk::archive
