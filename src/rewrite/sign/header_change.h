// SPDX-License-Identifier: MIT
//
// What a change did to a header, as those see it who verify signatures: which fields of a name,
// counted from the bottom (RFC 6376 5.4.2), are no longer the ones they were.
#ifndef BASEWALK_REWRITE_SIGN_HEADER_CHANGE_H_
#define BASEWALK_REWRITE_SIGN_HEADER_CHANGE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rewrite/sign/body_canon.h"

namespace basewalk::rewrite {

/// A field as it stands in a header.
struct RawField {
  std::string_view bytes;  ///< all of it, without its last line end
  std::string_view name;   ///< without blanks at its end
  std::string_view value;  ///< what follows the colon
  std::size_t offset = 0;  ///< in the header
};

/// The fields of a header, from its first byte to its first empty line or its end.  A `From ` line
/// at the top and lines without a colon are none.
std::vector<RawField> split_header(std::string_view header);

/// The canonical form of a field (RFC 6376 3.4.1, 3.4.2), without its last line end.
std::string canonical(const RawField& field, Canon canon);

/// A name of which the fields have changed.
struct ChangedName {
  std::string name;  ///< lower case
  /// Counted from the bottom: the first field that differs in that form, one that is new or gone
  /// included.
  std::size_t simple = 0, relaxed = 0;

  std::size_t first(Canon canon) const { return canon == Canon::simple ? simple : relaxed; }
};

/// Sorted by name.  Cost: n log n in the number of fields.
std::vector<ChangedName> changed_names(const std::vector<RawField>& before,
                                       const std::vector<RawField>& after);

/// The one of that name (lower case), or null.
const ChangedName* find(const std::vector<ChangedName>& changed, std::string_view name);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SIGN_HEADER_CHANGE_H_
