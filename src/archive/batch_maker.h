// SPDX-License-Identifier: MIT
//
// Puts messages into batches.
//
// Bytes are read into a block; the front of what is there and not yet a message's is the window.
// A message that ends in the window becomes an item where it lies.  Where the block is full, the
// batch is given away with it, and what is left in the window moves to the next block.
#ifndef BASEWALK_SRC_ARCHIVE_BATCH_MAKER_H_
#define BASEWALK_SRC_ARCHIVE_BATCH_MAKER_H_

#include <cstddef>
#include <memory>
#include <string_view>

#include "archive/block.h"
#include "basewalk/archive/source.h"

namespace basewalk::archive {

class BatchMaker {
 public:
  /// `most`: no message is longer.
  BatchMaker(std::size_t batch_bytes, std::size_t most);

  std::string_view window() const {
    if (!block_) return {};  // there was no memory for one
    return {block_->bytes.get() + begin_, end_ - begin_};
  }

  /// The window's bytes, which may be moved before they are an item's.
  char* window_bytes() { return block_ ? block_->bytes.get() + begin_ : nullptr; }

  /// Where to read to, and how much fits there.
  char* room() { return block_->bytes.get() + end_; }
  std::size_t room_size() const { return block_ ? block_->capacity - end_ : 0; }
  void filled(std::size_t bytes) { end_ += bytes; }

  /// Makes room for at least so many bytes behind the window.  False where the batch must be given
  /// away first.
  [[nodiscard]] bool make_room(std::size_t bytes);

  /// The first bytes of the window are an item's, or nobody's.
  void take(std::size_t bytes) { begin_ += bytes; }
  /// What is in the window was not for it.
  void discard_window() { end_ = begin_; }
  void add(Item item) { items_.push_back(std::move(item)); }

  bool has_items() const { return !items_.empty(); }
  bool is_full() const;
  Batch give(bool last);

 private:
  std::size_t batch_bytes_;
  std::size_t most_;
  std::shared_ptr<BlockPool> pool_ = std::make_shared<BlockPool>();
  std::shared_ptr<Block> block_;
  std::size_t batch_begin_ = 0;  // in the block: of the batch that is being made
  std::size_t begin_ = 0;        // of the window
  std::size_t end_ = 0;
  std::vector<Item> items_;
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_BATCH_MAKER_H_
