// SPDX-License-Identifier: MIT
//
// What was found out about a text, for when the same text comes again: names of hosts and domains
// do all the time, and mostly at once.
#ifndef BASEWALK_OUTPUT_FACTS_REMEMBERED_H_
#define BASEWALK_OUTPUT_FACTS_REMEMBERED_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "text/siphash.h"

namespace basewalk::output {

/// Bounded: where there are more than some thousands, it begins anew.
template <class Value>
class Remembered {
 public:
  /// What `find(text)` gives, or gave before.  Good until the next call.
  template <class Find>
  const Value& of(std::string_view text, Find&& find) {
    if (last_ != nullptr && last_->first == text) return last_->second;
    if (text.size() > kLongest) {
      last_ = nullptr;
      return long_ = find(text);
    }
    auto known = known_.find(text);
    if (known == known_.end()) {
      if (known_.size() == kMost) known_.clear();
      known = known_.emplace(text, find(text)).first;
    }
    last_ = &*known;
    return last_->second;
  }

 private:
  static constexpr std::size_t kMost = 16384, kLongest = 512;
  using Known = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

  Known known_;
  const typename Known::value_type* last_ = nullptr;  // that was asked for
  Value long_;                                        // of one that is not remembered
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_FACTS_REMEMBERED_H_
