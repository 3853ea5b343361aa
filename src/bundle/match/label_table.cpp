// SPDX-License-Identifier: MIT
#include "bundle/match/label_table.h"

#include <algorithm>

namespace basewalk::bundle {
namespace {

constexpr std::size_t kBlock = 1 << 14;

}  // namespace

std::uint64_t LabelTable::mixed(std::uint32_t scope, LabelKind kind, std::uint64_t hash) {
  const std::uint64_t place = std::uint64_t{scope} << 8 | static_cast<std::uint64_t>(kind);
  std::uint64_t x = hash ^ place * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

std::size_t LabelTable::slot_of(std::uint64_t hash, std::uint32_t scope, LabelKind kind,
                                std::string_view text) const {
  const std::size_t mask = slots_.size() - 1;
  for (auto slot = static_cast<std::size_t>(hash & mask);; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) return slot;
    const Entry& entry = entries_[slots_[slot] - 1];
    if (entry.hash == hash && entry.scope == scope && entry.kind == kind && entry.text == text)
      return slot;
  }
}

const std::uint32_t* LabelTable::find(std::uint32_t scope, LabelKind kind,
                                      const LabelText& label) const {
  if (entries_.empty()) return nullptr;
  const std::size_t slot = slot_of(mixed(scope, kind, label.hash), scope, kind, label.text);
  return slots_[slot] == 0 ? nullptr : &entries_[slots_[slot] - 1].part;
}

std::uint32_t* LabelTable::insert(std::uint32_t scope, LabelKind kind, const LabelText& label,
                                  std::uint32_t part) {
  if (entries_.size() * 2 >= slots_.size()) grow();
  const std::uint64_t hash = mixed(scope, kind, label.hash);
  const std::size_t slot = slot_of(hash, scope, kind, label.text);
  if (slots_[slot] != 0) return &entries_[slots_[slot] - 1].part;
  entries_.push_back({hash, keep(label.text), scope, part, kind});
  slots_[slot] = static_cast<std::uint32_t>(entries_.size());
  return nullptr;
}

void LabelTable::grow() {
  slots_.assign(std::max<std::size_t>(16, slots_.size() * 2), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    auto slot = static_cast<std::size_t>(entries_[i].hash & mask);
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = i + 1;
  }
}

std::string_view LabelTable::keep(std::string_view text) {
  if (texts_.empty() || texts_.back().capacity() - texts_.back().size() < text.size()) {
    texts_.emplace_back();
    texts_.back().reserve(std::max(kBlock, text.size()));
  }
  std::string& block = texts_.back();
  const std::size_t begin = block.size();
  block.append(text);  // there is room: what is in it does not move
  return std::string_view(block).substr(begin);
}

}  // namespace basewalk::bundle
