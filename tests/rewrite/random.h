// SPDX-License-Identifier: MIT
//
// Bodies and edits made at random, the same in each run.
#ifndef BASEWALK_TESTS_REWRITE_RANDOM_H_
#define BASEWALK_TESTS_REWRITE_RANDOM_H_

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>

#include "rewrite/splice/replacement.h"

namespace basewalk::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  /// 0 to n-1.
  std::size_t below(std::size_t n) { return std::size_t{engine_()} % n; }
  std::string_view one_of(std::initializer_list<std::string_view> words) {
    return *(words.begin() + below(words.size()));
  }

 private:
  std::mt19937 engine_;
};

/// Up to four edits of a text of that size, sorted.
inline rewrite::Replacements random_edits(Random& random, std::size_t size) {
  rewrite::Replacements edits;
  std::size_t from = 0;
  for (std::size_t i = random.below(4) + 1; i > 0; --i) {
    const std::size_t begin = from + random.below(std::min<std::size_t>(size - from, 60) + 1);
    const std::size_t end = begin + random.below(std::min<std::size_t>(size - begin, 30) + 1);
    std::string with;
    for (std::size_t k = random.below(4); k > 0; --k)
      with += random.one_of({"http://h.example/", "a=b", ".", "--", "From ", " ", "\t", "x",
                             "0123456789012345678901234567890123456789", "\xC3\xA9"});
    edits.push_back({begin, end, with});
    from = end;
  }
  return edits;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_REWRITE_RANDOM_H_
