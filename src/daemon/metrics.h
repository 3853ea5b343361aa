// SPDX-License-Identifier: MIT
//
// Counters as a page for Prometheus, on loopback: GET /metrics.
#ifndef BASEWALK_DAEMON_METRICS_H_
#define BASEWALK_DAEMON_METRICS_H_

#include <functional>
#include <string>

#include "daemon/address.h"

namespace basewalk::daemon {

/// Listens at `address`.  A descriptor, or -1 with a message.
int open_metrics(const Address& address);

/// Answers one reader after the other with `page`, in the text format of Prometheus (0.0.4), in a
/// thread of its own, as long as the process lives.
void serve_metrics(int listener, std::function<std::string()> page);
/// No longer: another process can listen there.
void stop_metrics(int listener);

}  // namespace basewalk::daemon

#endif  // BASEWALK_DAEMON_METRICS_H_
