// SPDX-License-Identifier: MIT
//
// The process: it starts, serves, and stops.
#ifndef BASEWALK_GUARD_SERVER_H_
#define BASEWALK_GUARD_SERVER_H_

#include <string>

#include "guard/service.h"

namespace basewalk::guard {

/// Serves until SIGTERM or SIGINT; reloads at SIGHUP, tells the counters at SIGUSR1.  False where
/// it could not begin, which the log says.
bool serve(Service& service);

/// Why it cannot begin, whatever it is to serve; empty where nothing is known.
const std::string& cannot_serve();

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_SERVER_H_
