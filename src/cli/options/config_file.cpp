// SPDX-License-Identifier: MIT
#include "cli/options/config_file.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>
#include <string_view>

#include "cli/command.h"
#include "cli/nearest.h"
#include "cli/options/choices.h"
#include "cli/options/complaints.h"
#include "text/files/small_file.h"

namespace basewalk::cli {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '\x7F';
  });
}

std::optional<bool> truth_of(std::string_view text) {
  for (const std::string_view yes : {"yes", "true", "on", "1"})
    if (text == yes) return true;
  for (const std::string_view no : {"no", "false", "off", "0"})
    if (text == no) return false;
  return {};
}

bool complain_at(const std::string& place, std::string_view what) {
  complain(place + ": " + std::string(what));
  return false;
}

class ConfigFile {
 public:
  ConfigFile(CLI::App& app, const std::string& file) : app_(app), options_(app), file_(file) {
    for (const CLI::Option* option : app_.get_options())
      if (option->count() > 0) typed_.insert(option);
  }
  bool apply(std::string_view text);

 private:
  bool line(std::string_view text);
  std::string place() const { return file_ + ":" + std::to_string(number_); }
  bool wrong(std::string_view what) const { return complain_at(place(), what); }

  CLI::App& app_;
  OptionsOfFile options_;
  const std::string& file_;
  std::set<const CLI::Option*> typed_;
  std::size_t number_ = 0;
};

bool ConfigFile::apply(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    ++number_;
    const std::size_t end = text.find('\n');
    std::string_view one = text.substr(0, end);
    if (one.ends_with('\r')) one.remove_suffix(1);
    if (!line(one)) return false;
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return options_.apply();
}

bool ConfigFile::line(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text.starts_with('#')) return true;
  if (has_control(text)) return wrong("there is a control character in this line");
  const std::size_t equals = text.find('=');
  const std::string name(trimmed(text.substr(0, equals)));
  std::optional<std::string> value;
  if (equals != std::string_view::npos) value = trimmed(text.substr(equals + 1));
  CLI::Option* option = option_named(app_, "--" + name);
  if (option == nullptr) {
    std::vector<std::string> names;
    for (const CLI::Option* each : app_.get_options())
      for (const std::string& known : each->get_lnames()) names.push_back(known);
    const auto near = nearest(name, names);
    return wrong("there is no option '" + name + "'; " +
                 (near ? "did you mean " + *near + "? " : "") + "see " + call_of(app_) + " --help");
  }
  if (!option->get_configurable())
    return wrong("'" + name + "' can be given on the command line only");
  return typed_.contains(option) || options_.give(*option, name, std::move(value), place());
}

}  // namespace

OptionsOfFile::Given& OptionsOfFile::given(CLI::Option& option) {
  const auto it = std::ranges::find(given_, &option, &Given::option);
  return it != given_.end() ? *it : given_.emplace_back(Given{&option, {}});
}

bool OptionsOfFile::give(CLI::Option& option, const std::string& name,
                         std::optional<std::string> value, const std::string& place) {
  if (option.get_expected_min() > 0) {
    if (!value || value->empty())
      return complain_at(place, "'" + name + "' needs a value: " + name + " = ...");
    given(option).places.push_back(place);
    option.add_result(*std::move(value));
    return true;
  }
  const std::optional<bool> truth = value ? truth_of(*value) : true;
  if (!truth) return complain_at(place, "'" + name + "' is yes or no");
  given(option).places = {place};
  // "no-absolute = yes" says "absolute = no".  What a later line says counts.
  option.clear();
  option.add_result(*truth != option.check_fname(name) ? "true" : "false");
  return true;
}

bool OptionsOfFile::apply() {
  bool makes_sense = true;
  for (const auto& [option, places] : given_) {
    try {
      option->run_callback();
    } catch (const CLI::ParseError& error) {
      // Not the first of all: another option may have a wrong one, too.
      const std::optional<WrongValue> wrong = wrong_value_of(*option);
      if (wrong && wrong->number < places.size())
        complain_at(places[wrong->number], wrong->complaint.text);
      else
        complain_at(places.back(), complaint_of(app_, error).text);
      option->clear();  // what is wrong with another one is looked for in all
      makes_sense = false;
    }
  }
  return makes_sense;
}

bool apply_config_file(CLI::App& app, const std::string& file) {
  const Result<text::SmallFile> read = text::read_small_file(file, kMostBytes);
  if (!read) {
    complain("--config " + file + ": " + read.error().detail);
    return false;
  }
  return ConfigFile(app, file).apply(read->bytes);
}

}  // namespace basewalk::cli
