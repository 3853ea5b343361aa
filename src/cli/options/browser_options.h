// SPDX-License-Identifier: MIT
//
// Which Chromium is used, by the verbs that open something in one: --browser, --browser-sandbox,
// --browser-seconds.
#ifndef BASEWALK_CLI_OPTIONS_BROWSER_OPTIONS_H_
#define BASEWALK_CLI_OPTIONS_BROWSER_OPTIONS_H_

#include <string>

namespace CLI {
class App;
}

namespace basewalk::cli {

/// As typed.
struct BrowserOptions {
  std::string browser, sandbox = "on";
  unsigned seconds = 60;
};
void add_browser_options(CLI::App& app, BrowserOptions& options);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_BROWSER_OPTIONS_H_
