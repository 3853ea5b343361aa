// SPDX-License-Identifier: MIT
//
// What the program does: confines itself, then does one job; or serves those who have documents
// opened.
//
// Before this: process.cpp started it.  After it: confine.cpp, and a job of jobs.h; or serve.cpp.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_RUN_H_
#define BASEWALK_SRC_WORKER_PROGRAM_RUN_H_

#include <span>

#include "worker/program/jobs.h"

namespace basewalk::worker {

/// main() with these jobs and openers.  The arguments are a job, the first member that is wanted,
/// bytes of memory and seconds of CPU time; or the word "serve", and
/// the name of the module (worker/module.h) whose openers it is to have beside these; or the word
/// "answer", the name of the module that answers, memory and CPU time.
int run(int argc, char** argv, std::span<const Job> jobs, std::span<const Opener> openers = {});

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_RUN_H_
