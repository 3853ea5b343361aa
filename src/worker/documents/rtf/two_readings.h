// SPDX-License-Identifier: MIT
//
// A text that programs do not read alike: as we read it first, and what others have in places of
// it, where a word of theirs is another one.
//
// Before this: reader.cpp.  After it: it tells both.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_RTF_TWO_READINGS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_RTF_TWO_READINGS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/field_code.h"

namespace basewalk::worker::rtf {

class TwoReadings {
 public:
  void append(std::string_view text, Version version);
  const std::string& first() const { return first_; }
  bool empty() const { return first_.empty() && others_.empty(); }

  struct Words {
    std::string others;       ///< the words that others read in another way, one a line
    bool is_divided = false;  ///< one of them, or of ours, may have a URL, and both have one there
    bool is_cut_short = false;  ///< there are more
  };
  Words words() const;

 private:
  struct Place {
    std::size_t at, size;  // in the first reading, what others lack
    std::size_t others;    // what they have there
  };
  std::string first_, others_;
  std::vector<Place> places_;  // in their order
  bool is_cut_short_ = false;
};

}  // namespace basewalk::worker::rtf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_RTF_TWO_READINGS_H_
