// SPDX-License-Identifier: MIT
#include "cli/options/daemon/guard_options.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include "cli/command.h"
#include "cli/options/choices.h"
#include "cli/options/config_file.h"
#include "cli/options/daemon/daemon_options.h"
#include "cli/options/rewrite_options.h"
#include "cli/options/shared_options.h"
#include "cli/options/written_files.h"
#include "text/files/small_file.h"
#include "text/foreign/program.h"

namespace basewalk::cli {
namespace {

constexpr std::size_t kMostListBytes = std::size_t{64} << 20;

bool read_list(std::string_view option, const std::string& name, guard::UrlList& list) {
  if (name.empty()) return true;
  const Result<text::SmallFile> file = text::read_small_file(name, kMostListBytes);
  if (!file) return complain_of(option, name, file.error().detail);
  Result<guard::UrlList> read = guard::UrlList::read(file->bytes);
  if (!read) {
    complain(name + ":" + std::to_string(read.error().offset) + ": " + read.error().detail);
    return false;
  }
  list = *std::move(read);
  return true;
}

bool read_guard_socket(const TypedGuardOptions& typed, guard::Options& options) {
  const std::optional<daemon::ListenAt> read =
      read_listener(typed, "unix:/run/basewalk/guard.sock", "8893");
  if (!read) return false;
  const std::string& host = read->address.host;
  if (!host.empty() && host != "127.0.0.1" && host != "::1" && host != "localhost")
    return complain_of("--socket", typed.socket,
                       "a web server of this machine stands before it: 127.0.0.1 or [::1]");
  options.address = read->address;
  options.socket_mode = read->mode;
  options.socket_group = read->group;
  return true;
}

std::optional<rewrite::WrappedLinks> read_template(const TypedGuardOptions& typed) {
  if (typed.wrap.empty()) {
    complain(
        "--wrap is needed, the template that mail is rewritten with, as in "
        "https://guard.example/{mac}/{path-url}");
    return {};
  }
  if (typed.wrap_key.empty()) {
    complain("--wrap-key is needed, the file with the key that mail is rewritten with");
    return {};
  }
  std::vector<std::string> keys;
  const Keys how = typed.check_config ? Keys::may_come : Keys::needed;
  if (!read_keys("--wrap-key", {typed.wrap_key}, how, keys) ||
      !read_keys("--previous-key", typed.previous_keys, how, keys))
    return {};
  Result<rewrite::WrappedLinks> links = rewrite::WrappedLinks::make(typed.wrap, std::move(keys));
  if (links) return *std::move(links);
  complain_of(links.error().code == "key" ? "--wrap-key" : "--wrap", typed.wrap,
              links.error().detail);
  return {};
}

// What is no number lies in every range.
CLI::Validator is_number() {
  return {[](const std::string& text) {
            return text.find_first_of("nN") == std::string::npos
                       ? std::string()
                       : std::string("give a number from 0.1 to 60");
          },
          ""};
}

// No shell: what stands between blanks.
std::vector<std::string> words_of(std::string_view command) {
  std::vector<std::string> words;
  while (!command.empty()) {
    const std::string_view word = command.substr(0, command.find(' '));
    command.remove_prefix(std::min(word.size() + 1, command.size()));
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

// What says how something is done that is not done at all would be thought to work.
bool have_use(const CLI::App& app, std::string_view needed, const std::string& given,
              std::initializer_list<const char*> options) {
  for (const char* const option : options)
    if (given.empty() && app.get_option(option)->count() > 0) {
      complain(std::string(option) + ": says nothing without " + std::string(needed));
      return false;
    }
  return true;
}

}  // namespace

void add_guard_options(CLI::App& app, TypedGuardOptions& typed) {
  app.add_option("--wrap", typed.wrap, "The template of the links, with {mac}")
      ->type_name("TEMPLATE");
  app.add_option("--wrap-key", typed.wrap_key, "Holds the key of {mac}: HMAC-SHA-256")
      ->type_name("FILE");
  app.add_option("--previous-key", typed.previous_keys, "A key before that one")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_listener_options(app, typed, "unix:PATH, inet:PORT@127.0.0.1, inet6:PORT@::1, systemd",
                       "the web server's");
  app.add_flag("--direct", typed.direct, "No page before a link that nothing is said against");
  app.add_flag("--forms,!--no-forms", typed.forms, "Pass on what a form filled in (default)");
  app.add_option("--block", typed.block, "Hosts and URLs that are not opened, one a line")
      ->type_name("FILE");
  app.add_option("--allow", typed.allow, "Hosts and URLs that need no page, one a line")
      ->type_name("FILE");
  app.add_option("--ask", typed.ask, "Asked about a URL: exit status 0 good, 1 block, 2 warn")
      ->type_name("COMMAND");
  app.add_option("--ask-timeout", typed.ask_timeout, "Time for its answer; default 2")
      ->check(CLI::Range(0.1, 60.0).description(""))
      ->check(is_number())
      ->type_name("SECONDS");
  app.add_option("--ask-jobs", typed.ask_jobs, "Asked at a time; default 4")
      ->transform(whole_number(1, 256).description(""))
      ->type_name("N");
  app.add_option("--ask-failure", typed.ask_failure, "No answer: page (default), open or block")
      ->check(CLI::IsMember({"page", "open", "block"}).description(""))
      ->type_name("WHAT");
  app.add_option("--connections", typed.connections, "At most so many at once; default 256")
      ->transform(whole_number(1, 100'000).description(""))
      ->type_name("N");
  app.add_option("--timeout", typed.timeout, "Time for a request; default 10")
      ->transform(whole_number(1, 3600).description(""))
      ->type_name("SECONDS");
  app.add_option("--log", typed.log, "A line for each request; default: standard output")
      ->type_name("FILE");
  app.add_option("--report", typed.report, "A line for each link that is reported")
      ->type_name("FILE");
  app.add_option("--report-bytes", typed.report_bytes, "It grows no longer; default 64M")
      ->type_name("N");
  app.add_option("--metrics", typed.metrics, "Counters for Prometheus at this port of loopback")
      ->type_name("PORT");
  app.add_option("--config", typed.config, "Options, one a line: name = value")
      ->configurable(false)
      ->type_name("FILE");
  app.add_flag("--check-config", typed.check_config,
               "Look whether options and files make sense, and end")
      ->configurable(false);
}

std::optional<guard::Configuration> guard_configuration(CLI::App& app,
                                                        const TypedGuardOptions& typed) {
  if (!typed.config.empty() && !apply_config_file(app, typed.config)) return {};
  if (!have_use(app, "--ask COMMAND", typed.ask,
                {"--ask-timeout", "--ask-jobs", "--ask-failure"}) ||
      !have_use(app, "--report FILE", typed.report, {"--report-bytes"}))
    return {};
  if (typed.report == "-" || typed.log == "-") {
    complain_of(typed.log == "-" ? "--log" : "--report", "-",
                "a line for each request goes to standard output where --log is left out; name a "
                "file");
    return {};
  }
  std::vector<std::string> read = typed.previous_keys;
  read.insert(read.end(), {typed.wrap_key, typed.config, typed.block, typed.allow});
  if (!are_apart({{"--log", typed.log}, {"--report", typed.report}}, read)) return {};
  std::optional<rewrite::WrappedLinks> links = read_template(typed);
  if (!links) return {};
  guard::Configuration made{{}, guard::Treatment(*std::move(links))};
  guard::Options& options = made.options;
  guard::Treatment& treatment = made.treatment;
  if (!read_guard_socket(typed, options)) return {};
  if (!typed.metrics.empty() && !(options.metrics = read_metrics(typed.metrics))) return {};
  const std::optional<std::size_t> bytes = number_of(typed.report_bytes);
  if (!bytes) {
    complain_of("--report-bytes", typed.report_bytes, "give a number (k, M and G may follow it)");
    return {};
  }
  options.report_bytes = *bytes;
  options.connections = typed.connections;
  options.timeout = typed.timeout;
  options.ask_jobs = typed.ask_jobs;
  options.log = typed.log;
  options.report = typed.report;
  if (!read_list("--block", typed.block, treatment.block) ||
      !read_list("--allow", typed.allow, treatment.allow))
    return {};
  treatment.direct = typed.direct;
  treatment.forms = typed.forms;
  treatment.ask = words_of(typed.ask);
  if (!typed.ask.empty() && treatment.ask.empty()) {
    complain_of("--ask", "'" + typed.ask + "'", "names no program");
    return {};
  }
  if (!treatment.ask.empty()) {
    std::string program = text::find_program(treatment.ask.front());
    if (program.empty()) {
      complain_of("--ask", treatment.ask.front(),
                  "is no program that can be run; name one, with its folder if it is not in PATH");
      return {};
    }
    treatment.ask.front() = std::move(program);
  }
  treatment.ask_timeout =
      std::chrono::milliseconds(static_cast<std::int64_t>(typed.ask_timeout * 1000));
  treatment.no_answer = typed.ask_failure == "open"    ? guard::NoAnswer::open
                        : typed.ask_failure == "block" ? guard::NoAnswer::block
                                                       : guard::NoAnswer::page;
  return made;
}

}  // namespace basewalk::cli
