// SPDX-License-Identifier: MIT
//
// Which links are told: what `--only` says.
//
//     host=.example.com        the host is that or lies below it
//     flag=wrapped,userinfo    one of the flags
//     status!=absolute         any other status
//
// Conditions of one key are alternatives, but for those that are negated; those of different keys
// must all hold, as in rewriting (rewrite::Condition).
//
// Before this: the walk has made a link.  After it: the writers of records are told of it, or not.
#ifndef BASEWALK_OUTPUT_PROMPT_CHOICE_H_
#define BASEWALK_OUTPUT_PROMPT_CHOICE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/result.h"
#include "basewalk/walk/walk.h"
#include "output/facts/hosts.h"

namespace basewalk::output {

class Choice {
 public:
  /// Adds a condition: KEY=VALUE,VALUE or KEY!=VALUE,VALUE.  What is wrong with it stands in the
  /// detail of the error: a sentence without the condition itself.
  Result<bool> add(std::string_view condition);

  /// All links are chosen.
  bool is_all() const { return conditions_.empty(); }
  /// Does it ask for what is known at the end of a message only?
  bool asks_for_verdict() const;

  bool has(Verdict verdict) const;
  /// But for what is said of verdicts.  `hosts` remembers from link to link.
  bool has(const Link& link, Hosts& hosts) const;

  /// "flag, host, ..."
  static std::string keys();

 private:
  enum class Key : std::uint8_t {
    flag,
    status,
    base_from,
    reading,
    verdict,
    host,
    domain,
    scheme,
    part,
    type,
    where,
  };
  struct KeyName;
  static const KeyName kKeys[];

  struct Condition {
    Key key = Key::flag;
    bool negated = false;
    /// Of what has names of ours: a bit for each, of enumerators in their order.
    std::uint64_t bits = 0;
    bool with_none = false;             ///< what has none of them is chosen, too
    std::vector<std::string> values{};  ///< of anything else
  };

  static std::string add_value(std::string_view value, Condition& condition);
  template <class Holds>
  bool meets(bool of_verdict, Holds&& holds) const;
  template <class Is>
  static bool leads(const Condition& condition, const Link& link, Is&& is);
  static bool holds(const Condition& condition, const Link& link, Hosts& hosts);

  std::vector<Condition> conditions_;
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_PROMPT_CHOICE_H_
