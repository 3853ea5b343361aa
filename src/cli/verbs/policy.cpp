// SPDX-License-Identifier: MIT
//
// basewalk policy: which rule a message meets, and why.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/limits.h"
#include "cli/command.h"
#include "cli/options/config_file.h"
#include "cli/options/daemon/filter_options.h"
#include "cli/options/daemon/policy_options.h"
#include "cli/options/rewrite_options.h"
#include "output/style.h"
#include "policy/groups.h"
#include "run/one_message.h"
#include "text/files/output.h"
#include "text/files/whole_input.h"
#include "text/json.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

using policy::Group;
using policy::Rule;

// The rules before the one that matches, each with what it asks in vain.
struct PassedRule {
  const Rule* rule;
  policy::Mismatch why;
};

// What is told of one recipient.
struct Told {
  std::string recipient;
  const Rule* rule = nullptr;
  std::vector<PassedRule> passed{};
};

Told told_of(const policy::Policy& policy, const policy::Facts& facts, const std::string& written) {
  Told told{written};
  const policy::Address recipient = policy::read_address(written);
  for (const Rule& rule : policy.rules) {
    std::optional<policy::Mismatch> why = policy::mismatch(rule, facts);
    if (!why) why = policy::mismatch(rule, recipient);
    if (!why) {
      told.rule = &rule;
      break;
    }
    told.passed.push_back({&rule, *std::move(why)});
  }
  return told;
}

// What is done, in the words of the options: "absolute", "mark".
std::vector<std::string> deeds_of(const policy::Treatment& treatment) {
  std::vector<std::string> deeds;
  if (treatment.off) return {"off"};
  if (treatment.dry_run) deeds.emplace_back("dry-run");
  for (const rewrite::Action& action : rewrite::actions())
    if (action.wanted == nullptr ? !treatment.rewriting.wrap.empty()
                                 : treatment.rewriting.*action.wanted)
      deeds.emplace_back(action.name);
  if (!treatment.rewriting.unwrap_from.empty()) deeds.emplace_back("unwrap-from");
  if (treatment.rewriting.mark) deeds.emplace_back("mark");
  if (treatment.rewriting.edit_signed) deeds.emplace_back("edit-signed");
  return deeds;
}

std::string joined_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string setting_text(const policy::Setting& setting) {
  return setting.name + " = " + joined_words(setting.values);
}

// A message as a file has it may end its lines with LF alone.
std::uint64_t size_over_smtp(std::string_view bytes) {
  std::uint64_t size = bytes.size();
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] == '\n' && (i == 0 || bytes[i - 1] != '\r')) ++size;
  return size;
}

class PolicyVerb final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("FILE", file_, "The policy")->required();
    app.add_option("MESSAGE", message_, "The message; none: standard input");
    app.add_option("--from", from_, "The envelope's sender; <> is the empty one")
        ->required()
        ->type_name("ADDRESS");
    app.add_option("--to", to_, "A recipient; may be given several times")
        ->required()
        ->allow_extra_args(false)
        ->type_name("ADDRESS");
    app.add_option("--client", client_, "The client's address")->type_name("IP");
    app.add_flag("--authenticated", authenticated_, "The client has authenticated");
    app.add_option("--listener", listener_, "Where it came in, by its name and its ADDRESS:PORT")
        ->allow_extra_args(false)
        ->type_name("NAME");
    app.add_option("--size", size_, "In bytes, instead of the message's own")->type_name("N");
    app.add_option("--config", config_, "The milter's own options, as its --config has them")
        ->type_name("FILE");
    app.add_flag("--proxy", is_proxy_, "The policy, and --config, are those of the proxy");
    app.add_flag("--json", json_, "One JSON object a line");
    app.footer(
        "A rule has a name, conditions and options.  Conditions: authenticated, client, listener,\n"
        "sender, list, size, dkim, dkim-domain, spf, dmarc, recipient.  Options: off, dry-run,\n"
        "on-doubt, and those of basewalk rewrite but --settle.");
  }
  int run() override;

 private:
  bool read_own();
  bool read_connection();
  int read_message();
  void tell(const Told& told, const output::Style& style, std::string& out) const;
  void tell_taken(const std::vector<Group>& groups, const output::Style& style,
                  std::string& out) const;
  void write(const Told& told, std::string& out) const;
  void write_taken(const std::vector<Group>& groups, std::string& out) const;
  const policy::Treatment& treatment_of(const Rule* rule) const {
    return rule != nullptr ? rule->treatment : own_;
  }

  std::string file_, message_, from_, client_, size_, config_;
  std::vector<std::string> to_, listener_;
  bool authenticated_ = false, json_ = false, is_proxy_ = false;
  TypedFilterOptions typed_;
  RewriteOptions rewriting_;
  policy::Treatment own_;
  policy::Policy policy_;
  policy::Facts facts_;
};

// As the milter, or the proxy, would read them.
bool PolicyVerb::read_own() {
  if (is_proxy_) typed_.kind = FilterKind::proxy;
  CLI::App app("", is_proxy_ ? "basewalk proxy" : "basewalk milter");
  add_filter_options(app, typed_);
  add_rewrite_options(app, rewriting_);
  rewriting_.config = config_;
  std::optional<rewrite::Options> made = rewrite_options(app, rewriting_);
  if (!made) return false;
  own_ = {*std::move(made), on_doubt_named(typed_.on_doubt), typed_.dry_run, false};
  std::optional<policy::Policy> policy = read_policy(file_, {typed_, rewriting_, own_});
  if (!policy) return false;
  policy_ = *std::move(policy);
  return true;
}

bool PolicyVerb::read_connection() {
  facts_.authenticated = authenticated_;
  facts_.sender = policy::read_address(from_);
  if (!client_.empty()) {
    facts_.client = policy::read_ip(client_);
    if (!facts_.client) {
      complain("--client " + client_ + ": is no address; give one such as 192.0.2.1");
      return false;
    }
  }
  for (const std::string& each : listener_) {
    const std::size_t colon = each.rfind(':');
    const std::optional<policy::Ip> address = policy::read_ip(each);
    if (address) {
      facts_.listener.address = address;
    } else if (colon == std::string::npos) {
      facts_.listener.name = each;
    } else {
      facts_.listener.address = policy::read_ip(each.substr(0, colon));
      facts_.listener.port = each.substr(colon + 1);
    }
  }
  return true;
}

int PolicyVerb::read_message() {
  text::WholeInput input;
  if (!input.open(message_)) return complain(input.failure(), kIncomplete);
  const std::size_t limit = Limits().message_bytes;
  const text::WholeInput::State state = input.read(limit);
  if (state == text::WholeInput::State::failed) return complain(input.failure(), kIncomplete);
  if (input.bytes().empty())
    return complain(input.name() + ": is empty; there is no message in it", kIncomplete);
  if (const auto why = run::why_not_one_message(input.bytes(), true))
    return complain(input.name() + ": " + *why, kIncomplete);
  if (state == text::WholeInput::State::longer && size_.empty())
    return complain(input.name() + ": is longer than " + std::to_string(limit) +
                        " bytes; say how long with --size",
                    kIncomplete);
  policy::read_header(input.bytes(), policy_.trusted, facts_);
  facts_.size = size_over_smtp(input.bytes());
  if (size_.empty()) return kDone;
  const std::optional<std::size_t> size = number_of(size_);
  if (!size)
    return complain("--size " + size_ + ": give a number (k, M and G may follow it)", kUsage);
  facts_.size = *size;
  return kDone;
}

void PolicyVerb::tell(const Told& told, const output::Style& style, std::string& out) const {
  out.append(style.bold);
  text::append_visible(out, told.recipient);
  out.append(style.plain).append(": ");
  if (told.rule == nullptr)
    out.append("no rule: the ").append(is_proxy_ ? "proxy" : "milter").append("'s own options");
  else
    text::append_visible(out, "rule " + told.rule->name + " (" + shown(told.rule->place) + ")");
  out += '\n';
  for (const PassedRule& passed : told.passed) {
    out.append("  not ").append(passed.rule->name).append(": ");
    out.append(policy::name(passed.why.condition)).append(": ");
    text::append_visible(out, passed.why.why);
    out += '\n';
  }
  if (told.rule == nullptr) return;
  for (const policy::Setting& setting : told.rule->settings) {
    out += "  ";
    text::append_visible(out, setting_text(setting));
    out += '\n';
  }
}

void PolicyVerb::tell_taken(const std::vector<Group>& groups, const output::Style& style,
                            std::string& out) const {
  const Group& taken = policy::taken(policy_, own_, groups);
  const policy::Treatment& treatment = treatment_of(taken.rule);
  out.append(style.bold).append("taken").append(style.plain).append(": ");
  out += policy::describe(policy_, groups, taken) +
         "\n  does: " + joined_words(deeds_of(treatment)) + "\n";
  if (!treatment.off)
    out.append("  on-doubt: ").append(policy::name(treatment.on_doubt)).append("\n");
}

void PolicyVerb::write(const Told& told, std::string& out) const {
  const auto rule_name = [](const Rule* rule) {
    return rule != nullptr ? std::optional<std::string_view>(rule->name) : std::nullopt;
  };
  text::JsonObject json(out);
  json.text("kind", "recipient");
  json.text("recipient", told.recipient);
  json.text_or_null("rule", rule_name(told.rule));
  json.text_or_null("place", told.rule != nullptr
                                 ? std::optional<std::string_view>(shown(told.rule->place))
                                 : std::nullopt);
  json.objects("passed", told.passed, [&](text::JsonObject& one, const PassedRule& passed) {
    one.text("rule", passed.rule->name);
    one.text("condition", policy::name(passed.why.condition));
    one.text("why", passed.why.why);
  });
  json.objects("options",
               told.rule != nullptr ? told.rule->settings : std::vector<policy::Setting>(),
               [](text::JsonObject& one, const policy::Setting& setting) {
                 one.text("name", setting.name);
                 one.texts("values", setting.values);
               });
  json.end();
  out += '\n';
}

void PolicyVerb::write_taken(const std::vector<Group>& groups, std::string& out) const {
  const Group& taken = policy::taken(policy_, own_, groups);
  const policy::Treatment& treatment = treatment_of(taken.rule);
  const auto write_rule = [](text::JsonObject& one, const Rule* rule) {
    one.text_or_null("rule",
                     rule != nullptr ? std::optional<std::string_view>(rule->name) : std::nullopt);
  };
  text::JsonObject json(out);
  json.text("kind", "taken");
  write_rule(json, taken.rule);
  json.text("by", policy::name(policy_.recipients));
  json.objects("groups", groups, [&](text::JsonObject& one, const Group& group) {
    write_rule(one, group.rule);
    std::vector<std::string> recipients;
    for (const std::size_t number : group.recipients) recipients.push_back(to_[number]);
    one.texts("recipients", recipients);
  });
  json.texts("does", deeds_of(treatment));
  json.text_or_null("on_doubt",
                    treatment.off ? std::nullopt : std::optional(policy::name(treatment.on_doubt)));
  json.end();
  out += '\n';
}

int PolicyVerb::run() {
  if (!read_own() || !read_connection()) return kUsage;
  if (const int status = read_message(); status != kDone) return status;
  text::Output output;
  std::string& out = output.buffer();
  const output::Style style = output::style_for_stdout();
  std::vector<policy::Address> recipients;
  for (const std::string& each : to_) {
    recipients.push_back(policy::read_address(each));
    const Told told = told_of(policy_, facts_, each);
    if (json_)
      write(told, out);
    else
      tell(told, style, out);
  }
  const std::vector<Group> groups = policy::groups_of(policy_, facts_, recipients);
  if (json_)
    write_taken(groups, out);
  else
    tell_taken(groups, style, out);
  return end_output(output, kDone);
}

}  // namespace

const Command kPolicy = {"policy", "Which rule of a policy a message meets, and why",
                         make_verb<PolicyVerb>};

}  // namespace basewalk::cli
