// SPDX-License-Identifier: MIT
#include "extract/css/css_flow.h"

#include <algorithm>
#include <utility>

#include "text/work.h"

namespace basewalk::extract {

// The nodes whose values reach a place of URLs, sorted.
std::vector<CssNode> CssFlow::reaching() {
  const auto less = [](const Use& a, const Use& b) {
    return a.to != b.to ? a.to < b.to : a.from < b.from;
  };
  const auto same = [](const Use& a, const Use& b) { return a.to == b.to && a.from == b.from; };
  std::sort(uses_.begin(), uses_.end(), less);
  uses_.erase(std::unique(uses_.begin(), uses_.end(), same), uses_.end());
  work::charge(4 * uses_.size());
  // A node that is reached again finds its first use marked.
  std::vector<CssNode> reached = {kUrlPlace};
  std::vector<bool> used(uses_.size(), false);
  for (std::size_t next = 0; next < reached.size() && work::charge(1); ++next) {
    const CssNode to = reached[next];
    auto at = static_cast<std::size_t>(
        std::lower_bound(uses_.begin(), uses_.end(), Use{to, 0}, less) - uses_.begin());
    for (; at < uses_.size() && uses_[at].to == to && !used[at]; ++at) {
      used[at] = true;
      reached.push_back(uses_[at].from);
    }
  }
  std::sort(reached.begin(), reached.end());
  reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
  return reached;
}

void CssFlow::settle(Finds& out, std::size_t most) {
  if (!strings_.empty() && !uses_.empty()) {
    const std::vector<CssNode> reached = reaching();
    std::erase_if(strings_, [&](const String& each) {
      return !std::binary_search(reached.begin(), reached.end(), each.owner);
    });
    work::charge(4 * strings_.size());
    if (out.finds.size() + strings_.size() > most) {
      out.cut = true;
      strings_.erase(
          strings_.begin() + static_cast<std::ptrdiff_t>(most - std::min(most, out.finds.size())),
          strings_.end());
    }
    if (!strings_.empty()) merge(out);
  }
  uses_.clear();
  strings_.clear();
}

// Each string goes where it was met; what names finds by their number follows.
void CssFlow::merge(Finds& out) {
  const auto moved = [this](std::uint32_t find) {
    const auto behind = std::upper_bound(
        strings_.begin(), strings_.end(), find,
        [](std::size_t number, const String& each) { return number < each.before; });
    return find + static_cast<std::uint32_t>(behind - strings_.begin());
  };
  for (BaseTag& tag : out.base_tags) tag.find = moved(tag.find);
  for (BaseScope& scope : out.scopes)
    if (scope.base != kFirstBase && scope.base != kNoBase) scope.base = moved(scope.base);

  std::vector<Find> merged;
  merged.reserve(out.finds.size() + strings_.size());
  auto string = strings_.begin();
  for (std::size_t i = 0; i <= out.finds.size(); ++i) {
    for (; string != strings_.end() && string->before == i; ++string)
      merged.push_back(string->find);
    if (i < out.finds.size()) merged.push_back(out.finds[i]);
  }
  out.finds = std::move(merged);
}

}  // namespace basewalk::extract
