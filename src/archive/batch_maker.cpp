// SPDX-License-Identifier: MIT
#include "archive/batch_maker.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace basewalk::archive {
namespace {

// Many small messages make a batch as well as a few large ones.
constexpr std::size_t kItems = 4096;
constexpr std::size_t kLong = std::size_t{64} << 20;

}  // namespace

BatchMaker::BatchMaker(std::size_t batch_bytes, std::size_t most)
    : batch_bytes_(std::max<std::size_t>(batch_bytes, 4096)),
      most_(most),
      block_(pool_->get(batch_bytes_, false)) {}

bool BatchMaker::make_room(std::size_t bytes) {
  if (room_size() >= bytes) return true;
  if (has_items()) return false;
  const std::string_view rest = window();
  // Twice what is there already: a message that grows is copied a bounded number of times.
  std::size_t capacity = std::max({batch_bytes_, rest.size() + bytes, rest.size() * 2});
  // What is very long gets all that it may need: memory that is not written to costs nothing, and
  // nothing of it is there twice.
  if (capacity > kLong) capacity = std::max(rest.size() + bytes, most_ + kLong / 4);
  // What nobody holds any more comes back from the pool at once; who held it last, another thread
  // maybe, is known there to have done with it.
  if (rest.empty()) {
    batch_begin_ = begin_ = end_ = 0;
    block_.reset();
  }
  std::shared_ptr<Block> next;
  try {
    next = pool_->get(capacity, block_ != nullptr);
  } catch (const std::bad_alloc&) {
    // A system may count memory that is not written to.
    next = pool_->get(std::max(batch_bytes_, rest.size() + bytes), block_ != nullptr);
  }
  if (block_) std::memcpy(next->bytes.get(), rest.data(), rest.size());
  end_ = rest.size();
  batch_begin_ = begin_ = 0;
  block_ = std::move(next);
  return true;
}

bool BatchMaker::is_full() const {
  return has_items() && (items_.size() >= kItems || begin_ - batch_begin_ >= batch_bytes_);
}

Batch BatchMaker::give(bool last) {
  Batch batch;
  batch.items = std::exchange(items_, {});
  batch.memory = block_;
  batch.bytes = begin_ - batch_begin_;
  batch.last = last;
  batch_begin_ = begin_;
  return batch;
}

}  // namespace basewalk::archive
