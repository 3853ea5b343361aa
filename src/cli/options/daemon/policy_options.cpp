// SPDX-License-Identifier: MIT
#include "cli/options/daemon/policy_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "cli/command.h"
#include "cli/nearest.h"
#include "cli/options/choices.h"
#include "cli/options/config_file.h"
#include "policy/reader.h"

namespace basewalk::cli {
namespace {

// The options of one rule, from what the milter was told itself to its treatment.
class RuleOptions {
 public:
  RuleOptions(const policy::Rule& rule, const OwnOptions& own)
      : rule_(rule), own_(own), typed_(own.typed), rewriting_(own.rewriting), given_(app_) {
    add_on_doubt_option(app_, typed_);
    add_dry_run_option(app_, typed_);
    app_.add_flag("--off", off_, "Do not look at the message");
    add_rewrite_options(app_, rewriting_);
  }
  RuleOptions(const RuleOptions&) = delete;
  RuleOptions& operator=(const RuleOptions&) = delete;

  std::optional<policy::Treatment> read();

 private:
  const policy::Setting* setting(std::string_view name) const {
    const auto it = std::ranges::find(rule_.settings, name, &policy::Setting::name);
    return it == rule_.settings.end() ? nullptr : &*it;
  }
  bool give(const policy::Setting& setting);
  std::vector<std::string>* list_of(std::string_view name);
  bool take_away(const policy::Setting& setting);
  void drop_what_no_template_asks_for();
  bool is_alone(const policy::Setting& setting) const;
  std::optional<rewrite::Options> make() const;
  const policy::Place& place_of(std::string_view complaint) const;
  static bool wrong(const policy::Setting& setting, const std::string& text) {
    complain(shown(setting.place) + ": '" + setting.name + "' " + text);
    return false;
  }

  const policy::Rule& rule_;
  const OwnOptions& own_;
  TypedFilterOptions typed_;
  RewriteOptions rewriting_;
  bool off_ = false;
  CLI::App app_{"", own_.typed.kind == FilterKind::proxy ? "basewalk proxy" : "basewalk milter"};
  OptionsOfFile given_;
};

// The list that an option of the rule takes the place of; null where it takes no list.
std::vector<std::string>* RuleOptions::list_of(std::string_view name) {
  if (name == "only") return &rewriting_.only;
  if (name == "limit") return &rewriting_.shared.limits;
  if (name == "previous-key") return &rewriting_.previous_key_files;
  if (name == "unwrap-from") return &rewriting_.edits.unwrap_from;
  return nullptr;
}

// "wrap = false" and "only = []": what the milter was told itself does not count here.
bool RuleOptions::take_away(const policy::Setting& setting) {
  if (setting.name == "wrap" && setting.is_truth && setting.values.front() == "false") {
    rewriting_.edits.wrap.clear();
    return true;
  }
  if (setting.is_list && list_of(setting.name) != nullptr) return true;
  if (setting.is_list) return wrong(setting, "takes no list; give one value");
  return wrong(setting, "needs a value: " + setting.name + " = \"...\"");
}

// What the milter was told for its templates is of use where the rule leaves one that asks for it.
void RuleOptions::drop_what_no_template_asks_for() {
  const auto asks = [&](std::string_view word) {
    const auto has = [&](const std::string& text) { return text.find(word) != std::string::npos; };
    return has(rewriting_.edits.wrap) || std::ranges::any_of(rewriting_.edits.unwrap_from, has);
  };
  if (setting("wrap-key") == nullptr && setting("previous-key") == nullptr && !asks("{mac}")) {
    rewriting_.wrap_key_file.clear();
    rewriting_.previous_key_files.clear();
  }
  if (setting("wrap-lifetime") == nullptr &&
      rewriting_.edits.wrap.find("{expires}") == std::string::npos)
    rewriting_.edits.wrap_lifetime = 0;
}

bool RuleOptions::give(const policy::Setting& setting) {
  CLI::Option* option = option_named(app_, "--" + setting.name);
  if (option == nullptr || option == app_.get_help_ptr()) {
    std::vector<std::string> names = policy::condition_names();
    for (const CLI::Option* each : app_.get_options())
      if (each->get_configurable() && each != app_.get_help_ptr())
        for (const std::string& known : each->get_lnames()) names.push_back(known);
    const auto near = nearest(setting.name, names);
    complain(shown(setting.place) + ": there is no condition or option '" + setting.name + "'; " +
             (near ? "did you mean " + *near + "?" : "see basewalk policy --help"));
    return false;
  }
  if (!option->get_configurable()) return wrong(setting, "does not belong into a rule");
  const bool takes_value = option->get_expected_min() > 0;
  if (takes_value && (setting.is_truth || setting.values.empty())) return take_away(setting);
  if (!takes_value && !setting.is_truth) return wrong(setting, "is true or false, without quotes");
  const bool takes_list = option->get_expected_max() > 1;
  if (setting.is_list && !takes_list) return wrong(setting, "takes no list; give one value");
  return std::ranges::all_of(setting.values, [&](const std::string& value) {
    return given_.give(*option, setting.name, value, shown(setting.place));
  });
}

// Flags that would say nothing there, and "off" beside something else.
bool RuleOptions::is_alone(const policy::Setting& setting) const {
  if (setting.name != "off" && setting.name != "dry-run") return true;
  if (setting.is_truth && setting.values.front() == "false")
    return wrong(setting, "is true, or left out");
  if (setting.name == "dry-run" || rule_.settings.size() == 1) return true;
  const policy::Setting& other = rule_.settings[&setting == &rule_.settings.front() ? 1 : 0];
  return wrong(setting, "stands alone: what is not looked at is not rewritten; leave out '" +
                            other.name + "'");
}

// Complaints of options begin with "--name".
const policy::Place& RuleOptions::place_of(std::string_view complaint) const {
  if (complaint.starts_with("--")) complaint.remove_prefix(2);
  const std::string_view name = complaint.substr(0, complaint.find_first_of(" :"));
  const policy::Setting* found = setting(name);
  if (found == nullptr && name == "wrap-key") found = setting("wrap");
  if (found == nullptr) found = setting("defang");
  return found != nullptr ? found->place : rule_.place;
}

std::optional<rewrite::Options> RuleOptions::make() const {
  std::optional<rewrite::Options> made;
  std::vector<std::string> said;
  {
    KeptComplaints kept;
    made = made_options(rewriting_, &own_.rewriting, &own_.treatment.rewriting);
    said = std::move(kept.texts);
  }
  for (const std::string& text : said) complain(shown(place_of(text)) + ": " + text);
  return made;
}

std::optional<policy::Treatment> RuleOptions::read() {
  bool makes_sense = true;
  for (const policy::Setting& setting : rule_.settings) {
    if (std::vector<std::string>* list = list_of(setting.name)) list->clear();
    makes_sense = is_alone(setting) && give(setting) && makes_sense;
  }
  makes_sense = given_.apply() && makes_sense;
  if (!makes_sense) return {};
  drop_what_no_template_asks_for();
  std::optional<rewrite::Options> rewriting = make();
  if (!rewriting) return {};
  return policy::Treatment{*std::move(rewriting), on_doubt_named(typed_.on_doubt), typed_.dry_run,
                           off_};
}

// A rule that can never match would be obeyed by nobody, in silence.
bool is_known_to_proxy(const policy::Rule& rule) {
  for (const policy::Condition condition :
       {policy::Condition::authenticated, policy::Condition::listener})
    if (rule.has(condition)) {
      complain(shown(rule.place) + ": rule '" + rule.name + "' asks for '" +
               std::string(policy::name(condition)) + "', which mail servers do not tell a proxy");
      return false;
    }
  return true;
}

}  // namespace

std::optional<policy::Policy> read_policy(const std::string& file, const OwnOptions& own) {
  policy::Complaints complaints;
  policy::Policy policy = policy::read_policy(file, policy::open_policy_file, complaints);
  for (const policy::Complaint& each : complaints)
    complain(shown(each.place) + ": " + with_nearest(each.text));
  bool makes_sense = complaints.empty();
  for (policy::Rule& rule : policy.rules) {
    if (own.typed.kind == FilterKind::proxy) makes_sense = is_known_to_proxy(rule) && makes_sense;
    std::optional<policy::Treatment> treatment = RuleOptions(rule, own).read();
    if (treatment)
      rule.treatment = *std::move(treatment);
    else
      makes_sense = false;
  }
  if (!makes_sense) return {};
  return policy;
}

}  // namespace basewalk::cli
