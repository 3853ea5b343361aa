// SPDX-License-Identifier: MIT
//
// The messages of an Outlook data file (.pst, .ost), for the worker process.
//
// Which messages there are, and in which folders, is taken from the tree of nodes, which names each
// with its folder, and not from the tables that Outlook shows: what such a table does not name is
// found as well, and each is found once.  Folders come in the order of the tree, each before those
// below it, and messages by their numbers, in which they were put into the file.  What has no
// folder comes last.
//
// Before this: program/run.cpp has confined the process.  After it: outlook_message.cpp makes a
// message of each.
#ifndef BASEWALK_SRC_WORKER_JOBS_PST_H_
#define BASEWALK_SRC_WORKER_JOBS_PST_H_

#include "worker/job.h"

namespace basewalk::worker {

void read_pst(Input& input, MemberSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOBS_PST_H_
