// SPDX-License-Identifier: MIT
//
// basewalk milter: the same rewriting as `basewalk rewrite`, for Postfix and sendmail.
#include <CLI/CLI.hpp>
#include <exception>

#include "cli/command.h"
#include "cli/options/milter_options.h"
#include "cli/options/rewrite_options.h"
#include "milter/log.h"
#include "milter/server.h"

namespace basewalk::cli {
namespace {

milter::TypedOptions typed;
RewriteOptions how;
CLI::App* verb = nullptr;

int run() {
  const std::optional<rewrite::Options> rewriting = rewrite_options(*verb, how);
  if (!rewriting) return kUsage;
  const std::optional<milter::Options> options = milter::read_options(typed);
  if (!options) return kUsage;
  milter::open_log(options->log_to_syslog);
  // libmilter's threads use it until the process ends.
  auto* service = new milter::Service(*options, *rewriting);
  try {
    return milter::serve(*service);
  } catch (const std::exception& error) {  // no memory, no threads
    complain("could not begin: " + std::string(error.what()));
    return kTryAgain;
  }
}

Command::Run set_up(CLI::App& app) {
  verb = &app;
  milter::add_options(app, typed);
  add_rewrite_options(app, how);
  app.footer(kHiddenOptions);
  return run;
}

}  // namespace

const Command kMilter = {"milter", "Rewrite mail on its way through Postfix or sendmail", set_up};

}  // namespace basewalk::cli
