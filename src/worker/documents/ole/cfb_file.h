// SPDX-License-Identifier: MIT
//
// Compound files ([MS-CFB]): storages and streams in a file, as Outlook's messages, old Office
// documents and OLE objects have them.
//
// Nothing here believes what it reads: a chain has no more sectors than the file, an entry of the
// directory is met once.  What is wrong is kept for whoever reads, and the rest is read.
//
// Before this: the bytes of a document.  After it: outlook/msg_item.cpp, ole/storage.cpp.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_CFB_FILE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_CFB_FILE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/document.h"

namespace basewalk::worker {

inline constexpr std::string_view kCfbSignature = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// What could not be read, until somebody tells it.
struct CfbWrong {
  Lack why = Lack::damaged;
  std::string what, sentence;
};

class CfbFile {
 public:
  enum class Kind : unsigned char { none = 0, storage = 1, stream = 2, root = 5 };
  struct Entry {
    std::string name;  ///< UTF-8
    Kind kind = Kind::none;
    std::string_view clsid;  ///< 16 bytes, of a storage
    std::uint32_t left = 0, right = 0, child = 0, start = 0;
    std::uint64_t size = 0;
    std::vector<std::uint32_t> children;  ///< by their names
  };
  static constexpr std::uint32_t kRoot = 0;

  /// At most `most` bytes of streams are read, all together.
  CfbFile(std::string_view bytes, std::uint64_t most) : bytes_(bytes), left_(most) {}

  /// Reads the header and the directory; false where there is none.
  bool open();

  const Entry& entry(std::uint32_t id) const { return entries_[id]; }
  std::size_t entries() const { return entries_.size(); }
  /// What a storage has under a name; upper and lower case are the same.
  std::optional<std::uint32_t> find(std::uint32_t storage, std::string_view name) const;
  /// Gives a stream piece by piece, until it is told false; false where some of it is missing.
  bool give(std::uint32_t stream, const std::function<bool(std::string_view)>& take);
  /// As much of it as there is.
  std::string read(std::uint32_t stream);

  /// Sectors that belong to nothing, as far as they follow each other.
  std::vector<std::string_view> unused() const;

  bool is_over() const { return left_ == 0; }
  /// Of `most`; what is unpacked of streams is taken from it, too.
  std::uint64_t& left() { return left_; }
  void tell(Lack why, std::string what, std::string sentence);
  std::vector<CfbWrong> take_wrongs();

 private:
  std::optional<std::string_view> sector(std::uint32_t number) const;
  void read_table(std::uint32_t more);
  void add_to_table(std::uint32_t number);
  bool read_directory(std::uint32_t start);
  void read_entry(std::string_view bytes);
  void link_entries();
  void sort_children();
  std::optional<std::vector<std::uint32_t>> chain(std::uint32_t start);
  bool give_small(const Entry& entry, const std::function<bool(std::string_view)>& take);
  bool give_large(const Entry& entry, const std::function<bool(std::string_view)>& take);
  bool give_piece(std::string_view piece, std::uint64_t& rest,
                  const std::function<bool(std::string_view)>& take, bool& goes_on);

  std::string_view bytes_;
  std::uint64_t left_;
  std::size_t sector_size_ = 512, sectors_ = 0;
  std::uint64_t smallest_ = 4096;  // of streams that lie in sectors of their own
  bool has_large_sizes_ = false;
  std::vector<std::uint32_t> next_, next_small_;  // FAT and mini FAT
  std::vector<std::uint32_t> table_;              // sectors of the FAT, and of what names them
  std::vector<std::uint32_t> small_;              // sectors of the mini stream
  std::vector<Entry> entries_;
  std::vector<CfbWrong> wrongs_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_CFB_FILE_H_
