// SPDX-License-Identifier: MIT
//
// What the program does: confines itself, then does one job.
//
// Before this: process.cpp started it.  After it: confine.cpp, and a job of jobs.h.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_RUN_H_
#define BASEWALK_SRC_WORKER_PROGRAM_RUN_H_

#include <span>

#include "worker/program/jobs.h"

namespace basewalk::worker {

/// main() with these jobs.  The arguments are a job, the first member that is wanted, bytes of
/// memory and seconds of CPU time.
int run(int argc, char** argv, std::span<const Job> jobs);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_RUN_H_
