// SPDX-License-Identifier: MIT
#include "worker/jobs/pst_context.h"

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace basewalk::worker {
namespace {

// What is kept of a heap: properties that are long lie elsewhere.
constexpr std::size_t kMostHeap = std::size_t{32} << 20;
// A row has its number at least.
constexpr std::size_t kMostRows = std::size_t{1} << 16, kLeastRow = 4;
// 2.3.1.2, 2.3.2.1
constexpr unsigned kHeap = 0xEC, kTree = 0xB5, kTable = 0x7C, kProperties = 0xBC;

}  // namespace

PstContext::PstContext(PstFile& file, std::uint64_t data, std::uint64_t subnodes) : file_(file) {
  (void)file_.take_damaged();
  subnodes_ = subnodes_of(file_, subnodes);
  if (file_.take_damaged()) is_whole_ = false;
  PstData blocks(file_, data);
  std::size_t size = 0;
  while (std::optional<std::string> block = blocks.next()) {
    size += block->size();
    if (size > kMostHeap) {
      tell("has an item with more than " + std::to_string(kMostHeap) +
           " bytes of short properties");
      break;
    }
    size_ = size;
    blocks_.push_back(std::move(*block));
  }
  if (!blocks.is_whole()) is_whole_ = false;
  // 2.3.1.2
  if (blocks_.empty() || little(blocks_[0], 2, 1) != kHeap) return;
  client_ = static_cast<unsigned>(little(blocks_[0], 3, 1));
  root_ = static_cast<std::uint32_t>(little(blocks_[0], 4, 4));
}

void PstContext::tell(std::string sentence) {
  is_whole_ = false;
  file_.tell(std::move(sentence), Trouble::damaged);
}

// 2.3.1.1, 2.3.1.5: five bits of nought, the number in the block, the block.
std::optional<std::string_view> PstContext::item(std::uint32_t place) const {
  const unsigned bits = file_.has_large_pages() ? 14 : 11;
  const std::size_t index = place >> 5 & ((1U << bits) - 1), block = place >> (5 + bits);
  if ((place & 0x1F) != 0 || index == 0 || block >= blocks_.size()) return {};
  const std::string_view bytes = blocks_[block];
  const std::size_t map = little(bytes, 0, 2);
  if (map + 4 > bytes.size() || index > little(bytes, map, 2)) return {};
  const std::size_t at = map + 4 + (index - 1) * 2;
  if (at + 4 > bytes.size()) return {};
  const std::size_t begin = little(bytes, at, 2), end = little(bytes, at + 2, 2);
  if (begin > end || end > bytes.size()) return {};
  return bytes.substr(begin, end - begin);
}

// 2.3.2: the records of a tree whose keys and values have so many bytes.
std::vector<std::string_view> PstContext::records(std::uint32_t tree, std::size_t key,
                                                  std::size_t value) {
  std::vector<std::string_view> all;
  const std::optional<std::string_view> head = item(tree);
  if (!head || little(*head, 0, 1) != kTree || little(*head, 1, 1) != key ||
      little(*head, 2, 1) != value) {
    tell("has an item whose properties cannot be found");
    return all;
  }
  struct Step {
    std::uint32_t place;
    std::size_t level;
  };
  std::vector<Step> steps;
  const auto root = static_cast<std::uint32_t>(little(*head, 4, 4));
  const std::size_t levels = little(*head, 3, 1);
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
      tell("has an item of which some properties cannot be found");
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
          {static_cast<std::uint32_t>(little(*bytes, at - size + key, 4)), step.level - 1});
  }
  return all;
}

// 2.3.3
bool PstContext::read_properties() {
  if (client_ != kProperties) {
    // That its blocks are lost has been told.
    if (is_whole_) tell("has an item whose properties cannot be found");
    return false;
  }
  for (const std::string_view record : records(root_, 2, 6))
    properties_.push_back({static_cast<std::uint16_t>(little(record, 0, 2)),
                           static_cast<std::uint16_t>(little(record, 2, 2)),
                           static_cast<std::uint32_t>(little(record, 4, 4))});
  std::stable_sort(properties_.begin(), properties_.end(),
                   [](const Property& a, const Property& b) { return a.id < b.id; });
  return !properties_.empty();
}

// 2.3.4
PstTable PstContext::read_table(std::initializer_list<std::uint16_t> wanted) {
  PstTable table;
  const std::optional<std::string_view> info = client_ == kTable ? item(root_) : std::nullopt;
  if (!info || little(*info, 0, 1) != kTable || info->size() < 22) {
    tell("has a table that cannot be read");
    return table;
  }
  const std::size_t columns = little(*info, 1, 1);
  const std::size_t bits = little(*info, 6, 2), size = little(*info, 8, 2);
  struct Cell {
    std::size_t at, size, bit;
  };
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < columns && 22 + (i + 1) * 8 <= info->size(); ++i) {
    const std::size_t at = 22 + i * 8;
    const auto id = static_cast<std::uint16_t>(little(*info, at + 2, 2));
    const bool is_wanted = std::find(wanted.begin(), wanted.end(), id) != wanted.end();
    if (!is_wanted || table.columns.size() == wanted.size()) continue;
    table.columns.push_back({id, static_cast<std::uint16_t>(little(*info, at, 2))});
    cells.push_back({little(*info, at + 4, 2), little(*info, at + 6, 1), little(*info, at + 7, 1)});
  }
  const std::size_t count =
      records(static_cast<std::uint32_t>(little(*info, 10, 4)), 4, file_.has_32_bits() ? 2 : 4)
          .size();
  const auto place = static_cast<std::uint32_t>(little(*info, 14, 4));
  if (size < kLeastRow || place == 0) return table;
  const auto take = [&](std::string_view bytes) {
    for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
      if (table.rows.size() == std::min(count, kMostRows)) return false;
      const std::string_view row = bytes.substr(at, size);
      std::vector<std::optional<std::uint32_t>> values;
      for (const Cell& cell : cells) {
        const bool is_there = (little(row, bits + cell.bit / 8, 1) >> (7 - cell.bit % 8) & 1) != 0;
        if (is_there && cell.at + cell.size <= size)
          values.emplace_back(static_cast<std::uint32_t>(
              little(row, cell.at, std::min<std::size_t>(cell.size, 4))));
        else
          values.emplace_back();
      }
      table.rows.push_back(std::move(values));
    }
    return true;
  };
  if (!give({0, property_type::kBinary, place}, take) || table.rows.size() < count)
    tell("has a table of which rows are missing");
  return table;
}

const Property* PstContext::find(std::uint16_t id) const {
  const auto at = std::lower_bound(properties_.begin(), properties_.end(), id,
                                   [](const Property& a, std::uint16_t b) { return a.id < b; });
  return at != properties_.end() && at->id == id ? &*at : nullptr;
}

const PstSubnode* PstContext::subnode(std::uint32_t id) const {
  const auto at = std::lower_bound(subnodes_.begin(), subnodes_.end(), id,
                                   [](const PstSubnode& a, std::uint32_t b) { return a.id < b; });
  return at != subnodes_.end() && at->id == id ? &*at : nullptr;
}

std::optional<std::uint32_t> PstContext::number(std::uint16_t id) const {
  const Property* property = find(id);
  if (property == nullptr) return {};
  switch (property->type) {
    case property_type::kInteger32:
      return property->value;
    case property_type::kInteger16:
      return property->value & 0xFFFF;
    case property_type::kBoolean:
      return property->value & 0xFF;
    default:
      return {};
  }
}

std::optional<std::uint64_t> PstContext::time(std::uint16_t id) {
  const Property* property = find(id);
  if (property == nullptr || property->type != property_type::kTime) return {};
  const std::optional<std::string_view> bytes = item(property->value);
  if (!bytes || bytes->size() < 8) return {};
  return little(*bytes, 0, 8);
}

bool PstContext::give(const Property& property, const std::function<bool(std::string_view)>& take) {
  if (property.value == 0) return true;
  if ((property.value & 0x1F) == 0) {
    const std::optional<std::string_view> bytes = item(property.value);
    if (!bytes) {
      tell("has a property whose value cannot be found");
      return false;
    }
    take(*bytes);
    return true;
  }
  const PstSubnode* node = subnode(property.value);
  if (node == nullptr) {
    tell("has a property whose value cannot be found");
    return false;
  }
  PstData data(file_, node->data);
  while (const std::optional<std::string> bytes = data.next())
    if (!take(*bytes)) break;
  return data.is_whole();
}

PstText PstContext::text(std::uint16_t id, std::size_t most) {
  const Property* property = find(id);
  return property != nullptr ? text(*property, most) : PstText{};
}

PstText PstContext::text(const Property& property, std::size_t most) {
  PstText text;
  text.is_unicode = property.type == property_type::kUnicode;
  if (!text.is_unicode && property.type != property_type::kString8) return text;
  Utf16Reader reader;
  give(property, [&](std::string_view bytes) {
    if (text.is_unicode)
      reader.append(bytes, text.bytes);
    else
      text.bytes += bytes;
    return text.bytes.size() < most;
  });
  reader.finish(text.bytes);
  text.bytes.resize(text.is_unicode ? utf8::cut(text.bytes, most).size()
                                    : std::min(text.bytes.size(), most));
  return text;
}

void Utf16Reader::put(char32_t unit, std::string& out) {
  if (high_ != 0) {
    const char32_t high = std::exchange(high_, 0);
    if (utf8::is_low_surrogate(unit)) return utf8::append(utf8::joined(high, unit), out);
    utf8::append_any(high, out);
  }
  if (utf8::is_high_surrogate(unit))
    high_ = unit;
  else
    utf8::append_any(unit, out);
}

void Utf16Reader::append(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (!half_) {
      half_ = byte;
      continue;
    }
    put(static_cast<char32_t>(*half_ | static_cast<unsigned>(byte) << 8), out);
    half_.reset();
  }
}

void Utf16Reader::finish(std::string& out) {
  if (half_) put(utf8::kReplacement, out);
  if (high_ != 0) utf8::append_any(std::exchange(high_, 0), out);
  half_.reset();
}

}  // namespace basewalk::worker
