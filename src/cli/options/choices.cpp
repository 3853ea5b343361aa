// SPDX-License-Identifier: MIT
#include "cli/options/choices.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "cli/nearest.h"

namespace basewalk::cli {
namespace {

// A validator that lets everything through, and is found by its name.
constexpr std::string_view kSuggested = "suggested: ";
// Those of require(), by what their complaints name.
constexpr std::string_view kRequired = "required";
constexpr std::string_view kRequiredWords = "required of words";
// No choice has it.
constexpr std::string_view kNoValue = "\x7F";

// CLI11 gives validators to who may change the option alone.
template <class See>
void each_validator(const CLI::Option& option, See see) {
  auto& all = const_cast<CLI::Option&>(option);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  for (int i = 0;; ++i) {
    try {
      see(*all.get_validator(i));
    } catch (const CLI::OptionNotFound&) {
      return;
    }
  }
}

}  // namespace

CLI::Option* option_named(CLI::App& app, const std::string& name) {
  const auto all = app.get_options();
  const auto it =
      std::ranges::find_if(all, [&](CLI::Option* each) { return each->check_name(name); });
  return it == all.end() ? nullptr : *it;
}

const CLI::Option* option_named(const CLI::App& app, const std::string& name) {
  const auto all = app.get_options();
  const auto it =
      std::ranges::find_if(all, [&](const CLI::Option* each) { return each->check_name(name); });
  return it == all.end() ? nullptr : *it;
}

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  const std::string range = " not in range " + std::to_string(low) + " to " + std::to_string(high);
  const bool is_bounded = high != std::numeric_limits<std::uint64_t>::max();
  return {[=](std::string& text) -> std::string {
            std::uint64_t number = 0;
            const char* const end = text.data() + text.size();
            const auto [read, error] = std::from_chars(text.data(), end, number);
            const bool is_number = error == std::errc() && read == end;
            if (!is_number && !is_bounded) return "is no number; give one";
            if (!is_number || number < low || number > high) return "Value " + text + range;
            text = std::to_string(number);
            return {};
          },
          is_bounded ? "INT in [" + std::to_string(low) + " - " + std::to_string(high) + "]" : ""};
}

CLI::Option* suggest(CLI::Option* option, const std::vector<std::string>& values) {
  return option->check(CLI::Validator([](std::string&) { return std::string(); }, "",
                                      std::string(kSuggested) + listed(values)));
}

CLI::Option* require(CLI::Option* option, std::function<std::string(const std::string&)> wrong,
                     Names names) {
  return option->check(CLI::Validator(
      [wrong = std::move(wrong)](const std::string& value) {
        return value.empty() ? std::string() : wrong(value);  // that is refused of all options
      },
      "", std::string(names == Names::value ? kRequired : kRequiredWords)));
}

std::vector<std::string> members_in(std::string_view complaint) {
  constexpr std::string_view kNotIn = " not in {";
  const std::size_t at = complaint.rfind(kNotIn);
  if (at == std::string_view::npos || !complaint.ends_with('}')) return {};
  complaint.remove_suffix(1);
  return words_of(complaint.substr(at + kNotIn.size()));
}

Choices choices_of(const CLI::Option& option) {
  Choices choices;
  each_validator(option, [&](const CLI::Validator& validator) {
    const std::string& name = validator.get_name();
    if (name.starts_with(kSuggested)) {
      choices.values = words_of(std::string_view(name).substr(kSuggested.size()));
      return;
    }
    std::vector<std::string> members = members_in(validator(std::string(kNoValue)));
    if (members.empty()) return;
    choices = {std::move(members), true};
  });
  return choices;
}

ValueComplaint complaint_about(const CLI::Option& option, const std::string& value) {
  ValueComplaint complaint;
  each_validator(option, [&](const CLI::Validator& validator) {
    if (!complaint.text.empty()) return;
    std::string text = validator(value);
    if (text.empty()) return;
    const std::string& name = validator.get_name();
    complaint = {std::move(text), name.starts_with(kRequired),
                 name == kRequiredWords ? Names::what_is_wrong : Names::value};
  });
  return complaint;
}

std::string name_of(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  if (!option.get_snames().empty()) return "-" + option.get_snames().front();
  return option.get_name(true);
}

std::string value_name_of(const CLI::Option& option) {
  return option.get_option_text().empty() ? option.get_type_name() : option.get_option_text();
}

bool takes_value(const CLI::Option& option) {
  return option.nonpositional() && option.get_items_expected_max() > 0;
}

bool takes_file(const CLI::Option& option) {
  const std::string name = option.nonpositional() ? value_name_of(option) : name_of(option);
  constexpr std::string_view kFiles[] = {"FILE", "DIR", "SOURCE", "PART"};
  return std::ranges::find(kFiles, name) != std::end(kFiles);
}

}  // namespace basewalk::cli
