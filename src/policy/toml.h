// SPDX-License-Identifier: MIT
//
// A TOML document as a tree of ours.  toml.cpp is the one file that knows the library which reads
// it; next: reader.cpp, which says what the keys mean.
#ifndef BASEWALK_POLICY_TOML_H_
#define BASEWALK_POLICY_TOML_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "policy/place.h"

namespace basewalk::policy {

struct Entry;

struct Node {
  struct Other {};  ///< a date, a number with a fraction: nothing here takes one
  using Array = std::vector<Node>;
  using Table = std::vector<Entry>;  ///< in the order of the file

  std::variant<Other, bool, std::int64_t, std::string, Array, Table> value;
  Place place;
};

/// A key of a table, and what it is given.
struct Entry {
  std::string key;
  Place place;  ///< of the key
  Node node;
};

/// The table that the document is; empty, with a complaint, where it is none.  `file` is its name
/// in places.
Node::Table read_toml(std::string_view text, const std::string& file, Complaints& complaints);

}  // namespace basewalk::policy

#endif  // BASEWALK_POLICY_TOML_H_
