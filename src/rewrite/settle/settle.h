// SPDX-License-Identifier: MIT
//
// Takes doubts away: a message that every reader reads as the first reading has it
// (docs/semantics.md, Readings).
//
// Before it: the walk, which has told where another reading has links of its own.  Behind it: the
// message is rewritten as if it had come so.
#ifndef BASEWALK_REWRITE_SETTLE_SETTLE_H_
#define BASEWALK_REWRITE_SETTLE_SETTLE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {

struct Settled {
  std::vector<Splice> splices;       ///< of the message, sorted, not overlapping
  std::vector<SettledDoubt> doubts;  ///< what they take away
};

/// Settles `doubts` of a message that was read with `limits`, and with them whatever is in doubt
/// about its structure, where one of them is about that.  `closed`: for each part whether it must
/// keep its bytes.  What the splices make has the same parts, and the same texts in them; a doubt
/// of which that cannot be had stays.  Linear.
Settled settle(const Message& message, std::span<const LeftDoubt> doubts,
               std::span<const std::uint8_t> closed, const Limits& limits);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_SETTLE_SETTLE_H_
