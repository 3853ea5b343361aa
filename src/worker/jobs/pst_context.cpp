// SPDX-License-Identifier: MIT
#include "worker/jobs/pst_context.h"

#include <algorithm>
#include <utility>

#include "text/binary/numbers.h"
#include "worker/jobs/outlook_fields.h"

namespace basewalk::worker {
namespace {

// What is kept of a heap: properties that are long lie elsewhere.
constexpr std::size_t kMostHeap = std::size_t{32} << 20;
// A row has its number at least.
constexpr std::size_t kMostRows = std::size_t{1} << 16, kLeastRow = 4;
constexpr std::size_t kMostText = std::size_t{16} << 10;
// Nodes within a message: the kind of one (2.2.2.1), the number of one (2.4.1).
constexpr std::uint32_t kAttachment = 0x05, kRecipientTable = 0x692;
// 2.3.1.2, 2.3.2.1
constexpr unsigned kHeap = 0xEC, kTree = 0xB5, kTable = 0x7C, kProperties = 0xBC;

}  // namespace

PstContext::PstContext(PstFile& file, std::uint64_t data, std::uint64_t subnodes)
    : file_(file), place_(data) {
  (void)file_.take_damaged();
  subnodes_ = subnodes_of(file_, subnodes);
  if (file_.take_damaged()) is_whole_ = false;
  for (const PstSubnode& node : subnodes_)
    if ((node.id & 0x1F) == kAttachment) attachments_.push_back(node);
  PstData blocks(file_, data);
  std::size_t size = 0;
  while (std::optional<std::string> block = blocks.next()) {
    size += block->size();
    if (size > kMostHeap) {
      tell_damage("has an item with more than " + std::to_string(kMostHeap) +
                  " bytes of short properties");
      break;
    }
    size_ = size;
    blocks_.push_back(std::move(*block));
  }
  if (!blocks.is_whole()) is_whole_ = false;
  // 2.3.1.2
  if (blocks_.empty() || text::little(blocks_[0], 2, 1) != kHeap) return;
  client_ = static_cast<unsigned>(text::little(blocks_[0], 3, 1));
  root_ = static_cast<std::uint32_t>(text::little(blocks_[0], 4, 4));
}

void PstContext::tell(std::string sentence, Trouble trouble) {
  file_.tell(std::move(sentence), trouble);
}

void PstContext::tell_damage(std::string sentence) {
  is_whole_ = false;
  file_.tell(std::move(sentence), Trouble::damaged);
}

// 2.3.1.1, 2.3.1.5: five bits of nought, the number in the block, the block.
std::optional<std::string_view> PstContext::item(std::uint32_t place) const {
  const unsigned bits = file_.has_large_pages() ? 14 : 11;
  const std::size_t index = place >> 5 & ((1U << bits) - 1), block = place >> (5 + bits);
  if ((place & 0x1F) != 0 || index == 0 || block >= blocks_.size()) return {};
  const std::string_view bytes = blocks_[block];
  const std::size_t map = text::little_size(bytes, 0, 2);
  if (map + 4 > bytes.size() || index > text::little(bytes, map, 2)) return {};
  const std::size_t at = map + 4 + (index - 1) * 2;
  if (at + 4 > bytes.size()) return {};
  const std::size_t begin = text::little_size(bytes, at, 2),
                    end = text::little_size(bytes, at + 2, 2);
  if (begin > end || end > bytes.size()) return {};
  return bytes.substr(begin, end - begin);
}

// 2.3.2: the records of a tree whose keys and values have so many bytes.
std::vector<std::string_view> PstContext::records(std::uint32_t tree, std::size_t key,
                                                  std::size_t value) {
  std::vector<std::string_view> all;
  const std::optional<std::string_view> head = item(tree);
  if (!head || text::little(*head, 0, 1) != kTree || text::little(*head, 1, 1) != key ||
      text::little(*head, 2, 1) != value) {
    tell_damage("has an item whose properties cannot be found");
    return all;
  }
  struct Step {
    std::uint32_t place;
    std::size_t level;
  };
  std::vector<Step> steps;
  const auto root = static_cast<std::uint32_t>(text::little(*head, 4, 4));
  const std::size_t levels = text::little_size(*head, 3, 1);
  if (root != 0) steps.push_back({root, std::min<std::size_t>(levels, 8)});
  // No two records are in the same bytes.
  std::size_t left = size_;
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    const std::optional<std::string_view> bytes = item(step.place);
    const std::size_t size = key + (step.level > 0 ? 4 : value);
    const bool is_over = bytes && bytes->size() > left;
    if (!bytes || bytes->size() % size != 0 || is_over) {
      tell_damage("has an item of which some properties cannot be found");
      if (is_over) break;
      continue;
    }
    left -= bytes->size();
    if (step.level == 0) {
      for (std::size_t at = 0; at < bytes->size(); at += size)
        all.push_back(bytes->substr(at, size));
      continue;
    }
    for (std::size_t at = bytes->size(); at > 0; at -= size)
      steps.push_back(
          {static_cast<std::uint32_t>(text::little(*bytes, at - size + key, 4)), step.level - 1});
  }
  return all;
}

// 2.3.3
bool PstContext::read_properties() {
  if (client_ != kProperties) {
    // That its blocks are lost has been told.
    if (is_whole_) tell_damage("has an item whose properties cannot be found");
    return false;
  }
  for (const std::string_view record : records(root_, 2, 6))
    properties_.push_back({static_cast<std::uint16_t>(text::little(record, 0, 2)),
                           static_cast<std::uint16_t>(text::little(record, 2, 2)),
                           static_cast<std::uint32_t>(text::little(record, 4, 4))});
  std::stable_sort(properties_.begin(), properties_.end(),
                   [](const Property& a, const Property& b) { return a.id < b.id; });
  return !properties_.empty();
}

// 2.3.4
PstTable PstContext::read_table(std::initializer_list<std::uint16_t> wanted) {
  PstTable table;
  const std::optional<std::string_view> info = client_ == kTable ? item(root_) : std::nullopt;
  if (!info || text::little(*info, 0, 1) != kTable || info->size() < 22) {
    tell_damage("has a table that cannot be read");
    return table;
  }
  const std::size_t columns = text::little_size(*info, 1, 1);
  const std::size_t bits = text::little_size(*info, 6, 2), size = text::little_size(*info, 8, 2);
  struct Cell {
    std::size_t at, size, bit;
  };
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < columns && 22 + (i + 1) * 8 <= info->size(); ++i) {
    const std::size_t at = 22 + i * 8;
    const auto id = static_cast<std::uint16_t>(text::little(*info, at + 2, 2));
    const bool is_wanted = std::find(wanted.begin(), wanted.end(), id) != wanted.end();
    if (!is_wanted || table.columns.size() == wanted.size()) continue;
    table.columns.push_back({id, static_cast<std::uint16_t>(text::little(*info, at, 2))});
    cells.push_back({text::little_size(*info, at + 4, 2), text::little_size(*info, at + 6, 1),
                     text::little_size(*info, at + 7, 1)});
  }
  const std::size_t count = records(static_cast<std::uint32_t>(text::little(*info, 10, 4)), 4,
                                    file_.has_32_bits() ? 2 : 4)
                                .size();
  const auto place = static_cast<std::uint32_t>(text::little(*info, 14, 4));
  if (size < kLeastRow || place == 0) return table;
  const auto take = [&](std::string_view bytes) {
    for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
      if (table.rows.size() == std::min(count, kMostRows)) return false;
      const std::string_view row = bytes.substr(at, size);
      std::vector<std::optional<std::uint32_t>> values;
      for (const Cell& cell : cells) {
        const bool is_there =
            (text::little(row, bits + cell.bit / 8, 1) >> (7 - cell.bit % 8) & 1) != 0;
        if (is_there && cell.at + cell.size <= size)
          values.emplace_back(static_cast<std::uint32_t>(
              text::little(row, cell.at, std::min<std::size_t>(cell.size, 4))));
        else
          values.emplace_back();
      }
      table.rows.push_back(std::move(values));
    }
    return true;
  };
  if (!give({0, property_type::kBinary, place}, take) || table.rows.size() < count)
    tell_damage("has a table of which rows are missing");
  return table;
}

const PstSubnode* PstContext::subnode(std::uint32_t id) const {
  const auto at = std::lower_bound(subnodes_.begin(), subnodes_.end(), id,
                                   [](const PstSubnode& a, std::uint32_t b) { return a.id < b; });
  return at != subnodes_.end() && at->id == id ? &*at : nullptr;
}

bool PstContext::give(const Property& property, const std::function<bool(std::string_view)>& take) {
  if (property.value == 0) return true;
  if ((property.value & 0x1F) == 0) {
    const std::optional<std::string_view> bytes = item(property.value);
    if (!bytes) {
      tell_damage("has a property whose value cannot be found");
      return false;
    }
    take(*bytes);
    return true;
  }
  const PstSubnode* node = subnode(property.value);
  if (node == nullptr) {
    tell_damage("has a property whose value cannot be found");
    return false;
  }
  PstData data(file_, node->data);
  while (const std::optional<std::string> bytes = data.next())
    if (!take(*bytes)) break;
  return data.is_whole();
}

std::unique_ptr<OutlookItem> PstContext::opened(const PstSubnode& node) {
  auto item = std::make_unique<PstContext>(file_, node.data, node.subnodes);
  if (!item->read_properties()) return nullptr;
  return item;
}

std::unique_ptr<OutlookItem> PstContext::attachment(std::size_t index) {
  return opened(attachments_[index]);
}

// [MS-PST] 2.4.6.2.2: the value names a node within the attachment.
std::unique_ptr<OutlookItem> PstContext::embedded(const Property& data) {
  if (data.type != property_type::kObject) return nullptr;
  std::string object;
  give(data, [&](std::string_view bytes) {
    object += bytes.substr(0, 8);
    return false;
  });
  const PstSubnode* found = subnode(static_cast<std::uint32_t>(text::little(object, 0, 4)));
  if (object.size() < 4 || found == nullptr) return nullptr;
  return opened(*found);
}

void PstContext::each_recipient(const std::function<bool(const OutlookRecipient&)>& take) {
  const PstSubnode* node = subnode(kRecipientTable);
  if (node == nullptr) return;
  PstContext context(file_, node->data, node->subnodes);
  const PstTable table = context.read_table(
      {property::kRecipientType, property::kName, property::kAddress, property::kSmtp});
  for (const auto& row : table.rows) {
    const auto text = [&](std::uint16_t id) {
      for (std::size_t i = 0; i < row.size(); ++i)
        if (table.columns[i].id == id && row[i])
          return context.OutlookItem::text(Property{id, table.columns[i].type, *row[i]}, kMostText);
      return OutlookText{};
    };
    OutlookRecipient recipient;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (table.columns[i].id == property::kRecipientType && row[i]) recipient.kind = *row[i] & 0xF;
    recipient.name = text(property::kName);
    recipient.address = text(property::kAddress).bytes;
    recipient.smtp = text(property::kSmtp).bytes;
    if (!take(recipient)) return;
  }
}

}  // namespace basewalk::worker
