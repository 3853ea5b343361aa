// SPDX-License-Identifier: MIT
//
// The lowest layer of an Outlook data file ([MS-PST] 2.2): pages, blocks, and the two trees that
// find them.
//
// The tree of nodes (NBT) names each folder and each message, with the block that it begins in; the
// tree of blocks (BBT) says where a block lies.  Neither is held: each look-up goes down from the
// root, through pages that are kept for a while.  What a check sum covers is held against it.  What
// does not agree is told and used all the same, since a flipped bit in a text is no reason to lose
// a message; nothing here believes what it reads.
//
// Formats: 32 bits (Outlook 97), 64 bits (2003), and 64 bits with pages of 4096 bytes and
// compressed blocks (the .ost of 2013), which [MS-PST] does not describe.
//
// Before this: pst.cpp opens the file.  After it: pst_context.cpp finds properties in blocks.
#ifndef BASEWALK_SRC_WORKER_JOBS_PST_FILE_H_
#define BASEWALK_SRC_WORKER_JOBS_PST_FILE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "worker/job.h"
#include "worker/jobs/outlook_item.h"

namespace basewalk::worker {

/// What is wrong, until somebody tells it.
struct Wrong {
  std::string sentence;
  Trouble trouble = Trouble::damaged;
  std::optional<Extent> extent;  ///< bytes of the file
};

class PstFile {
 public:
  struct Node {
    std::uint32_t id = 0, parent = 0;
    std::uint64_t data = 0, subnodes = 0;  // blocks
  };

  explicit PstFile(Input& input);

  /// Reads the header.  False where nothing can be read; wrongs() says why.
  bool open();

  /// Calls it for each node in the order of their numbers; false from it ends that.  It must not
  /// read the file.
  void each_node(const std::function<bool(const Node&)>& tell);
  std::optional<Node> node(std::uint32_t id);

  /// The bytes of a block as they were before encoding and compression; none where it is not to be
  /// had.
  std::optional<std::string> block(std::uint64_t id);
  /// Where it lies; 0 where that is not known.
  std::uint64_t place(std::uint64_t block);

  /// Has a block been damaged, or was not there, since this was asked last?
  bool take_damaged() { return std::exchange(damaged_, false); }
  void tell(std::string sentence, Trouble trouble, std::optional<Extent> extent = {});
  /// What was told since the last time.
  std::vector<Wrong> take_wrongs();

  /// So much was read that the file must name the same bytes again and again: nothing more is.
  bool is_over() const { return is_over_; }

  bool has_32_bits() const { return format_ == Format::ansi; }
  bool has_large_pages() const { return format_ == Format::large; }
  /// Bytes of a number of a block, and of a node within a tree.
  std::size_t number() const { return has_32_bits() ? 4 : 8; }
  std::uint64_t size() const { return input_.size(); }

 private:
  enum class Format : unsigned char { ansi, unicode, large };

  struct Page {
    std::uint64_t at = 0;
    bool is_good = false;
    unsigned level = 0;
    std::size_t count = 0, entry = 0;  // entries, and the bytes of each
    std::string bytes;
  };
  struct Place {
    std::uint64_t at = 0;
    std::size_t size = 0;
  };

  const Page& page(std::uint64_t at, unsigned kind);
  void read_page(Page& page, unsigned kind);
  std::optional<std::string> find(std::uint64_t root, unsigned kind, std::uint64_t key);
  std::optional<Place> find_block(std::uint64_t id);
  bool spend(std::uint64_t bytes);
  std::optional<std::string> unpacked(std::string bytes, std::string_view trailer,
                                      std::uint64_t at);

  Input& input_;
  Format format_ = Format::unicode;
  unsigned encoding_ = 0;
  std::uint64_t nodes_ = 0, blocks_ = 0;  // roots of the trees
  std::uint64_t spent_ = 0;
  bool damaged_ = false, is_over_ = false;
  std::vector<Page> pages_;
  std::unordered_set<std::uint64_t> told_pages_;
  std::vector<Wrong> wrongs_;
};

/// The bytes of a node, which may lie in many blocks ([MS-PST] 2.2.2.8.3.2), one block after the
/// other.
class PstData {
 public:
  PstData(PstFile& file, std::uint64_t block) : file_(file) {
    if (block != 0) levels_.push_back({{block}, 0, kMostLevels});
  }
  /// The bytes of the next block; empty where it is not to be had (is_whole() is false then); none
  /// at the end.
  std::optional<std::string> next();
  bool is_whole() const { return is_whole_; }

 private:
  static constexpr unsigned kMostLevels = 3;
  struct Level {
    std::vector<std::uint64_t> blocks;
    std::size_t next;
    unsigned level;  // what its blocks have is below that
  };

  PstFile& file_;
  std::vector<Level> levels_;
  bool is_whole_ = true;
};

/// What lies within a node under a number of its own (2.2.2.8.3.3), sorted by that.
struct PstSubnode {
  std::uint32_t id = 0;
  std::uint64_t data = 0, subnodes = 0;
};
std::vector<PstSubnode> subnodes_of(PstFile& file, std::uint64_t block);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOBS_PST_FILE_H_
