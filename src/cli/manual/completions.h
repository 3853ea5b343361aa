// SPDX-License-Identifier: MIT
//
// Completions for shells, made from the options as the verbs define them.
#ifndef BASEWALK_CLI_MANUAL_COMPLETIONS_H_
#define BASEWALK_CLI_MANUAL_COMPLETIONS_H_

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace basewalk::cli {

/// For "bash", "zsh" or "fish": a file that the shell reads.  It asks the tool nothing.
std::string completions_for(std::string_view shell, const CLI::App& tool);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_MANUAL_COMPLETIONS_H_
