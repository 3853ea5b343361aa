// SPDX-License-Identifier: MIT
//
// The values that an option can have, as far as they are known beforehand: for completions, for the
// manual, and for whoever mistypes one.
//
// Where there is a fixed choice, CLI::IsMember knows it and says so to nobody but in its complaint;
// there it is read, so that it stands in one place.  What an option reads by itself (a list, a
// name with a number) is told by suggest().
#ifndef BASEWALK_CLI_OPTIONS_CHOICES_H_
#define BASEWALK_CLI_OPTIONS_CHOICES_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace basewalk::cli {

/// The option of a name ("--name"); null where there is none.  CLI11 has the like, but allocates
/// where nothing may be thrown (noexcept).
CLI::Option* option_named(CLI::App& app, const std::string& name);
const CLI::Option* option_named(const CLI::App& app, const std::string& name);

/// Whole numbers as --limit has them: decimal, from `low` to `high`.  For Option::transform().
/// CLI11 reads 010 as eight, 0x2 as two, and makes another number of one that is negative or too
/// large.
CLI::Validator whole_number(std::uint64_t low = 0,
                            std::uint64_t high = std::numeric_limits<std::uint64_t>::max());

/// Says what the values of an option, or the items of its list, can be.  "depth=" is the beginning
/// of one.
CLI::Option* suggest(CLI::Option* option, const std::vector<std::string>& values);

/// Does a complaint begin with the value, or name what is wrong in it by itself?
enum class Names { value, what_is_wrong };
/// `wrong` says what is wrong with a value, and what to give; nothing where it is good.  It is
/// asked before the verb runs, so that who reads options from a file can name the line.
CLI::Option* require(CLI::Option* option, std::function<std::string(const std::string&)> wrong,
                     Names names = Names::value);

/// What CLI::IsMember says of a value that is none: "x not in {a,b}" is a, b; nothing where it is
/// another complaint.
std::vector<std::string> members_in(std::string_view complaint);

/// The values that are known; none where there is no choice.
struct Choices {
  std::vector<std::string> values;
  bool is_all = false;  ///< there is no other value
};
Choices choices_of(const CLI::Option& option);

/// What the option says of a value that it does not take.
struct ValueComplaint {
  std::string text;          ///< empty where it takes it
  bool is_required = false;  ///< of require(): it says what to give
  Names names = Names::value;
};
ValueComplaint complaint_about(const CLI::Option& option, const std::string& value);

/// "--name" if it has one, else "-n", else the name of the positional.
std::string name_of(const CLI::Option& option);
/// What stands for its value: "FILE", "URL".
std::string value_name_of(const CLI::Option& option);
bool takes_value(const CLI::Option& option);
/// The value is the name of a file or a folder.
bool takes_file(const CLI::Option& option);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_OPTIONS_CHOICES_H_
