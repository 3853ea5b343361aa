// SPDX-License-Identifier: MIT
//
// The process: it starts, serves, and stops.
#ifndef BASEWALK_GUARD_SERVER_H_
#define BASEWALK_GUARD_SERVER_H_

#include "guard/service.h"

namespace basewalk::guard {

/// Serves until SIGTERM or SIGINT; reloads at SIGHUP, tells the counters at SIGUSR1.  False where
/// it could not begin, which the log says.
bool serve(Service& service);

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_SERVER_H_
