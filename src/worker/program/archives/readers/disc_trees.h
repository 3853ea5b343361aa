// SPDX-License-Identifier: MIT
//
// The trees of files that one disc image has: that of ISO 9660, the same with the names and kinds
// of Rock Ridge, that of Joliet, which Windows shows, and those of UDF and HFS.  libarchive reads
// one of the first three; a file may stand in each of them alone.
//
// Before this: document_archive.cpp has read one tree.  After it: it reads the others, but for what
// was read.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_DISC_TREES_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_DISC_TREES_H_

#include <archive.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "worker/document.h"

namespace basewalk::worker {

/// Bytes; where the descriptors of volumes begin, one in each sector.
inline constexpr std::size_t kDiscSector = 2048, kDiscVolume = 16 * kDiscSector;

enum class DiscTree : unsigned char {
  any,     ///< Rock Ridge where there is one, or Joliet, or the plain one
  joliet,  ///< or the plain one
  plain,
};

/// Behind the last dot of a name, in small letters, as long as all trees have it.
std::string short_ending(std::string_view name);

/// Has a reader of libarchive read that.
void set_tree(::archive* archive, DiscTree tree);

/// Behind the sectors that it says it has (ECMA-119 8.4.8).
std::optional<std::uint64_t> end_of_disc(std::string_view bytes);

/// Tells that there is a tree which nothing here reads (ECMA-167 2/9.1; Inside Macintosh: Files,
/// 2).
void tell_other_trees(std::string_view bytes, DocumentSink& sink);

/// The files that were read.
class DiscFiles {
 public:
  /// False where one with these bytes was read in another tree before, with a name that ends as
  /// this one does.
  bool is_new(DiscTree tree, std::string_view name, std::string_view bytes);

 private:
  std::set<std::string> seen_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_READERS_DISC_TREES_H_
