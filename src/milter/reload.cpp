// SPDX-License-Identifier: MIT
#include "milter/reload.h"

#include <time.h>

#include <cstdint>
#include <exception>
#include <string>
#include <utility>

#include "milter/log.h"
#include "milter/process.h"

namespace basewalk::milter {
namespace {

// What systemd wants to know with RELOADING=1: when it began, by the clock that it has, too.
std::string microseconds_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::to_string(static_cast<std::uint64_t>(now.tv_sec) * 1'000'000 +
                        static_cast<std::uint64_t>(now.tv_nsec) / 1000);
}

void read_again(Service& service) {
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

}  // namespace

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
  same("--pid-file", a.pid_file == b.pid_file);
  same("--log", a.log_to_syslog == b.log_to_syslog);
  same("--metrics", a.metrics == b.metrics);
  return names;
}

void reload(Service& service) noexcept {
  try {
    notify("RELOADING=1\nMONOTONIC_USEC=" + microseconds_now());
    read_again(service);
  } catch (const std::exception& error) {
    try {
      log(Level::error, {}, std::string("not reloaded: ") + error.what());
    } catch (const std::exception&) {
      // No memory even for that.
    }
  }
  notify("READY=1");
}

}  // namespace basewalk::milter
