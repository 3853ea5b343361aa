// SPDX-License-Identifier: MIT
//
// The process of a filter: it starts, serves, and stops.  Before: options.h, service.h.  What
// speaks with mail servers is given to it.
#ifndef BASEWALK_FILTER_SERVE_H_
#define BASEWALK_FILTER_SERVE_H_

#include <cstddef>

#include "filter/service.h"

namespace basewalk::filter {

/// The connections of mail servers.
class Connections {
 public:
  virtual ~Connections() = default;
  /// They come to this socket, which is theirs from now on.  Before run(), once, in the process
  /// that serves.  False, with a message.
  virtual bool begin(int listener) = 0;
  /// Accepts and serves them, in the thread that calls it and in others.  False where it gave up,
  /// with a message; true where it was stopped.
  virtual bool run() = 0;
  /// No connection is accepted any more; those that are open go on.
  virtual void stop_accepting() = 0;
  /// Those that were accepted and are not closed.
  virtual std::size_t open() const = 0;
};

/// Serves until SIGTERM or SIGINT, and then ends the process; reloads at SIGHUP.  Returns only
/// where it could not begin, which the log says.
void serve(Service& service, Connections& connections);

}  // namespace basewalk::filter

#endif  // BASEWALK_FILTER_SERVE_H_
