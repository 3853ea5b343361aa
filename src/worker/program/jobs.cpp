// SPDX-License-Identifier: MIT
#include "worker/program/jobs.h"

#include "worker/jobs/pst.h"

namespace basewalk::worker {
namespace {

constexpr Job kJobs[] = {{"pst", read_pst}};

}  // namespace

std::span<const Job> jobs() { return kJobs; }

}  // namespace basewalk::worker
