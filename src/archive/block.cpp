// SPDX-License-Identifier: MIT
#include "archive/block.h"

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
  return {block.release(), [pool = shared_from_this()](Block* used) {
            pool->put_back(std::unique_ptr<Block>(used));
          }};
}

void BlockPool::put_back(std::unique_ptr<Block> block) {
  std::vector<std::unique_ptr<Block>> given_up;
  const std::lock_guard lock(mutex_);
  free_bytes_ += block->capacity;
  free_.push_back(std::move(block));
  // The oldest go first: sizes that are no longer asked for do not stay.
  std::size_t count = 0;
  while (free_bytes_ > kFreeBytes) free_bytes_ -= free_[count++]->capacity;
  const auto end = free_.begin() + static_cast<std::ptrdiff_t>(count);
  given_up.assign(std::make_move_iterator(free_.begin()), std::make_move_iterator(end));
  free_.erase(free_.begin(), end);
}

}  // namespace basewalk::archive
