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
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/jobs/outlook_item.h"
#include "worker/jobs/pst_file.h"

namespace basewalk::worker {

/// A row of a table: where the value of each column lies.
struct PstTable {
  struct Column {
    std::uint16_t id = 0, type = 0;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::optional<std::uint32_t>>> rows;
};

/// The heap of one node, and what lies in it.
class PstContext final : public OutlookItem {
 public:
  /// Reads the heap, and what else lies in the node.
  PstContext(PstFile& file, std::uint64_t data, std::uint64_t subnodes);

  /// Reads the properties; false where there are none to be had.
  bool read_properties();
  /// Reads these columns of it as a table (2.3.4); rows beyond a bound are left out, and told.
  PstTable read_table(std::initializer_list<std::uint16_t> wanted);
  /// All of it could be read, and is what it was.
  bool is_whole() const { return is_whole_; }

  bool give(const Property& property, const std::function<bool(std::string_view)>& take) override;
  void each_recipient(const std::function<bool(const OutlookRecipient&)>& take) override;
  std::size_t attachments() const override { return attachments_.size(); }
  std::unique_ptr<OutlookItem> attachment(std::size_t index) override;
  std::unique_ptr<OutlookItem> embedded(const Property& data) override;
  std::optional<OutlookObject> object(const Property&) override { return {}; }
  std::uint64_t place() const override { return place_; }
  void tell(std::string sentence, Trouble trouble) override;
  bool is_over() const override { return file_.is_over(); }

 private:
  std::optional<std::string_view> item(std::uint32_t place) const;
  std::vector<std::string_view> records(std::uint32_t tree, std::size_t key, std::size_t value);
  const PstSubnode* subnode(std::uint32_t id) const;
  std::unique_ptr<OutlookItem> opened(const PstSubnode& node);
  void tell_damage(std::string sentence);

  PstFile& file_;
  std::vector<std::string> blocks_;
  std::size_t size_ = 0;  // of them all
  std::uint64_t place_;   // the block that it begins in
  std::vector<PstSubnode> subnodes_, attachments_;
  std::uint32_t root_ = 0;
  unsigned client_ = 0;
  bool is_whole_ = true;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOBS_PST_CONTEXT_H_
