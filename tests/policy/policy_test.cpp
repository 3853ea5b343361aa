// SPDX-License-Identifier: MIT
//
// Which rule a message meets: the rows of tests/data/policy/situations.tsv.
#include "policy/policy.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <sstream>
#include <string>
#include <vector>

#include "policy/groups.h"
#include "policy/reader.h"
#include "support/files.h"

namespace data = boost::unit_test::data;
using namespace basewalk;
using test::ExactCopy;
using test::read_table;
using test::Row;
using test::unescape;

namespace {

const policy::Policy& rules() {
  static const policy::Policy read = [] {
    policy::Complaints complaints;
    policy::Policy made =
        policy::read_policy((test::data_dir() / "policy/situations.toml").string(),
                            policy::open_policy_file, complaints);
    for (const policy::Complaint& each : complaints) BOOST_ERROR(shown(each.place) + each.text);
    return made;
  }();
  return read;
}

// "authenticated client=192.0.2.9 listener=submission address=192.0.2.25 port=25 size=7"
policy::Facts facts_of(const std::string& connection) {
  policy::Facts facts;
  facts.size = 1000;
  std::istringstream words(connection);
  for (std::string word; words >> word;) {
    const std::string name = word.substr(0, word.find('='));
    const std::string value = word.substr(std::min(word.size(), name.size() + 1));
    if (name == "authenticated")
      facts.authenticated = true;
    else if (name == "client")
      facts.client = policy::read_ip(value);
    else if (name == "listener")
      facts.listener.name = value;
    else if (name == "address")
      facts.listener.address = policy::read_ip(value);
    else if (name == "port")
      facts.listener.port = value;
    else if (name == "size")
      facts.size = std::stoull(value);
    else
      throw std::runtime_error("unknown word " + word);
  }
  return facts;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(policies)

BOOST_DATA_TEST_CASE(the_first_rule_that_matches, data::make(read_table("policy/situations.tsv")),
                     row) {
  policy::Facts facts = facts_of(row[3]);
  if (row[1] != "-") facts.sender = policy::read_address(row[1]);
  const std::string header = unescape(row[4]);
  const std::string message = header + (header.empty() ? "" : "\r\n") + "\r\ntext\r\n";
  policy::read_header(ExactCopy(message).view(), rules().trusted, facts);
  const policy::Address recipients[] = {policy::read_address(ExactCopy(unescape(row[2])).view())};
  const std::vector<policy::Group> groups = policy::groups_of(rules(), facts, recipients);
  BOOST_REQUIRE(groups.size() == 1u);
  const policy::Rule* rule = groups.front().rule;
  BOOST_TEST((rule != nullptr ? rule->name : "none") == row[0]);
  // What the verb says of each rule agrees.
  for (const policy::Rule& each : rules().rules) {
    const bool matches = !policy::mismatch(each, facts) && !policy::mismatch(each, recipients[0]);
    if (&each == rule) {
      BOOST_TEST(matches);
      break;
    }
    BOOST_TEST(!matches, each.name);
  }
}

// Every condition is asked by one of the rows in vain.
BOOST_AUTO_TEST_CASE(says_which_condition_is_not_met) {
  std::vector<std::string> missed;
  for (const Row& row : read_table("policy/situations.tsv")) {
    policy::Facts facts = facts_of(row[3]);
    if (row[1] != "-") facts.sender = policy::read_address(row[1]);
    policy::read_header(ExactCopy(unescape(row[4]) + "\r\n\r\n").view(), rules().trusted, facts);
    for (const policy::Rule& rule : rules().rules) {
      std::optional<policy::Mismatch> why = policy::mismatch(rule, facts);
      if (!why) why = policy::mismatch(rule, policy::read_address(unescape(row[2])));
      if (!why) break;
      BOOST_TEST(!why->why.empty());
      BOOST_TEST(rule.has(why->condition));
      missed.emplace_back(policy::name(why->condition));
    }
  }
  for (const std::string& name : policy::condition_names())
    BOOST_TEST(std::ranges::count(missed, name) > 0, name);
}

BOOST_AUTO_TEST_CASE(where_nobody_is_known_rules_that_ask_for_a_recipient_do_not_match) {
  policy::Facts facts;
  facts.sender = policy::read_address("<>");
  std::vector<policy::Group> groups = policy::groups_of(rules(), facts, {});
  BOOST_REQUIRE(groups.size() == 1u);
  BOOST_TEST(groups.front().rule == nullptr);
  BOOST_TEST(groups.front().recipients.empty());
  facts.size = 20'000'001;
  groups = policy::groups_of(rules(), facts, {});
  BOOST_TEST(groups.front().rule->name == "huge");
}

BOOST_AUTO_TEST_SUITE_END()
