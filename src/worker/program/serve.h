// SPDX-License-Identifier: MIT
//
// The program as a server: it reads nothing hostile itself, but forks a process for each document,
// which is confined before it looks at the first byte.  To fork what is loaded and set up already
// costs a fraction of starting a program, and no document can reach the next.
//
// Requests come through a socket on descriptor 0: for each a byte, with the descriptors of the
// request (document_frame.h) and of the pipe for what is told.  How the process ended is written to
// descriptor 1: two numbers (4), its signal and its status, and one (8), the microseconds of CPU
// time that it took.
//
// Before this: server.cpp has started it.  After it: an opener (document.h).
#ifndef BASEWALK_SRC_WORKER_PROGRAM_SERVE_H_
#define BASEWALK_SRC_WORKER_PROGRAM_SERVE_H_

#include <span>

#include "worker/program/jobs.h"
#include "worker/program/module.h"

namespace basewalk::worker {

/// Until nobody asks any more, with its own openers and those of the module.  What the program
/// exits with.
int serve(std::span<const Opener> own, const Loaded& loaded);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_SERVE_H_
