// SPDX-License-Identifier: MIT
//
// The jobs that the program has, and the openers of documents.  One more is a function, declared
// here, and a row in jobs.cpp.
//
// Before this: run.cpp has confined the process.  After it: each job tells a MemberSink (job.h).
#ifndef BASEWALK_SRC_WORKER_PROGRAM_JOBS_H_
#define BASEWALK_SRC_WORKER_PROGRAM_JOBS_H_

#include <span>
#include <string>
#include <string_view>

#include "worker/document.h"
#include "worker/job.h"

namespace basewalk::worker {

struct Job {
  std::string_view name;
  void (*read)(Input& input, MemberSink& sink);
  /// Called before the process is confined, while files can be opened, and without the input; or
  /// null.
  void (*prepare)() = nullptr;
};

std::span<const Job> jobs();

/// What opens documents: of these a process serves many (serve.h), each in a process of its own.
struct Opener {
  std::string_view name;
  void (*open)(const Document& document, DocumentSink& sink);
  /// Called before the process is confined, and before anything looks at the document, where the
  /// opener needs what others do not; or null.  Says what is missing; empty: nothing.
  std::string (*prepare)() = nullptr;
};

std::span<const Opener> openers();

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_JOBS_H_
