// SPDX-License-Identifier: MIT
#include "output/branches.h"

namespace basewalk::output {

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

}  // namespace basewalk::output
