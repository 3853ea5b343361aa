// SPDX-License-Identifier: MIT
//
// Whose mail is treated how: rules, of which the first that matches a message and one of its
// recipients says what becomes of it (docs/policy.md).
//
// reader.h makes a Policy of a file; whoever knows the options gives each rule its treatment;
// groups.h asks it for the recipients of a message.
#ifndef BASEWALK_POLICY_POLICY_H_
#define BASEWALK_POLICY_POLICY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "policy/facts.h"
#include "policy/place.h"
#include "policy/treatment.h"

namespace basewalk::policy {

/// What a rule can ask, in the order in which it is looked at.
enum class Condition : std::uint8_t {
  authenticated,
  client,
  listener,
  sender,
  list,
  size,
  dkim,
  dkim_domain,
  spf,
  dmarc,
  recipient,  ///< the last: all others have one answer for the whole message
};
std::string_view name(Condition condition);  ///< "dkim-domain"
/// All names.
std::vector<std::string> condition_names();

/// An option of a rule, as it stands there.
struct Setting {
  std::string name;
  std::vector<std::string> values;  ///< "true" or "false" alone where `is_truth`
  bool is_truth = false;
  bool is_list = false;
  Place place;
};

struct Rule {
  std::string name;
  Place place;

  std::optional<bool> authenticated;
  Networks client;
  Listeners listener;
  AddressPatterns sender, recipient;
  std::optional<bool> has_list;
  AddressPatterns list;
  std::optional<std::uint64_t> over, under;
  std::vector<std::string> dkim, spf, dmarc;
  AddressPatterns dkim_domain;

  std::vector<Setting> settings;
  Treatment treatment;

  bool has(Condition condition) const;
  /// It asks nothing: what stands behind it is never reached.
  bool matches_all() const;
};

/// Why a rule does not match.
struct Mismatch {
  Condition condition = Condition::recipient;
  std::string why;  ///< half a sentence, with what the message has instead
};

/// The first condition that the message does not meet, of all but the recipient; nothing where it
/// meets them.
std::optional<Mismatch> mismatch(const Rule& rule, const Facts& facts);
/// The same of the recipient; one that is not known meets no condition.
std::optional<Mismatch> mismatch(const Rule& rule, const std::optional<Address>& recipient);

/// What decides where recipients of one message have different rules.
enum class Recipients : std::uint8_t { strictest, first };
std::string_view name(Recipients which);

struct Policy {
  std::vector<Rule> rules;
  std::vector<std::string> trusted;  ///< authserv-ids, made by domain_key()
  Recipients recipients = Recipients::strictest;
};

/// The word for what is told of a message where no rule matches; no rule can have it as its name.
inline constexpr std::string_view kNoRule = "none";

}  // namespace basewalk::policy

#endif  // BASEWALK_POLICY_POLICY_H_
