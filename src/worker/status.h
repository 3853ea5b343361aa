// SPDX-License-Identifier: MIT
//
// What the worker exits with, where it can say why it gives up a member.
//
// Before this: program/run.cpp exits so.  After it: worker.cpp makes a sentence of it.
#ifndef BASEWALK_SRC_WORKER_STATUS_H_
#define BASEWALK_SRC_WORKER_STATUS_H_

namespace basewalk::worker {

constexpr int kMisused = 2;     // not started as worker.cpp does
constexpr int kNoMemory = 3;    // RLIMIT_AS
constexpr int kGaveUp = 4;      // a job threw something
constexpr int kNobodyAsks = 5;  // the pipe is closed

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_STATUS_H_
