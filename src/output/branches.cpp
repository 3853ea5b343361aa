// SPDX-License-Identifier: MIT
#include "output/branches.h"

namespace basewalk::cli {

// Backwards: a part is the last of its siblings if none of its depth follows before a shallower
// one.
void Branches::finish() {
  last_.assign(depths_.size(), true);
  std::vector<bool> seen;
  for (std::size_t i = depths_.size(); i-- > 0;) {
    seen.resize(depths_[i] + 1, false);
    last_[i] = !seen[depths_[i]];
    seen[depths_[i]] = true;
  }
}

void Branches::append_next(const Style& style, std::string& out) {
  const std::size_t depth = depths_[next_];
  open_.resize(depth + 1);
  out += style.dim;
  for (std::size_t d = 1; d < depth; ++d) out += open_[d] ? style.bar : style.gap;
  if (depth > 0) out += last_[next_] ? style.last : style.branch;
  out += style.plain;
  open_[depth] = !last_[next_];
  ++next_;
}

std::string size_text(std::size_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " B";
  constexpr std::string_view kUnits[] = {"kB", "MB", "GB"};
  std::size_t unit = 0, tenths = bytes / 100;
  while (tenths >= 10000 && unit < 2) tenths /= 1000, ++unit;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " " +
         std::string(kUnits[unit]);
}

}  // namespace basewalk::cli
