// SPDX-License-Identifier: MIT
//
// What the references of a bundle name, counted.
#ifndef BASEWALK_BUNDLE_SURVEY_H_
#define BASEWALK_BUNDLE_SURVEY_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/bundle/bundle.h"

#pragma GCC visibility push(default)

namespace basewalk::bundle {

/// Is the link a reference of a document to a resource: not in a header, not found in running text,
/// not guessed?
bool is_reference(const Link& link);
/// Is it shown or run as part of the page (RFC 2557 8.1: "inline"), so that the page lacks
/// something without it?  A hyperlink is not.
bool is_inline(const Link& link);

/// Is it a limit that keeps references of the message itself from being seen?
bool hides_references(NoteCode code);

/// One part, as the others use it.
struct PartUse {
  std::uint32_t references = 0;  ///< in other parts, that name it
  std::string base;              ///< its effective base; empty where it was left out, too
  BaseFrom base_from = BaseFrom::none;
};

struct Survey {
  std::vector<PartUse> parts;  ///< as in the message
  std::size_t inside = 0;      ///< references to a part
  std::size_t external = 0;    ///< all others
  Notes limits;                ///< of those that hide references, which are not counted then
};

/// Walks the message and counts.  What lies in decoded messages is not looked at.
Survey survey(const Message& message, const WalkOptions& options, Profile profile);

}  // namespace basewalk::bundle

#pragma GCC visibility pop

#endif  // BASEWALK_BUNDLE_SURVEY_H_
