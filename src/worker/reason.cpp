// SPDX-License-Identifier: MIT
#include "worker/reason.h"

#include <csignal>

#include "worker/status.h"

namespace basewalk::worker {
namespace {

constexpr std::uint64_t kMib = std::uint64_t{1} << 20;

Reason reason_of_signal(int signal, const Grant& grant) {
  switch (signal) {
    case SIGXCPU:
      return {"took more CPU time than it is granted (" + std::to_string(grant.cpu) +
                  " seconds, and " + std::to_string(grant.cpu_per_mib) + " for each MiB)",
              Trouble::limit};
    case SIGSYS:
      return {"was stopped: it asked the system for what it may not have"};
    case SIGKILL:
    case SIGTERM:
    case SIGHUP:
    case SIGINT:
    case SIGQUIT:
      return {"was killed from outside (signal " + std::to_string(signal) +
                  "), perhaps for want of memory",
              Trouble::unreadable, true};
    default:
      return {"crashed (signal " + std::to_string(signal) + ")"};
  }
}

}  // namespace

Reason reason_of(FrameReader::Got how, const Exit& exit, const Grant& grant) {
  // It was still running, and was killed for what it wrote.
  if (how == FrameReader::Got::nonsense) return {"wrote what makes no sense"};
  if (!exit.is_known) return {"ended too soon"};
  if (exit.signal == SIGKILL && how == FrameReader::Got::end)
    return {"was killed, or stopped to answer", Trouble::unreadable, true};
  if (exit.signal != 0) return reason_of_signal(exit.signal, grant);
  switch (exit.status) {
    case kNoMemory:
      return {
          "needs more memory than it is granted (" + std::to_string(grant.memory / kMib) + " MiB)",
          Trouble::limit};
    case kGaveUp:
      return {"gave up"};
    default:
      return {"ended with status " + std::to_string(exit.status)};
  }
}

}  // namespace basewalk::worker
