// SPDX-License-Identifier: MIT
//
// Two rounds of splices as one.
#ifndef BASEWALK_REWRITE_SPLICE_COMPOSED_H_
#define BASEWALK_REWRITE_SPLICE_COMPOSED_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {

/// Appends what splices make of a text.  They are sorted and do not overlap.
void append_spliced(std::string_view text, const std::vector<Splice>& splices, std::string& out);

/// A text, and what the first round makes of it.  Splices are sorted and do not overlap.
class FirstRound {
 public:
  /// `splices` and `text` must outlive it.
  FirstRound(std::string_view text, const std::vector<Splice>& splices);

  /// Splices of `text` that do what the first round does, and then `second`, whose offsets are into
  /// what the first one makes.  Linear in both lists.
  std::vector<Splice> followed_by(const std::vector<Splice>& second) const;
  /// Where in `text` that stands, or what stands in its place, which is at `offset` in what the
  /// first round makes.
  std::size_t place_before(std::size_t offset) const;

 private:
  std::string_view text_;
  const std::vector<Splice>& splices_;
  std::vector<std::size_t> begins_;  // of the splices, in what they make
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_COMPOSED_H_
