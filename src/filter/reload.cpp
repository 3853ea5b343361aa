// SPDX-License-Identifier: MIT
#include "filter/reload.h"

#include <exception>
#include <string>
#include <utility>

#include "daemon/log.h"
#include "daemon/process.h"

namespace basewalk::filter {

using daemon::Level, daemon::log;

void reread(Service& service) {
  static_cast<void>(service.report.open(service.options.report));  // the file that was goes on
  std::optional<Configuration> read = service.reread();
  if (!read) {
    log(Level::error, {}, "not reloaded: all goes on as it was");
    return;
  }
  for (const std::string_view name : fixed_differences(service.options, read->options))
    log(Level::warning, {}, std::string(name) + " is another now: that takes a restart");
  service.treat_from_now_on(std::move(read->treatment));
  log(Level::info, {}, "reloaded, for connections from now on");
}

std::vector<std::string_view> fixed_differences(const Options& a, const Options& b) {
  std::vector<std::string_view> names;
  const auto same = [&](std::string_view name, bool is_same) {
    if (!is_same) names.push_back(name);
  };
  same("--socket", a.address == b.address);
  same("--socket-mode", a.socket_mode == b.socket_mode);
  same("--socket-group", a.socket_group == b.socket_group);
  same("--user or --group", a.identity == b.identity);
  same("--connections", a.connections == b.connections);
  same("--timeout", a.timeout == b.timeout);
  same("--drain", a.drain == b.drain);
  same("--pid-file", a.pid_file == b.pid_file);
  same("--report", a.report == b.report);
  same("--log", a.log_to == b.log_to);
  same("--metrics", a.metrics == b.metrics);
  same("--next", a.next == b.next);
  return names;
}

void reload(Service& service) noexcept {
  try {
    daemon::notify_reloading();
    reread(service);
  } catch (const std::exception& error) {
    try {
      log(Level::error, {}, std::string("not reloaded: ") + error.what());
    } catch (const std::exception&) {
      // No memory even for that.
    }
  }
  daemon::notify("READY=1");
}

}  // namespace basewalk::filter
