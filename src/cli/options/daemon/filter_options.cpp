// SPDX-License-Identifier: MIT
#include "cli/options/daemon/filter_options.h"

#include <pwd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/options/choices.h"
#include "cli/options/daemon/daemon_options.h"
#include "cli/options/shared_options.h"
#include "text/files/path.h"

namespace basewalk::cli {
namespace {

using daemon::Address;
using filter::Options;

// Room for a header; a bound below it would pass every message.
constexpr std::size_t kLeastBytes = 64 * 1024;
constexpr std::size_t kDrain = 300;

bool read_identity(const TypedFilterOptions& typed, Options& options) {
  if (typed.user.empty() && typed.group.empty()) return true;
  daemon::Identity identity{{}, ::geteuid(), ::getegid()};
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

bool read_socket(const TypedFilterOptions& typed, Options& options) {
  const bool proxies = typed.kind == FilterKind::proxy;
  const std::optional<daemon::ListenAt> read =
      read_listener(typed, proxies ? "inet:10025@127.0.0.1" : "unix:/run/basewalk/milter.sock",
                    proxies ? "10025" : "8891");
  if (!read) return false;
  options.address = read->address;
  options.socket_mode = read->mode;
  options.socket_group = read->group;
  return true;
}

std::chrono::seconds drain_of(const TypedFilterOptions& typed) {
  return std::chrono::seconds(typed.drain.value_or(kDrain));
}

// "smtp:inet:10026@127.0.0.1", "lmtp:unix:/run/dovecot/lmtp".
bool read_next(const TypedFilterOptions& typed, Options& options) {
  if (typed.next.empty()) {
    complain("--next is needed, as in --next smtp:inet:10026@127.0.0.1");
    return false;
  }
  filter::NextHop next;
  std::string_view rest = typed.next;
  next.lmtp = rest.starts_with("lmtp:");
  if (!next.lmtp && !rest.starts_with("smtp:"))
    return complain_of("--next", typed.next, "give smtp:ADDRESS or lmtp:ADDRESS");
  rest.remove_prefix(5);
  const std::optional<Address> address = read_address("--next", rest, "10026");
  if (!address) return false;
  if (address->family == Address::Family::systemd)
    return complain_of("--next", typed.next, "systemd hands over no server; give its address");
  const bool are_paths = address->family == Address::Family::unix_socket &&
                         options.address.family == Address::Family::unix_socket;
  if (*address == options.address ||
      (are_paths && text::is_same_file(address->path, options.address.path)))
    return complain_of("--next", typed.next, "that is --socket: the proxy would be its own client");
  next.address = *address;
  options.next = next;
  // The client's, the server's, and a file for a message that is large.
  options.descriptors = 3;
  options.last_answers = drain_of(typed);
  return true;
}

}  // namespace

void add_on_doubt_option(CLI::App& app, TypedFilterOptions& typed) {
  const bool holds = typed.kind != FilterKind::proxy;
  app.add_option("--on-doubt", typed.on_doubt,
                 holds ? "Verdict not clear: pass, tempfail, reject, quarantine"
                       : "Verdict not clear: pass, tempfail, reject")
      ->check(
          CLI::IsMember(holds ? std::vector<std::string>{"pass", "tempfail", "reject", "quarantine"}
                              : std::vector<std::string>{"pass", "tempfail", "reject"})
              .description(""))
      ->type_name("WHAT");
}

void add_dry_run_option(CLI::App& app, TypedFilterOptions& typed) {
  app.add_flag("--dry-run", typed.dry_run, "Change nothing, only log and count");
}

policy::OnDoubt on_doubt_named(const std::string& name) {
  using policy::OnDoubt;
  for (const OnDoubt what : {OnDoubt::tempfail, OnDoubt::reject, OnDoubt::quarantine})
    if (policy::name(what) == name) return what;
  return OnDoubt::pass;
}

void add_filter_options(CLI::App& app, TypedFilterOptions& typed) {
  add_listener_options(app, typed, "unix:PATH, inet:PORT@HOST, inet6:PORT@HOST, systemd",
                       "the mail server's");
  if (typed.kind == FilterKind::proxy)
    app.add_option("--next", typed.next, "Where mail goes on: smtp:ADDRESS or lmtp:ADDRESS")
        ->type_name("SERVER");
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
  app.add_option("--max-bytes", typed.max_bytes, "Larger messages are not looked at; default 64M")
      ->type_name("N");
  app.add_option("--connections", typed.connections, "At most so many at once; default 256")
      ->transform(whole_number(1, 100'000).description(""))
      ->type_name("N");
  app.add_option("--timeout", typed.timeout,
                 "Seconds without a word; default " + std::to_string(typed.timeout))
      ->transform(whole_number(1, 1'000'000).description(""))
      ->type_name("N");
  app.add_option("--drain", typed.drain,
                 typed.kind == FilterKind::proxy
                     ? "Seconds that mail under way may go on behind a stop; default 300"
                     : "--socket systemd: seconds that connections may go on behind a stop; "
                       "default 300")
      ->transform(whole_number(0, 1'000'000).description(""))
      ->type_name("N");
  app.add_option("--pid-file", typed.pid_file, "Write the process id there")->type_name("FILE");
  app.add_option("--report", typed.report, "Append a line of JSON about each message")
      ->type_name("FILE");
  app.add_option("--log", typed.log, "stderr (default), json (there, too), syslog, journal")
      ->check(CLI::IsMember({"stderr", "json", "syslog", "journal"}).description(""))
      ->type_name("WHERE");
  app.add_option("--metrics", typed.metrics, "Counters for Prometheus at this port of loopback")
      ->type_name("PORT");
  add_dry_run_option(app, typed);
  app.add_flag("--check-config", typed.check_config,
               "Look whether options and files make sense, and end")
      ->configurable(false);
}

std::optional<filter::Configuration> filter_configuration(const TypedFilterOptions& typed,
                                                          rewrite::Options rewriting) {
  filter::Configuration made;
  Options& options = made.options;
  filter::Treatment& treatment = made.treatment;
  if (!read_socket(typed, options) || !read_identity(typed, options)) return {};
  if (typed.kind == FilterKind::proxy && !read_next(typed, options)) return {};
  if (!typed.metrics.empty() && !(options.metrics = read_metrics(typed.metrics))) return {};
  const std::optional<std::size_t> bytes = number_of(typed.max_bytes);
  if (!bytes || *bytes < kLeastBytes) {
    complain_of("--max-bytes", typed.max_bytes,
                "give a number of at least 65536 (k, M and G may follow it)");
    return {};
  }
  treatment.max_bytes = *bytes;
  options.connections = typed.connections;
  options.timeout = static_cast<int>(typed.timeout);
  options.drain = drain_of(typed);
  // Who reads the option alone would think that connections go on.
  if (typed.kind == FilterKind::milter && typed.drain &&
      options.address.family != Address::Family::systemd)
    complain_of("--drain", std::to_string(*typed.drain),
                "warning: says nothing without --socket systemd; a stop ends connections within a "
                "second");
  treatment.on_doubt = on_doubt_named(typed.on_doubt);
  treatment.accept_on_error = typed.on_error == "accept";
  options.log_to = typed.log == "syslog"    ? daemon::LogTo::syslog
                   : typed.log == "json"    ? daemon::LogTo::json
                   : typed.log == "journal" ? daemon::LogTo::journal
                                            : daemon::LogTo::standard_error;
  if (typed.report == "-") {
    complain_of("--report", typed.report, "standard output is for nobody here; name a file");
    return {};
  }
  options.pid_file = typed.pid_file;
  options.report = typed.report;
  treatment.dry_run = typed.dry_run;
  treatment.rewriting = std::move(rewriting);
  return made;
}

}  // namespace basewalk::cli
