// SPDX-License-Identifier: MIT
//
// libmilter has a thread that waits for SIGHUP, SIGTERM and SIGINT, stops at each of them, and sees
// to it up to six seconds later.  What it waits with is our sigwait()
// (listening/library_calls.cpp), which leaves them out: none can come to it before it comes to us
// (filter/serve.cpp).
#include "milter/server.h"

#include <libmilter/mfapi.h>

#include "daemon/log.h"
#include "milter/connection/callbacks.h"
#include "milter/listening/library_calls.h"

namespace basewalk::milter {

using daemon::Level, daemon::log;

bool Connections::begin(int listener) {
  if (register_callbacks(service_))
    return listen_by_libmilter(listener, service_.options.connections);
  log(Level::error, {}, "libmilter does not take the callbacks");
  return false;
}

bool Connections::run() {
  if (::smfi_main() == MI_SUCCESS) return true;
  log(Level::error, {}, "libmilter gave up; syslog has the reason");
  return false;
}

void Connections::stop_accepting() { milter::stop_accepting(); }

std::size_t Connections::open() const { return accepted_connections(); }

}  // namespace basewalk::milter
