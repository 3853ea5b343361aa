// SPDX-License-Identifier: MIT
//
// Between a scanner and those who call it: what was found, and where offsets lead.
#ifndef BASEWALK_EXTRACT_SINK_H_
#define BASEWALK_EXTRACT_SINK_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "basewalk/extract/extract.h"

namespace basewalk::extract {

/// What kind of reference a scanner of text or of style sheets found.
enum class Word : std::uint8_t { none, text, url, import, image_set, src, string };

constexpr std::string_view word_text(Word word) {
  switch (word) {
    case Word::none:
      return {};
    case Word::text:
      return "text";
    case Word::url:
      return "url()";
    case Word::import:
      return "@import";
    case Word::image_set:
      return "image-set()";
    case Word::src:
      return "src()";
    case Word::string:
      return "string";
  }
  return {};
}

/// Takes what a scanner finds.
class Sink {
 public:
  explicit Sink(Finds& out) : out_(out) {}
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  /// `raw` is a view into the text that is scanned, or kept in `memory()`.  False ends the scan.
  virtual bool found(Word word, std::string_view raw, std::uint8_t flags, std::size_t begin,
                     std::size_t end) = 0;

  Finds& memory() { return out_; }

 protected:
  ~Sink() = default;
  Finds& out_;
};

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

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_SINK_H_
