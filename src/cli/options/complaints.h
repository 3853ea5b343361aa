// SPDX-License-Identifier: MIT
//
// What is wrong with a command line, as this tool says it: what, where, and what to do.
#ifndef BASEWALK_CLI_OPTIONS_COMPLAINTS_H_
#define BASEWALK_CLI_OPTIONS_COMPLAINTS_H_

#include <string>
#include <string_view>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace basewalk::cli {

/// A complaint of CLI11 about the options of a verb, in our words.  `last_word` is what was typed
/// last.
std::string complaint_of(const CLI::App& verb, const CLI::ParseError& error,
                         std::string_view last_word = {});

/// The verb that was chosen: the innermost, of verbs below others.
const CLI::App& chosen_verb(const CLI::App& app);
/// "basewalk mhtml list"
std::string call_of(const CLI::App& verb);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_COMPLAINTS_H_
