// SPDX-License-Identifier: MIT
//
// Policy files, and Authentication-Results: each input is read as both, a row of a table up to its
// first tab.  What a policy includes is the same file, which is a cycle, or not there.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/fuzzing.h"
#include "policy/authentication.h"
#include "policy/groups.h"
#include "policy/reader.h"

namespace {

using basewalk::fuzz::require;
using basewalk::fuzz::view;

using namespace basewalk;

void read_field(std::string_view text) {
  const auto read = policy::read_authentication_results(text);
  if (!read) return;
  for (const auto& result : read->results)
    require(!result.method.empty() && !result.result.empty());
  const std::string_view fields[] = {text, text};
  const std::string trusted[] = {policy::domain_key(read->authserv_id)};
  const policy::Authentication told = policy::authentication_of(fields, trusted);
  require(!told.dkim_domains.empty() ? told.dkim == "pass" : true);
}

void read_rules(std::string_view text) {
  policy::Complaints complaints;
  const policy::Policy read = policy::read_policy(
      "p.toml",
      [&](const std::string& name) -> Result<std::string> {
        if (name == "p.toml") return std::string(text);
        return Error{"unreadable", 0, "is not there"};
      },
      complaints);
  for (const policy::Complaint& each : complaints) require(!each.text.empty());
  if (!complaints.empty()) return;
  for (const policy::Rule& rule : read.rules) require(!rule.name.empty() && rule.place.line > 0);
  policy::Facts facts;
  facts.sender = policy::read_address(text.substr(0, 100));
  policy::read_header(text, read.trusted, facts);
  const policy::Address recipients[] = {*facts.sender, policy::read_address("a@b.example")};
  const auto groups = policy::groups_of(read, facts, recipients);
  require(!groups.empty() && groups.size() <= 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const policy::Rule* first = nullptr;
    for (const policy::Rule& rule : read.rules)
      if (first == nullptr && !mismatch(rule, facts) && !mismatch(rule, recipients[i]))
        first = &rule;
    bool found = false;
    for (const policy::Group& group : groups)
      for (const std::size_t number : group.recipients)
        found = found || (number == i && group.rule == first);
    require(found);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text = view(data, size);
  const std::string_view cell = text.substr(0, text.find('\t'));
  read_field(cell);
  read_rules(text);
  if (cell.size() < text.size()) read_rules(cell);
  return 0;
}
