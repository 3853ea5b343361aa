// SPDX-License-Identifier: MIT
#include "filter/reload.h"

#include <optional>
#include <utility>

#include "daemon/log.h"
#include "daemon/reload.h"

namespace basewalk::filter {
namespace {

// They take a restart.
daemon::Differences fixed_differences(const Options& a, const Options& b) {
  daemon::Differences differences;
  differences.add("--socket", a.address == b.address);
  differences.add("--socket-mode", a.socket_mode == b.socket_mode);
  differences.add("--socket-group", a.socket_group == b.socket_group);
  differences.add("--user or --group", a.identity == b.identity);
  differences.add("--connections", a.connections == b.connections);
  differences.add("--timeout", a.timeout == b.timeout);
  differences.add("--drain", a.drain == b.drain);
  differences.add("--pid-file", a.pid_file == b.pid_file);
  differences.add("--report", a.report == b.report);
  differences.add("--log", a.log_to == b.log_to);
  differences.add("--metrics", a.metrics == b.metrics);
  differences.add("--next", a.next == b.next);
  return differences;
}

}  // namespace

void reread(Service& service) {
  static_cast<void>(service.report.open(service.options.report));  // the file that was goes on
  std::optional<Configuration> read = service.reread();
  if (!read) return daemon::say_not_reloaded();
  fixed_differences(service.options, read->options).say();
  service.treat_from_now_on(std::move(read->treatment));
  daemon::log(daemon::Level::info, {}, "reloaded, for connections from now on");
}

}  // namespace basewalk::filter
