// SPDX-License-Identifier: MIT
//
// Where a browser goes to another host than the chosen rules say, the link meets a condition with
// either: who names a host wants every link that leads there.
#include "rewrite/plan/condition.h"

#include <algorithm>
#include <iterator>

#include "basewalk/url/flags.h"
#include "basewalk/url/resolve.h"
#include "basewalk/url/url.h"
#include "text/ascii.h"

namespace basewalk::rewrite {
namespace {

constexpr std::string_view kKinds[] = {"scheme", "host", "flag"};

std::string without_last_dot(std::string host) {
  if (host.ends_with('.')) host.pop_back();
  return host;
}

// As a browser opens it, so that a name in any script or form is that of a link; empty where it is
// no host.
std::string host_as_opened(std::string_view host) {
  static const url::Base no_base(std::string_view(), url::Rules::whatwg);
  if (host.find_first_of("/?#@\\*") != std::string_view::npos) return {};
  const bool has_port =
      host.starts_with('[') ? !host.ends_with(']') : host.find(':') != std::string_view::npos;
  if (has_port) return {};
  std::string opened;
  const std::string url = "http://" + std::string(host) + "/";
  if (url::resolve(no_base, url, {}, opened).outcome == url::Outcome::error) return {};
  const url::Components parts = url::split(opened, url::Rules::whatwg);
  std::string found = without_last_dot(ascii::lowered(parts.authority.text));
  const bool has_empty_label =
      found.starts_with('.') || found.ends_with('.') || found.find("..") != std::string::npos;
  return has_empty_label ? std::string() : found;
}

std::string no_host(std::string_view host) {
  return "'" + std::string(host) +
         "' is no name of a host; give one such as example.com, or .example.com for all below it, "
         "too";
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
      return is_host(without_last_dot(url::seen_host(link.url.value_or(""))), condition.value) ||
             is_host(without_last_dot(url::seen_host(link.clicked.value_or(""))), condition.value);
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
  switch (condition.kind) {
    case Condition::Kind::scheme:
      if (!url::is_scheme(condition.value))
        return Error{"condition", equals + 1,
                     "'" + condition.value + "' is no scheme; give one such as https"};
      break;
    case Condition::Kind::host: {
      const bool is_below = condition.value.starts_with('.');
      const std::string host = host_as_opened(std::string_view(condition.value).substr(is_below));
      if (host.empty()) return Error{"condition", equals + 1, no_host(condition.value)};
      condition.value = (is_below ? "." : "") + host;
      break;
    }
    case Condition::Kind::flag:
      if (!flag_named(condition.value))
        return Error{"condition", equals + 1, "there is no such flag"};
      break;
  }
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
