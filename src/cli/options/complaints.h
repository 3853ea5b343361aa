// SPDX-License-Identifier: MIT
//
// What is wrong with a command line, as this tool says it: what, where, and what to do.
#ifndef BASEWALK_CLI_OPTIONS_COMPLAINTS_H_
#define BASEWALK_CLI_OPTIONS_COMPLAINTS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace basewalk::cli {

struct Complaint {
  std::string text;
  bool says_what_to_give = false;  ///< nobody has to look that up
};
/// A complaint of CLI11 about the options of a verb, in our words.  `last_word` is what was typed
/// last.
Complaint complaint_of(const CLI::App& verb, const CLI::ParseError& error,
                       std::string_view last_word = {});

/// A value that does not pass.
struct WrongValue {
  std::size_t number;   ///< of those of its option, from 0
  Complaint complaint;  ///< with the option's name
};
/// The first of `option`, if there is one.
std::optional<WrongValue> wrong_value_of(const CLI::Option& option);

/// The verb that was chosen: the innermost, of verbs below others.
const CLI::App& chosen_verb(const CLI::App& app);
/// "basewalk mhtml list"
std::string call_of(const CLI::App& verb);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_COMPLAINTS_H_
