// SPDX-License-Identifier: MIT
//
// What the first round makes is a row of stretches: of the text, and of what was put in.  Those
// that the second round leaves are gone through in their order; what lies between two stretches of
// the text is a splice.
#include "rewrite/splice/composed.h"

#include <algorithm>
#include <utility>

#include "rewrite/splice/replacement.h"

namespace basewalk::rewrite {
namespace {

class Composer {
 public:
  /// Something stands there that is not in the text.
  void put(std::string_view bytes) { between_ += bytes; }
  /// The text's own bytes stand there.
  void leave(std::size_t begin, std::size_t end) {
    if (begin == end) return;
    close(begin);
    at_ = end;
  }
  std::vector<Splice> finish(std::size_t size) {
    close(size);
    return std::move(splices_);
  }

 private:
  void close(std::size_t begin) {
    if (begin == at_ && between_.empty()) return;
    splices_.push_back({at_, begin, std::exchange(between_, {})});
  }

  std::vector<Splice> splices_;
  std::string between_;
  std::size_t at_ = 0;  // behind the last stretch of the text
};

}  // namespace

void append_spliced(std::string_view text, const std::vector<Splice>& splices, std::string& out) {
  append_edited(text, splices, &Splice::bytes, out);
}

FirstRound::FirstRound(std::string_view text, const std::vector<Splice>& splices)
    : text_(text), splices_(splices) {
  std::size_t begin = 0, behind = 0;  // in what is made; in the text
  for (const Splice& each : splices_) {
    begin += each.begin - behind;
    begins_.push_back(begin);
    begin += each.bytes.size();
    behind = each.end;
  }
}

std::vector<Splice> FirstRound::followed_by(const std::vector<Splice>& second) const {
  Composer composer;
  std::size_t index = 0;           // of the next splice of the first round
  std::size_t at = 0, behind = 0;  // in what is made; in the text
  // Goes on up to `end` in what is made.
  const auto go_to = [&](std::size_t end, bool keep) {
    while (true) {
      const bool more = index < splices_.size();
      const std::size_t next = more ? std::max(begins_[index], at) : end;  // or within it already
      const std::size_t take = std::min(next, end) - at;
      if (keep) composer.leave(behind, behind + take);
      at += take;
      behind += take;
      if (!more || at < begins_[index]) return;
      const Splice& splice = splices_[index];
      const std::size_t of_it = at - begins_[index];
      const std::size_t size = std::min(splice.bytes.size() - of_it, end - at);
      if (keep) composer.put(std::string_view(splice.bytes).substr(of_it, size));
      at += size;
      if (of_it + size < splice.bytes.size()) return;
      behind = splice.end;
      ++index;
    }
  };
  for (const Splice& each : second) {
    go_to(each.begin, true);
    composer.put(each.bytes);
    go_to(each.end, false);
  }
  std::size_t size = text_.size();
  for (const Splice& each : splices_) size += each.bytes.size() - (each.end - each.begin);
  go_to(size, true);
  return composer.finish(text_.size());
}

std::size_t FirstRound::place_before(std::size_t offset) const {
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), offset);
  if (after == begins_.begin()) return offset;
  const auto index = static_cast<std::size_t>(after - begins_.begin()) - 1;
  const Splice& splice = splices_[index];
  const std::size_t end = begins_[index] + splice.bytes.size();
  return offset < end ? splice.begin : splice.end + (offset - end);
}

}  // namespace basewalk::rewrite
