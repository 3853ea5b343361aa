// SPDX-License-Identifier: MIT
#include "run/cores.h"

#if defined(__linux__)
#include <sched.h>
#endif

#include <algorithm>
#include <thread>

namespace basewalk::run {

// oneTBB would look for a runtime of OpenMP to ask, in every folder where libraries may be.
std::size_t cores() {
#if defined(__linux__)
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
    return static_cast<std::size_t>(CPU_COUNT(&set));
#endif
  return std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

}  // namespace basewalk::run
