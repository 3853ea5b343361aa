// SPDX-License-Identifier: MIT
//
// What a worker may use, and why one ended.
//
// Before this: worker.cpp or exchange.cpp has started it, and it is gone.
#ifndef BASEWALK_SRC_WORKER_REASON_H_
#define BASEWALK_SRC_WORKER_REASON_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "worker/frame.h"
#include "worker/job.h"
#include "worker/process.h"

namespace basewalk::worker {

/// What a worker may use.
struct Grant {
  /// Address space, libraries included.
  std::uint64_t memory = std::uint64_t{512} << 20;
  /// Seconds of CPU time, and for each MiB of the file and of what is given of it.
  std::uint64_t cpu = 60, cpu_per_mib = 2;
  /// So often another worker goes on.
  int restarts = 16;
};

/// Why a worker ended, as the rest of a sentence that begins with "the program that takes it
/// apart".
struct Reason {
  std::string why;
  Trouble trouble = Trouble::damaged;
  bool worth_a_retry = false;
};

/// Of one that was begun before this process was forked.
inline constexpr std::string_view kIsParents =
    "works for the process that this one was forked from";

/// `how`: what was had of it instead of the next frame.
Reason reason_of(FrameReader::Got how, const Exit& exit, const Grant& grant);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_REASON_H_
