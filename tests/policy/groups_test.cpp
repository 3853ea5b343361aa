// SPDX-License-Identifier: MIT
#include "policy/groups.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "policy/policy.h"

using namespace basewalk;
using policy::Group;
using policy::OnDoubt;
using policy::Policy;
using policy::Rule;
using policy::Treatment;

namespace {

Treatment treatment(
    OnDoubt on_doubt, void (*change)(rewrite::Options&) = [](rewrite::Options&) {}) {
  Treatment made;
  made.on_doubt = on_doubt;
  change(made.rewriting);
  return made;
}

Treatment off() {
  Treatment made = treatment(OnDoubt::reject, [](rewrite::Options& o) { o.defang = true; });
  made.off = true;
  return made;
}

Treatment dry_run() {
  Treatment made = treatment(OnDoubt::reject, [](rewrite::Options& o) { o.defang = true; });
  made.dry_run = true;
  return made;
}

// Rules for a@x.example, b@x.example ...
Policy policy_of(std::vector<Treatment> treatments) {
  Policy policy;
  for (std::size_t i = 0; i < treatments.size(); ++i) {
    Rule rule;
    rule.name = std::string(1, static_cast<char>('a' + i));
    BOOST_TEST(
        !rule.recipient.add(rule.name + "@x.example", policy::AddressPatterns::Kind::address));
    rule.treatment = std::move(treatments[i]);
    policy.rules.push_back(std::move(rule));
  }
  return policy;
}

std::string taken(const Policy& policy, const std::string& recipients, const Treatment& own = {}) {
  std::vector<policy::Address> addresses;
  for (const char c : recipients)
    addresses.push_back(policy::read_address(std::string(1, c) + "@x.example"));
  const std::vector<Group> groups = policy::groups_of(policy, {}, addresses);
  return policy::describe(policy, groups, policy::taken(policy, own, groups));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(groups)

BOOST_AUTO_TEST_CASE(recipients_of_one_rule_are_one_group) {
  const Policy policy = policy_of({{}, {}});
  const policy::Address all[] = {
      policy::read_address("b@x.example"), policy::read_address("z@x.example"),
      policy::read_address("a@x.example"), policy::read_address("b@x.example")};
  const std::vector<Group> groups = policy::groups_of(policy, {}, all);
  BOOST_REQUIRE(groups.size() == 3u);
  BOOST_TEST(groups[0].rule == &policy.rules[1]);
  BOOST_TEST((groups[0].recipients == std::vector<std::size_t>{0, 3}));
  BOOST_TEST(groups[1].rule == nullptr);
  BOOST_TEST((groups[1].recipients == std::vector<std::size_t>{1}));
  BOOST_TEST(groups[2].rule == &policy.rules[0]);
}

BOOST_AUTO_TEST_CASE(where_all_agree_nothing_is_said_of_them) {
  const Policy policy = policy_of({{}});
  BOOST_TEST(taken(policy, "aaa") == "rule=a");
  BOOST_TEST(taken(policy, "zz") == "rule=none");
}

// From the mildest to the strictest; each is stricter than all before it, whoever comes first.
BOOST_AUTO_TEST_CASE(strictest_is_a_total_order) {
  using O = rewrite::Options;
  const std::vector<Treatment> rising = {
      off(),
      dry_run(),
      treatment(OnDoubt::pass, [](O& o) { o.absolute = false, o.only.push_back({}); }),
      treatment(OnDoubt::pass, [](O& o) { o.absolute = false; }),
      treatment(OnDoubt::pass, [](O& o) { o.only.push_back({}); }),
      treatment(OnDoubt::pass),
      treatment(OnDoubt::pass, [](O& o) { o.mark = true; }),
      treatment(OnDoubt::pass, [](O& o) { o.mark = o.drop_base = true; }),
      treatment(OnDoubt::pass,
                [](O& o) { o.absolute = false, o.wrap = "https://g.example/{url}"; }),
      treatment(OnDoubt::pass, [](O& o) { o.absolute = false, o.defang = true; }),
      treatment(OnDoubt::quarantine, [](O& o) { o.absolute = false; }),
      treatment(OnDoubt::tempfail, [](O& o) { o.absolute = false; }),
      treatment(OnDoubt::reject, [](O& o) { o.absolute = false; })};
  for (std::size_t i = 0; i < rising.size(); ++i)
    for (std::size_t j = 0; j < rising.size(); ++j) {
      BOOST_TEST_CONTEXT(i << " and " << j) {
        const Policy policy = policy_of({rising[i], rising[j]});
        const std::string wanted = i < j ? "b" : "a";  // of equals the first in the file
        for (const std::string both : {"ab", "ba"})
          BOOST_TEST(taken(policy, both) ==
                     "rule=" + wanted + " rules=" + both[0] + ":1," + both[1] + ":1 by=strictest");
        const Policy one = policy_of({rising[i]});
        BOOST_TEST(taken(one, "za", rising[j]) == std::string("rule=") + (i < j ? "none" : "a") +
                                                      " rules=none:1,a:1 by=strictest");
      }
    }
}

BOOST_AUTO_TEST_CASE(or_the_first_recipient_decides) {
  Policy policy = policy_of({off(), treatment(OnDoubt::reject)});
  policy.recipients = policy::Recipients::first;
  BOOST_TEST(taken(policy, "abb") == "rule=a rules=a:1,b:2 by=first");
  BOOST_TEST(taken(policy, "zab") == "rule=none rules=none:1,a:1,b:1 by=first");
}

BOOST_AUTO_TEST_SUITE_END()
