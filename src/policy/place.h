// SPDX-License-Identifier: MIT
//
// A place in a policy file, and what is wrong there.
#ifndef BASEWALK_POLICY_PLACE_H_
#define BASEWALK_POLICY_PLACE_H_

#include <cstddef>
#include <string>
#include <vector>

namespace basewalk::policy {

struct Place {
  std::string file;
  std::size_t line = 0;    ///< from 1; 0 for the file as a whole
  std::size_t column = 0;  ///< from 1, in characters
};

/// "file:line:column", or the file alone.
inline std::string shown(const Place& place) {
  if (place.line == 0) return place.file;
  return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

/// What is wrong, and what to do: half a sentence.  A list of what there is stands at its end, as
/// in "there is no key 'x'; there are a, b".
struct Complaint {
  Place place;
  std::string text;
};
using Complaints = std::vector<Complaint>;

}  // namespace basewalk::policy

#endif  // BASEWALK_POLICY_PLACE_H_
