// SPDX-License-Identifier: MIT
//
// How --help looks: as CLI11 makes it, so that it fits a screen.
#ifndef BASEWALK_CLI_OPTIONS_HELP_FORMATTER_H_
#define BASEWALK_CLI_OPTIONS_HELP_FORMATTER_H_

#include <CLI/CLI.hpp>
#include <string>

namespace basewalk::cli {

/// "--absolute,--no-absolute" without the "{false}" that CLI11 puts behind it; no list of
/// positionals that the line of usage and the footer explain.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    if (name.ends_with("{false}")) name.resize(name.size() - 7);
    return name;
  }
  std::string make_positionals(const CLI::App* app) const override {
    const auto options = app->get_options([](const CLI::Option* option) {
      return option->get_positional() && !option->get_description().empty();
    });
    return options.empty() ? "" : make_group(get_label("Positionals"), true, options);
  }
};

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_HELP_FORMATTER_H_
