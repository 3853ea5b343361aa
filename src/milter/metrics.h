// SPDX-License-Identifier: MIT
//
// The counters as a page for Prometheus, on loopback: GET /metrics.
#ifndef BASEWALK_MILTER_METRICS_H_
#define BASEWALK_MILTER_METRICS_H_

#include "milter/counters.h"
#include "milter/options.h"

namespace basewalk::milter {

/// Listens at `address`.  A descriptor, or -1 with a message.
int open_metrics(const Address& address);

/// Answers one reader after the other, in a thread of its own, as long as the process lives.
void serve_metrics(int listener, const Counters& counters);

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_METRICS_H_
