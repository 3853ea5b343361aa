// SPDX-License-Identifier: MIT
#include "milter/describe.h"

#include <map>
#include <string_view>

namespace basewalk::milter {
namespace {

// " edits=absolute:3,wrap:1" of the first that are listed; " edits=12000" where those are not all.
template <class Items, class NameOf>
void append_counts(std::string& text, std::string_view title, const Items& items, std::size_t all,
                   NameOf name_of) {
  if (all == 0) return;
  text.append(" ").append(title).append("=");
  if (items.size() != all) {
    text += std::to_string(all);
    return;
  }
  std::map<std::string_view, std::size_t> counts;
  for (const auto& item : items) ++counts[name_of(item)];
  bool first = true;
  for (const auto& [name, count] : counts) {
    if (!first) text += ',';
    text.append(name).append(":").append(std::to_string(count));
    first = false;
  }
}

void append_flags(std::string& text, Flags flags) {
  bool first = true;
  for (const Flag flag : flags) {
    text.append(first ? " flags=" : ",").append(name(flag));
    first = false;
  }
}

}  // namespace

std::string describe(const rewrite::Rewritten& result) {
  if (!result.changed() && result.kept_count == 0) return {};
  std::string text = "links=" + std::to_string(result.links);
  append_counts(text, "edits", result.edits, result.edit_count,
                [](const rewrite::Edit& edit) { return rewrite::name(edit.kind); });
  append_counts(text, "kept", result.kept, result.kept_count,
                [](const rewrite::Kept& kept) { return rewrite::name(kept.why); });
  if (!result.forged.empty()) text += " forged=" + std::to_string(result.forged.size());
  append_flags(text, result.flags);
  return text;
}

}  // namespace basewalk::milter
