// SPDX-License-Identifier: MIT
#include "worker/program/jobs.h"

#include "worker/jobs/pst.h"
#include "worker/program/archives/archives.h"

namespace basewalk::worker {
namespace {

constexpr Job kJobs[] = {
    {"7z", read_7z, prepare_libarchive},
    {"rar", read_rar, prepare_libarchive},
    {"pst", read_pst},
};

}  // namespace

std::span<const Job> jobs() { return kJobs; }

}  // namespace basewalk::worker
