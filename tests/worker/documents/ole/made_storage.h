// SPDX-License-Identifier: MIT
//
// Compound files with storages in storages; streams are as long as what is in them.
#ifndef BASEWALK_TESTS_WORKER_DOCUMENTS_OLE_MADE_STORAGE_H_
#define BASEWALK_TESTS_WORKER_DOCUMENTS_OLE_MADE_STORAGE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "worker/documents/ole/made_cfb.h"

namespace basewalk::test {

/// A stream, or a storage with what is in it.
struct Stored {
  std::string name, bytes;
  std::vector<Stored> children;
  bool is_storage = false;
};

inline Stored stream(std::string name, std::string bytes) {
  return {std::move(name), std::move(bytes), {}, false};
}
inline Stored storage(std::string name, std::vector<Stored> children) {
  return {std::move(name), "", std::move(children), true};
}

/// Streams of less than 4096 bytes lie in that of the root.
class MadeStorage {
 public:
  explicit MadeStorage(const std::vector<Stored>& in_root) {
    entries_.push_back({"Root Entry", 5, kNone, kNone, kEnd, 0});
    add_children(0, in_root);
  }
  std::string bytes() {
    entries_[0].size = small_.size();
    entries_[0].start = add_chain(small_);
    std::string directory;
    for (const Entry& each : entries_) directory += written(each);
    const std::uint32_t first_entry = add_chain(directory);
    std::string small_table;
    for (const std::uint32_t each : next_small_) small_table += little(each, 4);
    const std::uint32_t first_small = add_chain(small_table);
    std::size_t tables = 1;
    while (tables * 128 < next_.size() + tables) ++tables;
    std::string head = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(16, '\0') +
                       little(0x3E, 2) + little(3, 2) + little(0xFFFE, 2) + little(9, 2) +
                       little(6, 2) + std::string(10, '\0') + little(tables, 4) +
                       little(first_entry, 4) + little(0, 4) + little(4096, 4) +
                       little(first_small, 4) + little(1, 4) + little(kEnd, 4) + little(0, 4);
    for (std::size_t i = 0; i < tables; ++i) head += little(next_.size() + i, 4);
    head.resize(512, '\xFF');
    for (std::size_t i = 0; i < tables; ++i) next_.push_back(0xFFFFFFFD);
    for (const std::uint32_t each : next_) sectors_ += little(each, 4);
    sectors_.resize(filled(sectors_.size(), 512), '\xFF');
    return head + sectors_;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF, kEnd = 0xFFFFFFFE;
  struct Entry {
    std::string name;
    int kind = 0;
    std::uint32_t right = kNone, child = kNone, start = kEnd;
    std::uint64_t size = 0;
  };

  static std::size_t filled(std::size_t size, std::size_t unit) {
    return (size + unit - 1) / unit * unit;
  }
  static std::string written(const Entry& entry) {
    std::string bytes = wide(entry.name);
    bytes.resize(64);
    return bytes + little(entry.name.size() * 2 + 2, 2) +
           little(static_cast<std::uint64_t>(entry.kind), 1) + '\1' + little(kNone, 4) +
           little(entry.right, 4) + little(entry.child, 4) + std::string(36, '\0') +
           little(entry.start, 4) + little(entry.size, 8);
  }
  // The numbers of sectors of `unit` bytes that hold so many.
  static std::uint32_t chain(std::vector<std::uint32_t>& next, std::size_t size, std::size_t unit) {
    if (size == 0) return kEnd;
    const auto first = static_cast<std::uint32_t>(next.size());
    for (std::size_t at = unit; at < size; at += unit)
      next.push_back(static_cast<std::uint32_t>(next.size() + 1));
    next.push_back(kEnd);
    return first;
  }
  std::uint32_t add_chain(const std::string& bytes) {
    const std::uint32_t first = chain(next_, bytes.size(), 512);
    sectors_ += bytes;
    sectors_.resize(filled(sectors_.size(), 512));
    return first;
  }
  std::uint32_t add_stream(const std::string& bytes) {
    if (bytes.size() >= 4096) return add_chain(bytes);
    const std::uint32_t first = chain(next_small_, bytes.size(), 64);
    small_ += bytes;
    small_.resize(filled(small_.size(), 64));
    return first;
  }
  void add_children(std::size_t parent, const std::vector<Stored>& children) {
    std::size_t before = 0;
    for (const Stored& each : children) {
      const std::size_t number = entries_.size();
      (before == 0 ? entries_[parent].child : entries_[before].right) =
          static_cast<std::uint32_t>(number);
      before = number;
      if (each.is_storage) {
        entries_.push_back({each.name, 1, kNone, kNone, 0, 0});
        add_children(number, each.children);
      } else {
        entries_.push_back({each.name, 2, kNone, kNone, add_stream(each.bytes), each.bytes.size()});
      }
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> next_, next_small_;
  std::string sectors_, small_;
};

inline std::string made_storage(const std::vector<Stored>& in_root) {
  return MadeStorage(in_root).bytes();
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_WORKER_DOCUMENTS_OLE_MADE_STORAGE_H_
