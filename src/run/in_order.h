// SPDX-License-Identifier: MIT
//
// Things that are worked on side by side and told in their order, where they are no messages:
// run.h has those.
#ifndef BASEWALK_RUN_IN_ORDER_H_
#define BASEWALK_RUN_IN_ORDER_H_

#include <cstddef>
#include <functional>

namespace basewalk::run {

/// Calls `work` for each number from 0 to below `count`, as many at a time as there are jobs (0:
/// one for each core), and calls what that returns in the order of the numbers, one at a time.
/// Where `goes_on` says no, nothing more is begun.  Memory: what a few for each job return.
void in_order(std::size_t count, std::size_t jobs, const std::function<bool()>& goes_on,
              const std::function<std::function<void()>(std::size_t)>& work);

}  // namespace basewalk::run

#endif  // BASEWALK_RUN_IN_ORDER_H_
