// SPDX-License-Identifier: MIT
//
// How many jobs there are where nobody has said.
#ifndef BASEWALK_RUN_CORES_H_
#define BASEWALK_RUN_CORES_H_

#include <cstddef>

namespace basewalk::run {

/// The cores that this process may run on; at least one.
std::size_t cores();

}  // namespace basewalk::run

#endif  // BASEWALK_RUN_CORES_H_
