// SPDX-License-Identifier: MIT
//
// The jobs that the program itself has, and the openers of documents; modules have others
// (module.h).  One more is a function and a row in jobs.cpp, openers.cpp or modules/.
//
// Before this: run.cpp has confined the process.  After it: each job tells a MemberSink (job.h).
#ifndef BASEWALK_SRC_WORKER_PROGRAM_JOBS_H_
#define BASEWALK_SRC_WORKER_PROGRAM_JOBS_H_

#include <span>
#include <string_view>

#include "worker/document.h"
#include "worker/job.h"

namespace basewalk::worker {

struct Job {
  std::string_view name;
  void (*read)(Input& input, MemberSink& sink);
};

std::span<const Job> jobs();

/// What opens documents: of these a process serves many (serve.h), each in a process of its own.
struct Opener {
  std::string_view name = {};  ///< none: it is none
  void (*open)(const Document& document, DocumentSink& sink) = nullptr;
};

std::span<const Opener> openers();

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_JOBS_H_
