// SPDX-License-Identifier: MIT
//
// The lines that draw a tree of parts.
#ifndef BASEWALK_OUTPUT_BRANCHES_H_
#define BASEWALK_OUTPUT_BRANCHES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "output/style.h"

namespace basewalk::output {

/// Knows of each line of a tree whether siblings follow.  Lines come in pre-order.
class Branches {
 public:
  /// The depth of the next line; 0 for the root.
  void add(std::size_t depth) { depths_.push_back(depth); }
  /// After the last one.
  void finish();
  /// What stands before the text of the next line; to be called once for each, in order.
  void append_next(const Style& style, std::string& out);

 private:
  std::vector<std::size_t> depths_;
  std::vector<bool> last_;  // of its siblings, by line
  std::vector<bool> open_;  // at each depth: siblings follow
  std::size_t next_ = 0;
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_BRANCHES_H_
