// SPDX-License-Identifier: MIT
#include "cli/options/daemon/daemon_options.h"

#include <grp.h>
#include <sys/un.h>

#include <CLI/CLI.hpp>

#include "cli/command.h"

namespace basewalk::cli {
namespace {

using daemon::Address;

// Behind the path stands ".PID" until the socket is ready.
constexpr std::size_t kLongestPath = sizeof(sockaddr_un::sun_path) - sizeof ".4294967295";

std::optional<Address> read_inet(std::string_view text, Address address,
                                 std::string_view port_of_ours, std::string& why) {
  const std::size_t at = text.find('@');
  const auto port = read_number<std::uint16_t>(text.substr(0, at));
  if (!port || *port == 0) {
    why = "a port is a number from 1 to 65535";
    return {};
  }
  // Not on every address: daemons of ours ask nobody who he is.
  if (at == std::string_view::npos || at + 1 == text.size()) {
    why = "give the address to listen on, as in inet:" + std::string(port_of_ours) + "@127.0.0.1";
    return {};
  }
  address.port = *port;
  address.host = text.substr(at + 1);
  if (address.host.front() == '[' && address.host.back() == ']')
    address.host = address.host.substr(1, address.host.size() - 2);
  if (address.host.find_first_of("[]@ \t\r\n") != std::string::npos || address.host.empty()) {
    why = "the address makes no sense";
    return {};
  }
  return address;
}

// "unix:PATH", "inet:PORT@HOST", "inet6:PORT@HOST", "systemd".  Nothing where it is none of them;
// `why` is a sentence then.
std::optional<Address> any_address(std::string_view text, std::string_view port, std::string& why) {
  Address address;
  for (const std::string_view start : {"unix:", "local:"}) {
    if (!text.starts_with(start)) continue;
    address.path = text.substr(start.size());
    if (!address.path.empty() && address.path.size() <= kLongestPath) return address;
    why = address.path.empty() ? "there is no path"
                               : "the path is longer than " + std::to_string(kLongestPath) +
                                     " bytes, which no socket can have";
    return {};
  }
  if (text.starts_with("inet:")) {
    address.family = Address::Family::inet;
    return read_inet(text.substr(5), address, port, why);
  }
  if (text.starts_with("inet6:")) {
    address.family = Address::Family::inet6;
    return read_inet(text.substr(6), address, port, why);
  }
  if (text == "systemd") {
    address.family = Address::Family::systemd;
    return address;
  }
  why = "give unix:PATH, inet:PORT@HOST, inet6:PORT@HOST or systemd";
  return {};
}

}  // namespace

bool complain_of(std::string_view option, std::string_view value, std::string_view why) {
  complain(std::string(option) + " " + std::string(value) + ": " + std::string(why));
  return false;
}

std::optional<gid_t> read_group(std::string_view option, const std::string& name) {
  if (const group* entry = ::getgrnam(name.c_str())) return entry->gr_gid;
  if (const auto number = read_number<gid_t>(name)) return number;
  complain_of(option, name, "there is no such group");
  return {};
}

void add_listener_options(CLI::App& app, TypedListener& typed, const std::string& addresses,
                          const std::string& whose) {
  app.add_option("--socket", typed.socket, addresses)->type_name("ADDRESS");
  app.add_option("--socket-mode", typed.socket_mode, "Of a unix socket; default 0660")
      ->type_name("MODE");
  app.add_option("--socket-group", typed.socket_group, "Of a unix socket: " + whose)
      ->type_name("GROUP");
}

std::optional<daemon::ListenAt> read_listener(const TypedListener& typed, std::string_view example,
                                              std::string_view port) {
  if (typed.socket.empty()) {
    complain("--socket is needed, as in --socket " + std::string(example));
    return {};
  }
  const std::optional<Address> address = read_address("--socket", typed.socket, port);
  if (!address) return {};
  daemon::ListenAt made;
  made.address = *address;
  if (address->family != Address::Family::unix_socket &&
      (!typed.socket_mode.empty() || !typed.socket_group.empty())) {
    complain_of(
        "--socket", typed.socket,
        address->family == Address::Family::systemd
            ? "its mode and group stand in the unit of type socket: SocketMode=, SocketGroup="
            : "has no mode and no group, as a unix socket has; leave out --socket-mode and "
              "--socket-group");
    return {};
  }
  const auto mode = read_number<mode_t>(typed.socket_mode.empty() ? "0660" : typed.socket_mode, 8);
  if (!mode || *mode > 0777) {
    complain_of("--socket-mode", typed.socket_mode, "give an octal number, as in 0660");
    return {};
  }
  made.mode = *mode;
  if (typed.socket_group.empty()) return made;
  made.group = read_group("--socket-group", typed.socket_group);
  if (!made.group) return {};
  return made;
}

std::optional<Address> read_metrics(const std::string& text) {
  Address address{Address::Family::inet, {}, 0, "127.0.0.1"};
  std::string_view port = text;
  if (port.starts_with("127.0.0.1:")) {
    port.remove_prefix(10);
  } else if (port.starts_with("[::1]:")) {
    port.remove_prefix(6);
    address.family = Address::Family::inet6;
    address.host = "::1";
  }
  const auto number = read_number<std::uint16_t>(port);
  if (!number) {
    complain_of("--metrics", text,
                "give PORT, 127.0.0.1:PORT or [::1]:PORT; it is shown to this machine only");
    return {};
  }
  address.port = *number;
  return address;
}

std::optional<Address> read_address(std::string_view option, std::string_view text,
                                    std::string_view port) {
  std::string why;
  std::optional<Address> address = any_address(text, port, why);
  if (!address) complain_of(option, text, why);
  return address;
}

}  // namespace basewalk::cli
