// SPDX-License-Identifier: MIT
//
// The process: it starts, serves, and stops.
#ifndef BASEWALK_MILTER_SERVER_H_
#define BASEWALK_MILTER_SERVER_H_

#include "milter/service.h"

namespace basewalk::milter {

/// Serves until SIGTERM or SIGINT, and then ends the process; reloads at SIGHUP.  Returns only
/// where it could not begin, which the log says.
void serve(Service& service);

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_SERVER_H_
