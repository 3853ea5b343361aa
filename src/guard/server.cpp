// SPDX-License-Identifier: MIT
//
// The first thread waits for signals, which all others block, and does what they ask for.  Requests
// are answered in a thread of libmicrohttpd's.
#include "guard/server.h"

#include <signal.h>
#include <unistd.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "daemon/listener.h"
#include "daemon/log.h"
#include "daemon/metrics.h"
#include "daemon/process.h"
#include "daemon/reload.h"
#include "guard/http.h"
#include "guard/http_calls.h"

namespace basewalk::guard {
namespace {

using daemon::Level, daemon::log, daemon::notify;

// They take a restart.
daemon::Differences fixed_differences(const Options& a, const Options& b) {
  daemon::Differences differences;
  differences.add("--socket", a.address == b.address);
  differences.add("--socket-mode", a.socket_mode == b.socket_mode);
  differences.add("--socket-group", a.socket_group == b.socket_group);
  differences.add("--connections", a.connections == b.connections);
  differences.add("--timeout", a.timeout == b.timeout);
  differences.add("--ask-jobs", a.ask_jobs == b.ask_jobs);
  differences.add("--metrics", a.metrics == b.metrics);
  differences.add("--log", a.log == b.log);
  differences.add("--report", a.report == b.report);
  differences.add("--report-bytes", a.report_bytes == b.report_bytes);
  return differences;
}

void reread(Service& service) {
  std::optional<Configuration> read = service.reread();
  const bool opened = service.journal.open();
  if (!read || !opened) return daemon::say_not_reloaded();
  fixed_differences(service.options, read->options).say();
  service.treat_from_now_on(std::move(read->treatment));
  log(Level::info, {}, "reloaded");
}

void serve_until_end(Service& service, const sigset_t& signals) {
  for (;;) {
    // Not sigwait(): in a tool that has the milter, that one leaves these signals out.
    const int signal = ::sigwaitinfo(&signals, nullptr);
    if (signal < 0) continue;
    if (signal == SIGHUP)
      daemon::reload([&service] { reread(service); });
    else if (signal == SIGUSR1)
      log(Level::info, {}, service.counters.line());
    else
      return;
  }
}

}  // namespace

const std::string& cannot_serve() { return mhd().missing; }

bool serve(Service& service) {
  const Options& options = service.options;
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1}) sigaddset(&signals, signal);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  if (!daemon::allow_descriptors(options.connections)) return false;
  int metrics = -1;
  if (options.metrics && (metrics = daemon::open_metrics(*options.metrics)) < 0) return false;
  if (!service.journal.open()) return false;
  const int listener = daemon::open_listener(
      {options.address, options.connections, options.socket_mode, options.socket_group});
  if (listener < 0) return false;
  {
    const std::unique_ptr<Http> http = Http::start(service, listener);
    if (!http) {
      daemon::remove_listener();
      return false;
    }
    // The readers of counters live as long as the process: serve() does not return before its end.
    if (metrics >= 0)
      daemon::serve_metrics(metrics, [&service] { return service.counters.prometheus(); });
    if (::geteuid() == 0) log(Level::warning, {}, "running as root; nothing here needs that");
    notify("READY=1");
    log(Level::info, {}, "ready");
    serve_until_end(service, signals);
    notify("STOPPING=1");
    daemon::remove_listener();
  }
  log(Level::info, {}, "stopped: " + service.counters.line());
  ::_exit(0);  // whoever reads --metrics may still do so
}

}  // namespace basewalk::guard
