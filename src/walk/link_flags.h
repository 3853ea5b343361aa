// SPDX-License-Identifier: MIT
//
// What is worth a second look about a link (docs/flags.md).
#ifndef BASEWALK_WALK_LINK_FLAGS_H_
#define BASEWALK_WALK_LINK_FLAGS_H_

#include <cstdint>

#include "basewalk/walk/walk.h"

namespace basewalk {

/// The flags that follow from a link's reference, URL and clicked URL, and the scope that it was
/// resolved in.
std::uint32_t flags_of(const Link& link, const base::Scope& scope);

}  // namespace basewalk

#endif  // BASEWALK_WALK_LINK_FLAGS_H_
