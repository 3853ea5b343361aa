// SPDX-License-Identifier: MIT
//
// The options of the milter itself; how messages are rewritten is in cli/rewrite_options.h.
#ifndef BASEWALK_CLI_OPTIONS_MILTER_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_MILTER_OPTIONS_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace basewalk::milter {

/// As typed.
struct TypedOptions {
  std::string socket, on_error = "tempfail", max_bytes = "64M";
  std::string user, group, socket_mode = "0660", socket_group;
  std::string pid_file, log = "stderr", metrics;
  std::size_t timeout = 7210, connections = 256;
  bool dry_run = false;
};

/// Where the mail server finds us: a path, or a port at an address.
struct Address {
  enum class Family : std::uint8_t { unix_socket, inet, inet6 };
  Family family = Family::unix_socket;
  std::string path;
  std::uint16_t port = 0;
  std::string host;
};

/// "unix:PATH", "inet:PORT@HOST", "inet6:PORT@HOST".  Nothing where it is none of them; `why` is a
/// sentence then.
std::optional<Address> read_address(std::string_view text, std::string& why);

struct Options {
  Address address;
  bool accept_on_error = false;
  bool dry_run = false;
  std::size_t max_bytes = 0;
  std::size_t connections = 0;
  int timeout = 0;  ///< seconds
  bool log_to_syslog = false;
  std::string pid_file;
  mode_t socket_mode = 0;
  std::optional<gid_t> socket_group;
  /// To become before the first connection is served; none where nothing was given.
  struct Identity {
    std::string name;  ///< of the user, for its further groups; empty where only a number is known
    uid_t user = 0;
    gid_t group = 0;
  };
  std::optional<Identity> identity;
  std::optional<Address> metrics;  ///< inet or inet6, on loopback
};

void add_options(CLI::App& app, TypedOptions& typed);

/// What was typed; nothing, with a message, where it makes no sense.
std::optional<Options> read_options(const TypedOptions& typed);

}  // namespace basewalk::milter

#endif  // BASEWALK_CLI_OPTIONS_MILTER_OPTIONS_H_
