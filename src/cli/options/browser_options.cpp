// SPDX-License-Identifier: MIT
#include "cli/options/browser_options.h"

#include <CLI/CLI.hpp>

#include "cli/options/choices.h"

namespace basewalk::cli {

void add_browser_options(CLI::App& app, BrowserOptions& options) {
  app.add_option("--browser", options.browser, "The Chromium to use (default: the first in PATH)")
      ->type_name("PROGRAM");
  app.add_option("--browser-sandbox", options.sandbox,
                 "on (default) or off: Chromium's own, which it lacks where root runs it")
      ->check(CLI::IsMember({"on", "off"}))
      ->type_name("on|off");
  app.add_option("--browser-seconds", options.seconds,
                 "How long it may take to show a file (default: 60)")
      ->transform(whole_number(1, 3600))
      ->type_name("N");
}

}  // namespace basewalk::cli
