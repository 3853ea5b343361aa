// SPDX-License-Identifier: MIT
//
// Where a browser goes to another host than the chosen rules say, the link meets a condition with
// either: who names a host wants every link that leads there.
#include "rewrite/plan/condition.h"

#include <algorithm>
#include <iterator>

#include "basewalk/url/url.h"
#include "text/ascii.h"

namespace basewalk::rewrite {
namespace {

constexpr std::string_view kKinds[] = {"scheme", "host", "flag"};

std::string host_of(std::string_view url, url::Rules rules) {
  const url::Components parts = url::split(url, rules);
  std::string_view host = url::host_of_authority(parts.authority.text);
  if (host.ends_with('.')) host.remove_suffix(1);
  return ascii::lowered(host);
}

bool is_host(std::string_view host, std::string_view wanted) {
  if (!wanted.starts_with('.')) return host == wanted;
  return host == wanted.substr(1) || host.ends_with(wanted);
}

bool meets(const Condition& condition, const Link& link) {
  switch (condition.kind) {
    case Condition::Kind::scheme:
      return ascii::iequals(url::scheme_of(link.url.value_or("")), condition.value) ||
             ascii::iequals(url::scheme_of(link.clicked.value_or("")), condition.value);
    case Condition::Kind::host:
      return is_host(host_of(link.url.value_or(""), url::Rules::rfc3986), condition.value) ||
             is_host(host_of(link.clicked.value_or(""), url::Rules::whatwg), condition.value);
    case Condition::Kind::flag:
      break;
  }
  const std::optional<Flag> flag = flag_named(condition.value);
  return flag && link.flags.has(*flag);
}

}  // namespace

Result<Condition> read_condition(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view kind = ascii::trim(text.substr(0, equals));
  const auto* const found = std::find(std::begin(kKinds), std::end(kKinds), kind);
  if (equals == std::string_view::npos || found == std::end(kKinds))
    return Error{"condition", 0, "a condition is scheme=..., host=... or flag=..."};
  Condition condition;
  condition.kind = static_cast<Condition::Kind>(found - std::begin(kKinds));
  condition.value = ascii::lowered(ascii::trim(text.substr(equals + 1)));
  if (condition.value.empty() || condition.value == ".")
    return Error{"condition", equals + 1, "a condition needs a value"};
  const bool flag = condition.kind == Condition::Kind::flag;
  if (flag && !flag_named(condition.value))
    return Error{"condition", equals + 1, "there is no such flag"};
  return condition;
}

bool meets(const std::vector<Condition>& conditions, const Link& link) {
  for (const Condition::Kind kind :
       {Condition::Kind::scheme, Condition::Kind::host, Condition::Kind::flag}) {
    bool asked = false, met = false;
    for (const Condition& each : conditions) {
      if (each.kind != kind) continue;
      asked = true;
      met = met || meets(each, link);
    }
    if (asked && !met) return false;
  }
  return true;
}

}  // namespace basewalk::rewrite
