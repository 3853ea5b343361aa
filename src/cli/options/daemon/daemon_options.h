// SPDX-License-Identifier: MIT
//
// What the options of daemons have in common: addresses, groups, numbers.  What makes no sense is
// complained of.
#ifndef BASEWALK_CLI_OPTIONS_DAEMON_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_DAEMON_OPTIONS_H_

#include <sys/types.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/address.h"
#include "daemon/listener.h"

namespace CLI {
class App;
}

namespace basewalk::cli {

/// "OPTION VALUE: why".  False.
bool complain_of(std::string_view option, std::string_view value, std::string_view why);

template <class Number>
std::optional<Number> read_number(std::string_view text, int base = 10) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return {};
  return number;
}

/// "8892", "127.0.0.1:8892", "[::1]:8892".
std::optional<daemon::Address> read_metrics(const std::string& text);

/// Where a daemon listens, as typed.
struct TypedListener {
  std::string socket, socket_mode, socket_group;
};
/// `whose` is that of --socket-group: "the mail server's".
void add_listener_options(CLI::App& app, TypedListener& typed, const std::string& addresses,
                          const std::string& whose);
/// Nothing where it makes no sense; `example` is an address of such a daemon, and `port` one of its
/// ports.
std::optional<daemon::ListenAt> read_listener(const TypedListener& typed, std::string_view example,
                                              std::string_view port);

/// By name or number.
std::optional<gid_t> read_group(std::string_view option, const std::string& name);

/// "unix:PATH", "inet:PORT@HOST", "inet6:PORT@HOST", "systemd".  `port` is one that the complaint
/// can name.
std::optional<daemon::Address> read_address(std::string_view option, std::string_view text,
                                            std::string_view port);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_DAEMON_OPTIONS_H_
