// SPDX-License-Identifier: MIT
//
// The way back from a text that was decoded to the one it was decoded from.
#ifndef BASEWALK_TEXT_OFFSETS_H_
#define BASEWALK_TEXT_OFFSETS_H_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string_view>
#include <vector>

namespace basewalk::text {

/// From positions in a decoded text to those of the text it was decoded from.
class Offsets {
 public:
  void clear() { steps_.clear(); }
  /// From `decoded` on, positions are `source` and what follows it.
  void step(std::size_t decoded, std::size_t source) {
    if (!steps_.empty() && steps_.back().decoded == decoded)
      steps_.back().source = source;
    else
      steps_.push_back({decoded, source});
  }
  std::size_t source(std::size_t decoded) const {
    const auto after =
        std::upper_bound(steps_.begin(), steps_.end(), decoded,
                         [](std::size_t at, const Step& step) { return at < step.decoded; });
    if (after == steps_.begin()) return decoded;
    return std::prev(after)->source + (decoded - std::prev(after)->decoded);
  }

 private:
  struct Step {
    std::size_t decoded;
    std::size_t source;
  };
  std::vector<Step> steps_;
};

/// Does a view point into (or to the end of) a text?
inline bool lies_in(std::string_view view, std::string_view text) {
  const std::less_equal<const char*> le;
  return le(text.data(), view.data()) && le(view.data() + view.size(), text.data() + text.size());
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_OFFSETS_H_
