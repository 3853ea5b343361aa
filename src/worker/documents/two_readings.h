// SPDX-License-Identifier: MIT
//
// A text that programs do not read alike: as we read it first, and what others have in places of
// it, where a word of theirs is another one.
//
// Before this: an opener has the text, and says what it is to whom.  After it: it tells both.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_TWO_READINGS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_TWO_READINGS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/field_code.h"

namespace basewalk::worker {

/// What is told of it once.
inline constexpr std::string_view kDividedText = "has a text that programs do not read alike";

/// What others have, beside a text of ours that grows at its end.
class OtherReading {
 public:
  /// Puts text at the end of ours, or of theirs, or of both.
  void append(std::string& ours, std::string_view text, Version version);
  bool empty() const { return places_.empty(); }

  struct Words {
    std::string others;         ///< the words that others read in another way, one a line
    bool is_divided = false;    ///< both have something in one place, and a URL that is another one
    bool is_cut_short = false;  ///< there are more
  };
  Words words(std::string_view ours) const;

 private:
  struct Place {
    std::size_t at, size;  // in ours, what others lack
    std::size_t others;    // what they have there
  };
  std::string others_;
  std::vector<Place> places_;  // in their order
  bool is_cut_short_ = false;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_TWO_READINGS_H_
