// SPDX-License-Identifier: MIT
#ifndef BASEWALK_BRIDGE_TREE_FILLER_H_
#define BASEWALK_BRIDGE_TREE_FILLER_H_

// Headers of mimetic want it and do not include it.
#include <cstdint>

#include <mimetic/mimeentity.h>

#include <cstddef>

#include "basewalk/mime/part.h"

namespace basewalk::bridge {

/// Puts the parts of a message into an empty entity; `mask` are bits of mimetic's that say what to
/// leave out.  The caller has looked at the depth.
void fill(mimetic::MimeEntity& root, const Message& message, std::size_t mask);

}  // namespace basewalk::bridge

#endif  // BASEWALK_BRIDGE_TREE_FILLER_H_
