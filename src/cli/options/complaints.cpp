// SPDX-License-Identifier: MIT
//
// CLI11 says what is wrong in sentences of its own, and names no option that --help does not list.
// So its kind of error is looked at alone, and what it is about is looked for in the options.
#include "cli/options/complaints.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "cli/nearest.h"
#include "cli/options/choices.h"
#include "text/ascii.h"

namespace basewalk::cli {
namespace {

const CLI::Option* find_option(const CLI::App& verb,
                               const std::function<bool(const CLI::Option&)>& is_it) {
  const auto all = verb.get_options();
  const auto it =
      std::ranges::find_if(all, [&](const CLI::Option* option) { return is_it(*option); });
  return it == all.end() ? nullptr : *it;
}

std::vector<std::string> option_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  return names;
}

// "What ..." is "what ...", but "URLs" stays; lines of the help are one.
std::string within_sentence(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  if (text.size() > 1 && !ascii::is_upper(text[1])) text[0] = ascii::to_lower(text[0]);
  return text;
}

// The first word that is one, without its value.
std::optional<std::string> option_among(const std::vector<std::string>& words) {
  const auto it = std::ranges::find_if(words, [](const std::string& word) {
    return word.size() > 1 && word.starts_with('-') && word != "--";
  });
  return it == words.end() ? std::nullopt : std::optional(it->substr(0, it->find('=')));
}

std::optional<std::string> option_near(const CLI::App& verb, std::string_view name) {
  return nearest(name.substr(std::min(name.find_first_not_of('-'), name.size())),
                 option_names(verb));
}

std::string unexpected(const CLI::App& verb) {
  std::vector<std::string> words = verb.remaining();
  std::erase(words, "--");
  if (words.empty()) return "there is a word too many";
  const auto name = option_among(words);
  if (!name) {
    const CLI::Option* takes =
        find_option(verb, [](const CLI::Option& each) { return each.get_positional(); });
    return "'" + words.front() + "' is one too many; " +
           (takes != nullptr ? "give one " + name_of(*takes) : "this verb takes options alone");
  }
  const auto near = option_near(verb, *name);
  return "there is no option " + *name + (near ? "; did you mean --" + *near + "?" : "");
}

// What a validator says of a value.
std::string of_value(const std::string& name, const std::string& value,
                     const ValueComplaint& about) {
  const std::string& complaint = about.text;
  if (about.names == Names::what_is_wrong) return name + ": " + complaint;
  if (const std::vector<std::string> members = members_in(complaint); !members.empty())
    return name + " " + value + ": there is no such value; " + instead_of(value, members);
  constexpr std::string_view kRange = " not in range ";
  if (const std::size_t at = complaint.find(kRange); at != std::string::npos)
    return name + " " + value + ": give a number from " + complaint.substr(at + kRange.size());
  return name + (value.empty() ? "" : " " + value) + ": " + complaint;
}

// The first value that does not pass; nothing where all do.
Complaint invalid(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options())
    if (std::optional<WrongValue> wrong = wrong_value_of(*option))
      return std::move(wrong->complaint);
  return {};
}

std::string missing(const CLI::App& verb) {
  const CLI::Option* option = find_option(
      verb, [](const CLI::Option& each) { return each.get_required() && each.count() == 0; });
  if (option == nullptr) {
    const auto unknown = option_among(verb.remaining());
    if (unknown && option_near(verb, *unknown)) return unexpected(verb);
    std::vector<std::string> verbs;
    for (const CLI::App* below : verb.get_subcommands([](const CLI::App*) { return true; }))
      verbs.push_back(below->get_name());
    return verbs.empty() ? "" : "name a verb; there are " + listed(verbs);
  }
  std::string name = name_of(*option);
  if (option->nonpositional()) name += " " + value_name_of(*option);
  const std::string& what = option->get_description();
  return name + " is needed" + (what.empty() ? "" : ": " + within_sentence(what));
}

std::string wrong_count(const CLI::App& verb, const CLI::ParseError& error,
                        std::string_view last_word) {
  if (std::string_view(error.what()).ends_with(" flag override")) {
    const CLI::Option* flag = find_option(verb, [&](const CLI::Option& each) {
      return each.nonpositional() && last_word.starts_with(name_of(each) + "=");
    });
    if (flag != nullptr) return name_of(*flag) + " takes no value";
  }
  const CLI::Option* twice = find_option(verb, [](const CLI::Option& each) {
    return takes_value(each) &&
           each.results().size() > static_cast<std::size_t>(each.get_items_expected_max());
  });
  if (twice != nullptr)
    return name_of(*twice) + " is given " + std::to_string(twice->results().size()) +
           " times; give it once";
  const CLI::Option* without =
      last_word.empty() ? nullptr : option_named(verb, std::string(last_word));
  if (without == nullptr) return {};
  const std::string name(last_word);
  return name + " needs a value: " + name + " " + value_name_of(*without);
}

// Numbers are all that is converted, and flags.
std::string not_converted(const CLI::App& verb, const CLI::ParseError& error) {
  const std::string_view text = error.what();
  const CLI::Option* option = find_option(verb, [&](const CLI::Option& each) {
    return each.count() > 0 && each.nonpositional() &&
           text.find(name_of(each)) != std::string_view::npos;
  });
  if (option == nullptr) return {};
  if (!takes_value(*option)) return name_of(*option) + " takes no value";
  return name_of(*option) + " " + option->results().front() + ": is no number; give one";
}

std::string excluded(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options())
    for (const CLI::Option* other : option->get_excludes())
      if (option->count() > 0 && other->count() > 0)
        return name_of(*option) + " and " + name_of(*other) +
               " exclude each other; leave one of them out";
  return {};
}

}  // namespace

std::optional<WrongValue> wrong_value_of(const CLI::Option& option) {
  for (std::size_t i = 0; i < option.results().size(); ++i) {
    const std::string& value = option.results()[i];
    if (const ValueComplaint complaint = complaint_about(option, value); !complaint.text.empty())
      return WrongValue{i, {of_value(name_of(option), value, complaint), complaint.is_required}};
  }
  return {};
}

Complaint complaint_of(const CLI::App& verb, const CLI::ParseError& error,
                       std::string_view last_word) {
  Complaint complaint;
  std::string& text = complaint.text;
  // Its name may be that of the verb.
  switch (static_cast<CLI::ExitCodes>(error.get_exit_code())) {
    case CLI::ExitCodes::ExtrasError:
      text = unexpected(verb);
      break;
    case CLI::ExitCodes::ValidationError:
      complaint = invalid(verb);
      break;
    case CLI::ExitCodes::RequiredError:
      text = missing(verb);
      break;
    case CLI::ExitCodes::ArgumentMismatch:
      text = wrong_count(verb, error, last_word);
      break;
    case CLI::ExitCodes::ConversionError:
      text = not_converted(verb, error);
      break;
    case CLI::ExitCodes::ExcludesError:
      text = excluded(verb);
      break;
    default:
      break;
  }
  if (text.empty()) text = error.what();
  return complaint;
}

const CLI::App& chosen_verb(const CLI::App& app) {
  const CLI::App* verb = &app;
  while (!verb->get_subcommands().empty()) verb = verb->get_subcommands().front();
  return *verb;
}

std::string call_of(const CLI::App& verb) {
  const CLI::App* above = verb.get_parent();
  return (above != nullptr ? call_of(*above) + " " : "") + verb.get_name();
}

}  // namespace basewalk::cli
