// SPDX-License-Identifier: MIT
#include "policy/policy.h"

#include <algorithm>

#include "text/enum_table.h"

namespace basewalk::policy {
namespace {

struct ConditionRow {
  Condition condition;
  std::string_view name;
};
constexpr ConditionRow kConditions[] = {
    {Condition::authenticated, "authenticated"},
    {Condition::client, "client"},
    {Condition::listener, "listener"},
    {Condition::sender, "sender"},
    {Condition::list, "list"},
    {Condition::size, "size"},
    {Condition::dkim, "dkim"},
    {Condition::dkim_domain, "dkim-domain"},
    {Condition::spf, "spf"},
    {Condition::dmarc, "dmarc"},
    {Condition::recipient, "recipient"},
};
static_assert(is_table_of(kConditions, &ConditionRow::condition));

struct RecipientsRow {
  Recipients which;
  std::string_view name;
};
constexpr RecipientsRow kRecipients[] = {{Recipients::strictest, "strictest"},
                                         {Recipients::first, "first"}};
static_assert(is_table_of(kRecipients, &RecipientsRow::which));

std::string shown_address(const Address& address) {
  return address.text.empty() ? "<>" : address.text;
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

// What a listener is called; its name may be anything.
std::string shown_listener(const Listener& listener) {
  return (listener.name.empty() ? "without a name" : listener.name) +
         (listener.port.empty() ? "" : ", port " + listener.port);
}

bool is_told(const std::vector<std::string>& wanted, const std::optional<std::string>& told) {
  return std::ranges::find(wanted, told.value_or("missing")) != wanted.end();
}

// Half a sentence where it is not met.
std::string why_not(const Rule& rule, Condition condition, const Facts& facts) {
  const Authentication& told = facts.authentication;
  const auto result = [](const std::optional<std::string>& of) {
    return of ? "it is " + *of : std::string("no trusted server tells of it");
  };
  switch (condition) {
    case Condition::authenticated:
      if (*rule.authenticated == facts.authenticated) return {};
      return facts.authenticated ? "the client has authenticated"
                                 : "the client has not authenticated";
    case Condition::client:
      if (!facts.client) return "the client's address is not known";
      return rule.client.match(*facts.client) ? "" : "the client is in none of the networks";
    case Condition::listener:
      if (rule.listener.match(facts.listener)) return {};
      return "the listener is " + shown_listener(facts.listener);
    case Condition::sender:
      if (!facts.sender) return "the sender is not known";
      return rule.sender.match(*facts.sender) ? "" : "it is " + shown_address(*facts.sender);
    case Condition::list:
      if (rule.has_list && *rule.has_list != facts.has_list_id)
        return facts.has_list_id ? "there is a List-Id" : "there is no List-Id";
      if (rule.list.empty() || std::ranges::any_of(facts.list_ids, [&](const std::string& id) {
            return rule.list.match_domain(id);
          }))
        return {};
      return facts.has_list_id ? "it is " + listed(facts.list_ids) : "there is no List-Id";
    case Condition::size:
      if ((!rule.over || facts.size > *rule.over) && (!rule.under || facts.size < *rule.under))
        return {};
      return "it has " + std::to_string(facts.size) + " bytes";
    case Condition::dkim:
      return is_told(rule.dkim, told.dkim) ? "" : result(told.dkim);
    case Condition::dkim_domain:
      if (std::ranges::any_of(told.dkim_domains, [&](const std::string& domain) {
            return rule.dkim_domain.match_domain(domain);
          }))
        return {};
      return told.dkim_domains.empty() ? "no signature passed"
                                       : "signed by " + listed(told.dkim_domains);
    case Condition::spf:
      return is_told(rule.spf, told.spf) ? "" : result(told.spf);
    case Condition::dmarc:
      return is_told(rule.dmarc, told.dmarc) ? "" : result(told.dmarc);
    case Condition::recipient:
      break;
  }
  return {};
}

}  // namespace

std::string_view name(Condition condition) {
  return kConditions[static_cast<std::size_t>(condition)].name;
}

std::string_view name(Recipients which) {
  return kRecipients[static_cast<std::size_t>(which)].name;
}

std::vector<std::string> condition_names() {
  std::vector<std::string> names;
  for (const ConditionRow& row : kConditions) names.emplace_back(row.name);
  return names;
}

bool Rule::has(Condition condition) const {
  switch (condition) {
    case Condition::authenticated:
      return authenticated.has_value();
    case Condition::client:
      return !client.empty();
    case Condition::listener:
      return !listener.empty();
    case Condition::sender:
      return !sender.empty();
    case Condition::list:
      return has_list.has_value() || !list.empty();
    case Condition::size:
      return over || under;
    case Condition::dkim:
      return !dkim.empty();
    case Condition::dkim_domain:
      return !dkim_domain.empty();
    case Condition::spf:
      return !spf.empty();
    case Condition::dmarc:
      return !dmarc.empty();
    case Condition::recipient:
      return !recipient.empty();
  }
  return false;
}

bool Rule::matches_all() const {
  return std::ranges::none_of(kConditions,
                              [&](const ConditionRow& row) { return has(row.condition); });
}

std::optional<Mismatch> mismatch(const Rule& rule, const Facts& facts) {
  for (const ConditionRow& row : kConditions) {
    if (!rule.has(row.condition)) continue;
    if (std::string why = why_not(rule, row.condition, facts); !why.empty())
      return Mismatch{row.condition, std::move(why)};
  }
  return {};
}

std::optional<Mismatch> mismatch(const Rule& rule, const std::optional<Address>& recipient) {
  if (rule.recipient.empty()) return {};
  if (!recipient) return Mismatch{Condition::recipient, "there is none"};
  if (rule.recipient.match(*recipient)) return {};
  return Mismatch{Condition::recipient, "it is " + shown_address(*recipient)};
}

}  // namespace basewalk::policy
