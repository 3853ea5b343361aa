// SPDX-License-Identifier: MIT
//
// Blocks of memory that are used again: fresh pages cost more than reading into old ones.
#ifndef BASEWALK_SRC_ARCHIVE_BLOCK_H_
#define BASEWALK_SRC_ARCHIVE_BLOCK_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace basewalk::archive {

struct Block {
  explicit Block(std::size_t size) : bytes(new char[size]), capacity(size) {}
  std::unique_ptr<char[]> bytes;
  std::size_t capacity;
};

/// Blocks come back by themselves, from any thread, when the last one who holds them lets go.
class BlockPool : public std::enable_shared_from_this<BlockPool> {
 public:
  BlockPool() { free_.reserve(kMost); }

  /// `growing`: for what may need more yet, so that a much larger block is welcome, too.
  std::shared_ptr<Block> get(std::size_t capacity, bool growing);

 private:
  static constexpr std::size_t kMost = 256;

  void put_back(std::unique_ptr<Block> block) noexcept;

  std::mutex mutex_;
  std::vector<std::unique_ptr<Block>> free_;
  std::size_t free_bytes_ = 0;
};

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_BLOCK_H_
