// SPDX-License-Identifier: MIT
//
// The properties of a folder, a message or an attachment ([MS-PST] 2.3): a heap in the blocks of
// its node, and in the heap a tree of properties by their numbers.
//
// A short value lies in the heap, a long one in a node within the node, whose blocks are read one
// after the other.
//
// Before this: pst_file.cpp gives blocks.  After it: outlook_message.cpp makes a message of them.
#ifndef BASEWALK_SRC_WORKER_JOBS_PST_CONTEXT_H_
#define BASEWALK_SRC_WORKER_JOBS_PST_CONTEXT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/jobs/pst_file.h"

namespace basewalk::worker {

/// [MS-OXCDATA] 2.11.1
namespace property_type {
inline constexpr std::uint16_t kInteger16 = 0x02, kInteger32 = 0x03, kBoolean = 0x0B,
                               kObject = 0x0D, kString8 = 0x1E, kUnicode = 0x1F, kTime = 0x40,
                               kBinary = 0x102;
}

struct Property {
  std::uint16_t id = 0, type = 0;
  std::uint32_t value = 0;  ///< itself, or where it lies
};

/// Text as it is stored.
struct PstText {
  std::string bytes;        ///< UTF-8, or in the code page of the message
  bool is_unicode = false;  ///< it is UTF-8
};

/// A row of a table: where the value of each column lies.
struct PstTable {
  struct Column {
    std::uint16_t id = 0, type = 0;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::optional<std::uint32_t>>> rows;
};

/// The heap of one node, and what lies in it.
class PstContext {
 public:
  /// Reads the heap, and what else lies in the node.
  PstContext(PstFile& file, std::uint64_t data, std::uint64_t subnodes);

  /// Reads the properties; false where there are none to be had.
  bool read_properties();
  /// Reads these columns of it as a table (2.3.4); rows beyond a bound are left out, and told.
  PstTable read_table(std::initializer_list<std::uint16_t> wanted);

  const Property* find(std::uint16_t id) const;
  std::optional<std::uint32_t> number(std::uint16_t id) const;
  /// 100 nanoseconds since 1601.
  std::optional<std::uint64_t> time(std::uint16_t id);
  /// Up to `most` bytes of it; nothing where it is empty.
  PstText text(std::uint16_t id, std::size_t most);
  PstText text(const Property& property, std::size_t most);
  /// Gives the bytes as they are stored, piece by piece, until it is told false.  False where some
  /// of them are missing.
  bool give(const Property& property, const std::function<bool(std::string_view)>& take);

  const std::vector<PstSubnode>& subnodes() const { return subnodes_; }
  const PstSubnode* subnode(std::uint32_t id) const;
  /// All of it could be read, and is what it was.
  bool is_whole() const { return is_whole_; }

 private:
  std::optional<std::string_view> item(std::uint32_t place) const;
  std::vector<std::string_view> records(std::uint32_t tree, std::size_t key, std::size_t value);
  void tell(std::string sentence);

  PstFile& file_;
  std::vector<std::string> blocks_;
  std::size_t size_ = 0;  // of them all
  std::vector<PstSubnode> subnodes_;
  std::vector<Property> properties_;  // by their numbers
  std::uint32_t root_ = 0;
  unsigned client_ = 0;
  bool is_whole_ = true;
};

/// UTF-16 as it comes in pieces, in UTF-8.
class Utf16Reader {
 public:
  void append(std::string_view bytes, std::string& out);
  /// What was left over at the end.
  void finish(std::string& out);

 private:
  void put(char32_t unit, std::string& out);
  std::optional<unsigned char> half_;
  char32_t high_ = 0;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOBS_PST_CONTEXT_H_
