// SPDX-License-Identifier: MIT
//
// The blocks that a RAR archive is made of, of the versions 1.5 to 4 (technote.txt) and 5.0 ("RAR
// 5.0 archive format"): each has a header with a check sum, and may have data behind it.
//
// Before this: rar.cpp has the file.  After it: rar.cpp has libarchive unpack each member by
// itself.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_RAR_BLOCKS_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_RAR_BLOCKS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/job.h"

namespace basewalk::worker {

struct RarBlock {
  // A service is packed as a file is, and is none: a comment, a stream of NTFS.
  enum class Kind : std::uint8_t { main, file, service, end, encryption, other };
  Kind kind = Kind::other;
  std::uint64_t begin = 0;
  std::uint64_t header = 0, data = 0;  ///< bytes of each
  // Of the main block.
  bool is_volume = false, is_solid = false;
  bool has_old_comment = false;  ///< within the block
  // Of a file; of the main block: the headers behind it are.
  bool is_encrypted = false;
  bool is_split = false;  ///< it goes on in another volume, or began there
  std::optional<std::uint64_t> size;
  std::optional<std::uint32_t> crc;
  std::string name;  ///< as it stands there

  std::uint64_t end() const { return begin + header + data; }
};

/// The block that the bytes begin with, if its check sum is right.  Data may be longer than there
/// are bytes; `begin` is left 0.
std::optional<RarBlock> rar4_block(std::string_view bytes);
std::optional<RarBlock> rar5_block(std::string_view bytes);

/// What stands before the block of a file and behind it, in an archive of that alone: the mark and
/// a main block that says nothing, and the block that ends it.
struct RarFrame {
  std::string_view before, behind;
};
RarFrame rar_frame(bool is_rar5);

/// An archive of one file with these bytes, the block of a file or of a service and its data.
std::string archive_of_one(std::string_view bytes, const RarBlock& block, bool is_rar5);

/// Goes from block to block, and searches where there is none.
class RarBlocks {
 public:
  explicit RarBlocks(Input& input);

  /// Are the first bytes those of either version?
  bool is_rar() const { return at_ > 0; }
  bool is_rar5() const { return is_rar5_; }

  /// The next block; none at the end, and where it is damaged.
  std::optional<RarBlock> next();
  /// Where next() has found none.
  std::uint64_t position() const { return at_; }
  /// Goes where the next file's block begins, or to the end.
  void search();

 private:
  std::string_view view(std::uint64_t offset);
  std::optional<RarBlock> block_at(std::uint64_t offset);
  std::uint32_t crc_of_held(std::size_t begin, std::size_t end);

  Input& input_;
  bool is_rar5_ = false;
  std::uint64_t at_ = 0;
  std::string held_;
  std::uint64_t held_begin_ = 0;
  // Where something is damaged, headers of 64 KiB could stand at every byte.  So that none of them
  // is summed up by itself: the check sum of the first n bytes that are held, for each n up to
  // here, and what takes a number of bytes off (0: not yet reckoned).
  bool is_damaged_ = false;
  std::vector<std::uint32_t> sums_;
  std::vector<std::uint32_t> operators_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_RAR_BLOCKS_H_
