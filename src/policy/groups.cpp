// SPDX-License-Identifier: MIT
#include "policy/groups.h"

#include <algorithm>
#include <optional>

namespace basewalk::policy {
namespace {

// Those whose other conditions the message meets, up to the first that every recipient meets.
std::vector<const Rule*> candidates_of(const Policy& policy, const Facts& facts) {
  std::vector<const Rule*> candidates;
  for (const Rule& rule : policy.rules) {
    if (mismatch(rule, facts)) continue;
    candidates.push_back(&rule);
    if (rule.recipient.empty()) break;
  }
  return candidates;
}

void add(const Rule* rule, std::size_t recipient, std::vector<Group>& groups) {
  auto it = std::ranges::find(groups, rule, &Group::rule);
  if (it == groups.end()) it = groups.insert(it, Group{rule});
  it->recipients.push_back(recipient);
}

}  // namespace

std::string_view name_of(const Group& group) {
  return group.rule != nullptr ? std::string_view(group.rule->name) : kNoRule;
}

std::vector<Group> groups_of(const Policy& policy, const Facts& facts,
                             std::span<const Address> recipients) {
  const std::vector<const Rule*> candidates = candidates_of(policy, facts);
  const auto rule_for = [&](const Address* recipient) -> const Rule* {
    for (const Rule* rule : candidates)
      if (rule->recipient.empty() || (recipient != nullptr && rule->recipient.match(*recipient)))
        return rule;
    return nullptr;
  };
  std::vector<Group> groups;
  if (recipients.empty()) groups.push_back({rule_for(nullptr)});
  for (std::size_t i = 0; i < recipients.size(); ++i) add(rule_for(&recipients[i]), i, groups);
  return groups;
}

const Group& taken(const Policy& policy, const Treatment& own, const std::vector<Group>& groups) {
  if (policy.recipients == Recipients::first) return groups.front();
  const auto strictness = [&](const Group& group) {
    return strictness_of(group.rule != nullptr ? group.rule->treatment : own);
  };
  // Rules lie in the order of the file.
  const auto is_milder = [&](const Group& a, const Group& b) {
    const Strictness of_a = strictness(a), of_b = strictness(b);
    if (of_a != of_b) return of_a < of_b;
    if (a.rule == nullptr || b.rule == nullptr) return a.rule == nullptr && b.rule != nullptr;
    return a.rule > b.rule;
  };
  return *std::ranges::max_element(groups, is_milder);
}

std::string describe(const Policy& policy, const std::vector<Group>& groups, const Group& taken) {
  std::string text = "rule=" + std::string(name_of(taken));
  if (groups.size() == 1) return text;
  text += " rules=";
  for (const Group& group : groups) {
    if (&group != &groups.front()) text += ',';
    text.append(name_of(group)).append(":").append(std::to_string(group.recipients.size()));
  }
  return text.append(" by=").append(name(policy.recipients));
}

}  // namespace basewalk::policy
