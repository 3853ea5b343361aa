// SPDX-License-Identifier: MIT
//
// The jobs that read archives: 7z and RAR, by libarchive.
//
// Before this: program/run.cpp has confined the process.  After it: each tells a MemberSink
// (job.h).
#ifndef BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_ARCHIVES_H_
#define BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_ARCHIVES_H_

#include "worker/job.h"

namespace basewalk::worker {

void read_7z(Input& input, MemberSink& sink);
void read_rar(Input& input, MemberSink& sink);
/// While files can be opened.
void prepare_libarchive();

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_ARCHIVES_ARCHIVES_H_
