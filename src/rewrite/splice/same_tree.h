// SPDX-License-Identifier: MIT
//
// Is a rewritten message the same message, but for what was meant to change?
#ifndef BASEWALK_REWRITE_SPLICE_SAME_TREE_H_
#define BASEWALK_REWRITE_SPLICE_SAME_TREE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {

/// Compares the tree of a message with that of the message that its splices make: the same parts in
/// the same places, of the same kinds, types and encodings, with the same fields, but for `marks`
/// that were added to the header of the whole and `forged` that were taken from it.  Gives the
/// index of the first part that differs; nothing where none does.
std::optional<std::uint32_t> first_difference(const Message& before,
                                              const std::vector<Splice>& splices,
                                              const Message& after, std::size_t marks,
                                              const std::vector<ForgedMark>& forged);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SPLICE_SAME_TREE_H_
