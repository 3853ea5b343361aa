// SPDX-License-Identifier: MIT
#include "cli/options/milter_options.h"

#include <grp.h>
#include <pwd.h>
#include <sys/un.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <limits>
#include <utility>

#include "cli/command.h"
#include "cli/options/shared_options.h"

namespace basewalk::cli {
namespace {

using milter::Address;
using milter::Options;

// Behind the path stands ".PID" until the socket is ready (socket.cpp).
constexpr std::size_t kLongestPath = sizeof(sockaddr_un::sun_path) - sizeof ".4294967295";

// Room for a header; a bound below it would pass every message.
constexpr std::size_t kLeastBytes = 64 * 1024;

bool complain_of(std::string_view option, std::string_view value, std::string_view why) {
  complain(std::string(option) + " " + std::string(value) + ": " + std::string(why));
  return false;
}

template <class Number>
std::optional<Number> read_number(std::string_view text, int base = 10) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return {};
  return number;
}

std::optional<gid_t> read_group(std::string_view option, const std::string& name) {
  if (const group* entry = ::getgrnam(name.c_str())) return entry->gr_gid;
  if (const auto number = read_number<gid_t>(name)) return number;
  complain_of(option, name, "there is no such group");
  return {};
}

bool read_identity(const TypedMilterOptions& typed, Options& options) {
  if (typed.user.empty() && typed.group.empty()) return true;
  Options::Identity identity{{}, ::geteuid(), ::getegid()};
  if (!typed.user.empty()) {
    const passwd* entry = ::getpwnam(typed.user.c_str());
    const auto number = read_number<uid_t>(typed.user);
    if (entry == nullptr && number) entry = ::getpwuid(*number);
    if (entry != nullptr) {
      identity = {entry->pw_name, entry->pw_uid, entry->pw_gid};
    } else if (number && !typed.group.empty()) {
      identity.user = *number;
    } else if (number) {
      return complain_of("--user", typed.user, "nobody has this number: give --group as well");
    } else {
      return complain_of("--user", typed.user, "there is no such user");
    }
  }
  if (!typed.group.empty()) {
    const std::optional<gid_t> group = read_group("--group", typed.group);
    if (!group) return false;
    identity.group = *group;
  }
  options.identity = identity;
  return true;
}

// "8892", "127.0.0.1:8892", "[::1]:8892".
bool read_metrics(const std::string& text, Options& options) {
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
  if (!number)
    return complain_of("--metrics", text,
                       "give PORT, 127.0.0.1:PORT or [::1]:PORT; it is shown to "
                       "this machine only");
  address.port = *number;
  options.metrics = address;
  return true;
}

std::optional<Address> read_inet(std::string_view text, Address address, std::string& why) {
  const std::size_t at = text.find('@');
  const auto port = read_number<std::uint16_t>(text.substr(0, at));
  if (!port || *port == 0) {
    why = "a port is a number from 1 to 65535";
    return {};
  }
  // libmilter would listen on every address; a milter asks nobody who he is.
  if (at == std::string_view::npos || at + 1 == text.size()) {
    why = "give the address to listen on, as in inet:8891@127.0.0.1";
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

// "unix:PATH", "inet:PORT@HOST", "inet6:PORT@HOST".  Nothing where it is none of them; `why` is a
// sentence then.
std::optional<Address> read_address(std::string_view text, std::string& why) {
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
    return read_inet(text.substr(5), address, why);
  }
  if (text.starts_with("inet6:")) {
    address.family = Address::Family::inet6;
    return read_inet(text.substr(6), address, why);
  }
  why = "give unix:PATH, inet:PORT@HOST or inet6:PORT@HOST";
  return {};
}

bool read_socket(const TypedMilterOptions& typed, Options& options) {
  if (typed.socket.empty()) {
    complain("--socket is needed, as in --socket unix:/run/basewalk/milter.sock");
    return false;
  }
  std::string why;
  const std::optional<Address> address = read_address(typed.socket, why);
  if (!address) return complain_of("--socket", typed.socket, why);
  options.address = *address;
  const auto mode = read_number<mode_t>(typed.socket_mode, 8);
  if (!mode || *mode > 0777)
    return complain_of("--socket-mode", typed.socket_mode, "give an octal number, as in 0660");
  options.socket_mode = *mode;
  if (!typed.socket_group.empty()) {
    options.socket_group = read_group("--socket-group", typed.socket_group);
    if (!options.socket_group) return false;
  }
  return true;
}

}  // namespace

void add_on_doubt_option(CLI::App& app, TypedMilterOptions& typed) {
  app.add_option("--on-doubt", typed.on_doubt,
                 "Verdict not clear: pass, tempfail, reject, quarantine")
      ->check(CLI::IsMember({"pass", "tempfail", "reject", "quarantine"}).description(""))
      ->type_name("WHAT");
}

void add_dry_run_option(CLI::App& app, TypedMilterOptions& typed) {
  app.add_flag("--dry-run", typed.dry_run, "Change nothing, only log and count");
}

milter::OnDoubt on_doubt_named(const std::string& name) {
  using milter::OnDoubt;
  for (const OnDoubt what : {OnDoubt::tempfail, OnDoubt::reject, OnDoubt::quarantine})
    if (policy::name(what) == name) return what;
  return OnDoubt::pass;
}

void add_milter_options(CLI::App& app, TypedMilterOptions& typed) {
  app.add_option("--socket", typed.socket, "unix:PATH, inet:PORT@HOST or inet6:PORT@HOST")
      ->type_name("ADDRESS");
  app.add_option("--socket-mode", typed.socket_mode, "Of a unix socket; default 0660")
      ->type_name("MODE");
  app.add_option("--socket-group", typed.socket_group, "Of a unix socket: the mail server's")
      ->type_name("GROUP");
  app.add_option("--user", typed.user, "Become USER before a connection is served")
      ->type_name("USER");
  app.add_option("--group", typed.group, "And GROUP; default: the user's")->type_name("GROUP");
  app.add_option("--on-error", typed.on_error, "tempfail (default), or accept the mail unchanged")
      ->check(CLI::IsMember({"tempfail", "accept"}))
      ->type_name("WHAT");
  add_on_doubt_option(app, typed);
#if BASEWALK_HAS_POLICY
  app.add_option("--policy", typed.policy, "Rules that say whose mail is treated how")
      ->type_name("FILE");
#endif
  app.add_option("--max-bytes", typed.max_bytes, "Larger messages pass unchanged; default 64M")
      ->type_name("N");
  app.add_option("--connections", typed.connections, "At most so many at once; default 256")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}).description(""))
      ->type_name("N");
  app.add_option("--timeout", typed.timeout, "Seconds without a word; default 7210")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  app.add_option("--pid-file", typed.pid_file, "Write the process id there")->type_name("FILE");
  app.add_option("--log", typed.log, "stderr (default) or syslog")
      ->check(CLI::IsMember({"stderr", "syslog"}))
      ->type_name("WHERE");
  app.add_option("--metrics", typed.metrics, "Counters for Prometheus at this port of loopback")
      ->type_name("PORT");
  add_dry_run_option(app, typed);
  app.add_flag("--check-config", typed.check_config,
               "Look whether options and files make sense, and end")
      ->configurable(false);
}

std::optional<milter::Configuration> milter_configuration(const TypedMilterOptions& typed,
                                                          rewrite::Options rewriting) {
  milter::Configuration made;
  Options& options = made.options;
  milter::Treatment& treatment = made.treatment;
  if (!read_socket(typed, options) || !read_identity(typed, options)) return {};
  if (!typed.metrics.empty() && !read_metrics(typed.metrics, options)) return {};
  const std::optional<std::size_t> bytes = number_of(typed.max_bytes);
  if (!bytes || *bytes < kLeastBytes) {
    complain_of("--max-bytes", typed.max_bytes,
                "give a number of at least 65536 (k, M and G may follow it)");
    return {};
  }
  treatment.max_bytes = *bytes;
  options.connections = typed.connections;
  options.timeout = static_cast<int>(typed.timeout);
  treatment.on_doubt = on_doubt_named(typed.on_doubt);
  treatment.accept_on_error = typed.on_error == "accept";
  options.log_to_syslog = typed.log == "syslog";
  options.pid_file = typed.pid_file;
  treatment.dry_run = typed.dry_run;
  treatment.rewriting = std::move(rewriting);
  return made;
}

}  // namespace basewalk::cli
