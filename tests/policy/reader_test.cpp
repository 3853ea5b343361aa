// SPDX-License-Identifier: MIT
//
// Policy files and what they include.  What is wrong with a single file is in
// tests/data/policy/errors.tsv, which tests/cli/policy.py reads.
#include "policy/reader.h"

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <vector>

using namespace basewalk;
using policy::Complaints;
using policy::Policy;

namespace {

using Files = std::map<std::string, std::string>;

std::string rule(const std::string& name) {
  return "[[rule]]\nname = \"" + name + "\"\nsender = \"<>\"\n";
}

// The names of the rules, or the first complaint.
std::string read(const Files& files, const std::string& first = "p.toml") {
  Complaints complaints;
  const Policy policy = policy::read_policy(
      first,
      [&](const std::string& name) -> Result<std::string> {
        const auto it = files.find(name);
        if (it == files.end()) return Error{"unreadable", 0, "is not there"};
        return it->second;
      },
      complaints);
  if (!complaints.empty())
    return "!" + shown(complaints.front().place) + ": " + complaints.front().text;
  std::string names;
  for (const policy::Rule& each : policy.rules) names += (names.empty() ? "" : " ") + each.name;
  return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(readers)

BOOST_AUTO_TEST_CASE(rules_of_an_include_stand_before_those_of_its_file) {
  BOOST_TEST(read({{"p.toml", "include = [\"q.toml\", \"r.toml\"]\n" + rule("p")},
                   {"q.toml", rule("q1") + rule("q2")},
                   {"r.toml", "include = \"s.toml\"\n" + rule("r")},
                   {"s.toml", rule("s")}}) == "q1 q2 s r p");
}

BOOST_AUTO_TEST_CASE(names_are_relative_to_the_file_that_includes) {
  BOOST_TEST(read({{"/etc/p.toml", "include = [\"d/q.toml\", \"/r.toml\"]"},
                   {"/etc/d/q.toml", "include = [\"s.toml\"]"},
                   {"/etc/d/s.toml", rule("s")},
                   {"/r.toml", rule("r")}},
                  "/etc/p.toml") == "s r");
}

BOOST_AUTO_TEST_CASE(refuses_cycles_and_too_many_files) {
  BOOST_TEST(read({{"p.toml", "include = [\"p.toml\"]"}}) ==
             "!p.toml:1:12: p.toml is being read already: it includes itself; leave it out");
  BOOST_TEST(read({{"p.toml", "include = [\"q.toml\"]"}, {"q.toml", "\ninclude = \"p.toml\""}}) ==
             "!q.toml:2:11: p.toml is being read already: it includes itself; leave it out");
  BOOST_TEST(read({{"p.toml", "include = [\"q.toml\", \"q.toml\"]"}, {"q.toml", rule("q")}}) ==
             "!p.toml:1:22: q.toml is included twice; leave one of them out");
  Files deep, wide;
  for (int i = 0; i < 9; ++i)
    deep[std::to_string(i)] = "include = \"" + std::to_string(i + 1) + "\"";
  deep["9"] = rule("r");
  BOOST_TEST(read(deep, "1") == "r");
  BOOST_TEST(read(deep, "0") ==
             "!8:1:11: 9: more than 8 files include each other; name them in one");
  std::string names;
  for (int i = 0; i < 99; ++i) {
    names += "\"" + std::to_string(i) + "\", ";
    wide[std::to_string(i)] = "";
  }
  wide["p.toml"] = "include = [" + names + "]\n" + rule("p");
  BOOST_TEST(read(wide) == "p");
  wide["99"] = "";
  wide["p.toml"] = "include = [" + names + "\n\"99\"]\n" + rule("p");
  BOOST_TEST(read(wide) == "!p.toml:2:1: 99: more than 100 files");
}

BOOST_AUTO_TEST_CASE(says_where_a_file_is_not_there) {
  BOOST_TEST(read({}) == "!p.toml: is not there");
  BOOST_TEST(read({{"p.toml", "# one\ninclude = [\n  \"q.toml\",\n]"}}) ==
             "!p.toml:3:3: q.toml: is not there");
}

BOOST_AUTO_TEST_CASE(what_is_said_once_stands_in_the_first_file) {
  for (const std::string key : {"trusted", "recipients"})
    BOOST_TEST(read({{"p.toml", "include = \"q.toml\""}, {"q.toml", key + " = \"first\""}}) ==
               "!q.toml:1:1: '" + key + "' belongs into p.toml, which includes this file");
}

BOOST_AUTO_TEST_CASE(names_are_told_apart_over_all_files) {
  BOOST_TEST(read({{"p.toml", "include = \"q.toml\"\n" + rule("q")}, {"q.toml", rule("q")}}) ==
             "!p.toml:3:8: there is a rule 'q' already, at q.toml:1:1; give it another name");
}

BOOST_AUTO_TEST_CASE(a_thousand_rules_are_the_most) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += rule("r" + std::to_string(i));
  BOOST_TEST(read({{"p.toml", text}}).starts_with("r0 r1 "));
  BOOST_TEST(read({{"p.toml", text + rule("more")}}) ==
             "!p.toml:3001:1: there are more than 1000 rules");
}

BOOST_AUTO_TEST_CASE(says_all_that_is_wrong) {
  Complaints complaints;
  policy::read_policy(
      "p",
      [](const std::string&) -> Result<std::string> {
        return std::string("a = 1\n[[rule]]\nsender = 7\nrecipient = [\"@\"]\n");
      },
      complaints);
  BOOST_TEST(complaints.size() == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
