// SPDX-License-Identifier: MIT
//
// The first thread waits for signals, which all others block, and does what they ask for.  Requests
// are answered in a thread of libmicrohttpd's.
#include "guard/server.h"

#include <signal.h>
#include <unistd.h>

#include <exception>
#include <initializer_list>
#include <string>

#include "daemon/listener.h"
#include "daemon/log.h"
#include "daemon/metrics.h"
#include "daemon/process.h"
#include "guard/http.h"

namespace basewalk::guard {
namespace {

using daemon::Level, daemon::log, daemon::notify;

void read_again(Service& service) {
  std::optional<Configuration> read = service.reread();
  const bool opened = service.journal.open();
  if (!read || !opened) {
    log(Level::error, {}, "not reloaded: all goes on as it was");
    return;
  }
  for (const std::string_view name : fixed_differences(service.options, read->options))
    log(Level::warning, {}, std::string(name) + " is another now: that takes a restart");
  service.treat_from_now_on(std::move(read->treatment));
  log(Level::info, {}, "reloaded");
}

void reload(Service& service) {
  daemon::notify_reloading();
  try {
    read_again(service);
  } catch (const std::exception& error) {
    log(Level::error, {}, std::string("not reloaded: ") + error.what());
  }
  notify("READY=1");
}

void serve_until_end(Service& service, const sigset_t& signals) {
  for (;;) {
    // Not sigwait(): in a tool that has the milter, that one leaves these signals out.
    const int signal = ::sigwaitinfo(&signals, nullptr);
    if (signal < 0) continue;
    if (signal == SIGHUP)
      reload(service);
    else if (signal == SIGUSR1)
      log(Level::info, {}, service.counters.line());
    else
      return;
  }
}

}  // namespace

std::vector<std::string_view> fixed_differences(const Options& a, const Options& b) {
  std::vector<std::string_view> names;
  const auto same = [&](std::string_view name, bool is_same) {
    if (!is_same) names.push_back(name);
  };
  same("--socket", a.address == b.address);
  same("--socket-mode", a.socket_mode == b.socket_mode);
  same("--socket-group", a.socket_group == b.socket_group);
  same("--connections", a.connections == b.connections);
  same("--timeout", a.timeout == b.timeout);
  same("--ask-jobs", a.ask_jobs == b.ask_jobs);
  same("--metrics", a.metrics == b.metrics);
  same("--log", a.log == b.log);
  same("--report", a.report == b.report);
  same("--report-bytes", a.report_bytes == b.report_bytes);
  return names;
}

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
