// SPDX-License-Identifier: MIT
#include "cli/verbs/filter_verb.h"

#include <CLI/CLI.hpp>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options/daemon/policy_options.h"
#include "cli/options/written_files.h"

namespace basewalk::cli {

void FilterVerb::set_up(CLI::App& app) {
  app_ = &app;
  add_filter_options(app, typed_);
  add_rewrite_options(app, how_);
  app.footer(kHiddenOptions);
}

int FilterVerb::run() {
  std::optional<filter::Configuration> configuration = read();
  if (!configuration) return kUsage;
  if (typed_.check_config) return kDone;
  if (!daemon::open_log(program_.log, configuration->options.log_to)) return kTryAgain;
  complain_to([](std::string_view text) { daemon::log(daemon::Level::error, {}, text); });
  // Threads use both until the process ends.
  auto service = std::make_unique<filter::Service>(
      *std::move(configuration), [this] { return read_again(program_); }, program_.metrics);
  std::unique_ptr<filter::Connections> connections = program_.connections(*service);
  try {
    filter::serve(*service, *connections);
    return kTryAgain;                      // it could not begin
  } catch (const std::exception& error) {  // no memory, no threads
    static_cast<void>(service.release());
    static_cast<void>(connections.release());
    return complain("could not begin: " + std::string(error.what()), kTryAgain);
  }
}

std::optional<filter::Configuration> FilterVerb::read() {
  if (typed_.check_config) how_.keys = Keys::may_come;
  std::optional<rewrite::Options> rewriting = rewrite_options(*app_, how_);
  if (!rewriting) return {};
  std::vector<std::string> read = files_of(how_);
  read.push_back(typed_.policy);
  if (!are_apart({{"--report", typed_.report}, {"--pid-file", typed_.pid_file}}, read)) return {};
  std::optional<filter::Configuration> made = filter_configuration(typed_, *std::move(rewriting));
#if BASEWALK_HAS_POLICY
  if (made && !typed_.policy.empty()) {
    std::optional<policy::Policy> policy =
        read_policy(typed_.policy, {typed_, how_, made->treatment});
    if (!policy) return {};
    made->treatment.policy = std::make_shared<const policy::Policy>(*std::move(policy));
  }
#endif
  return made;
}

std::optional<filter::Configuration> FilterVerb::read_again(const FilterProgram& program) {
  CLI::App app("", program.command);
  FilterVerb again(program);
  again.set_up(app);
  std::vector<std::string> words(verb_words().rbegin(), verb_words().rend());
  app.parse(std::move(words));
  return again.read();
}

}  // namespace basewalk::cli
