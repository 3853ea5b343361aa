// SPDX-License-Identifier: MIT
//
// The memory of Finds: blocks that are filled one after the other and used again after clear().
#include <algorithm>
#include <cstring>
#include <memory>

#include "basewalk/extract/extract.h"

namespace basewalk::extract {

struct Finds::Memory {
  static constexpr std::size_t kBlock = 64 * 1024;

  struct Block {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
  };
  std::vector<Block> blocks;  // of kBlock bytes each
  std::vector<Block> large;   // one for each text that fills more than a quarter of a block
  std::size_t current = 0;
  std::size_t used = 0;

  char* take(std::size_t size) {
    if (size > kBlock / 4)
      return large.emplace_back(Block{std::make_unique_for_overwrite<char[]>(size), size})
          .bytes.get();
    if (!blocks.empty() && used + size > kBlock) {
      ++current;
      used = 0;
    }
    if (current == blocks.size())
      blocks.push_back({std::make_unique_for_overwrite<char[]>(kBlock), kBlock});
    char* bytes = blocks[current].bytes.get() + used;
    used += size;
    return bytes;
  }
};

void Seams::add(const Seams& other) {
  apart = apart && other.apart;
  form_by_get = form_by_get || other.form_by_get;
  button_by_get = button_by_get || other.button_by_get;
  form_by_other = form_by_other || other.form_by_other;
  button_by_other = button_by_other || other.button_by_other;
  hides = hides || other.hides;
  divides = divides || other.divides;
}

bool Seams::hold() const {
  return apart && !(form_by_get && button_by_other) && !(button_by_get && form_by_other) &&
         !(hides && divides);
}

Finds::Finds() : scopes(1), memory_(std::make_unique<Memory>()) {}
Finds::~Finds() = default;

void Finds::clear() {
  finds.clear();
  scopes.assign(1, {});
  base_tags.clear();
  notes.clear();
  cut = has_noscript = scripts_may_add = has_script = has_fields = false;
  seams = {};
  marks = 0;
  memory_->large.clear();
  memory_->current = 0;
  memory_->used = 0;
}

std::string_view Finds::keep(std::string_view text) { return keep(text, {}); }

std::string_view Finds::keep(std::string_view a, std::string_view b, std::string_view c,
                             std::string_view d) {
  const std::size_t size = a.size() + b.size() + c.size() + d.size();
  if (size == 0) return {};
  char* const bytes = memory_->take(size);
  char* end = bytes;
  for (const std::string_view piece : {a, b, c, d})
    end = std::copy(piece.begin(), piece.end(), end);
  return {bytes, size};
}

std::vector<const Find*> bases_of(const Finds& finds) {
  std::vector<const Find*> bases(finds.scopes.size(), nullptr);
  for (const Find& find : finds.finds)
    if (find.kind == FindKind::base && bases[find.scope] == nullptr) bases[find.scope] = &find;
  // Around an element's scope, and in an order in which outer ones come first: that of its
  // document.
  std::vector<std::uint32_t> documents(bases.size());
  for (std::uint32_t i = 0; i < bases.size(); ++i) {
    const std::uint32_t base = finds.scopes[i].base;
    if (base == kNoBase)
      bases[i] = nullptr;
    else if (base != kFirstBase)
      bases[i] = &finds.finds[base];
    const bool of_element = finds.scopes[i].kind == ScopeKind::element;
    documents[i] = of_element ? documents[finds.scopes[i].outer] : i;
    if (of_element && bases[i] != nullptr && bases[i]->place.attribute == "xml:base" &&
        bases[documents[i]] != nullptr)
      bases[i] = nullptr;
  }
  return bases;
}

}  // namespace basewalk::extract
