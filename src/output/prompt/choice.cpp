// SPDX-License-Identifier: MIT
#include "output/prompt/choice.h"

#include <algorithm>
#include <iterator>

#include "basewalk/doubt.h"
#include "basewalk/flags.h"
#include "basewalk/url/url.h"
#include "output/facts/link_facts.h"
#include "text/ascii.h"
#include "text/enum_table.h"

namespace basewalk::output {
namespace {

// What stands for "none of them".
constexpr std::string_view kNone = "none";
// Of readings: the one that all of them begin with.
constexpr std::string_view kFirst = "first";

template <class Enum>
std::uint64_t bit_of(Enum value) {
  static_assert(enumerators<Enum>() <= 64);
  return std::uint64_t{1} << static_cast<unsigned>(value);
}

// Empty where it is one of the names.
template <class Enum>
std::string add_named(std::string_view value, std::uint64_t& bits, std::string_view another = "") {
  std::string names;
  for (std::size_t i = 0; i < enumerators<Enum>(); ++i) {
    const auto each = static_cast<Enum>(i);
    if (name(each) == value) {
      bits |= bit_of(each);
      return {};
    }
    names.append(names.empty() ? "" : ", ").append(name(each));
  }
  if (!another.empty()) names.append(", ").append(another);
  return "there is no '" + std::string(value) + "'; there are " + names;
}

// "*" stands for anything.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = pattern.npos, behind = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      behind = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++behind;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

// Itself, or below it: "2" and "2.1".
bool is_within(std::string_view section, std::string_view above) {
  return section.starts_with(above) &&
         (section.size() == above.size() || section[above.size()] == '.');
}

// "example.com" is that host, ".example.com" also those below it; a dot at the end of a link's
// makes no other host of it.
bool is_host(std::string_view host, std::string_view wanted) {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (!wanted.starts_with('.')) return host == wanted;
  return host.ends_with(wanted) || host == wanted.substr(1);
}

// As url::seen_host() has it, so that a name in any script, and in any case, is found.  Empty where
// it is none.
std::string host_as_seen(std::string_view host, Hosts& hosts) {
  const bool is_below = host.starts_with('.');
  if (is_below) host.remove_prefix(1);
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.empty() || host.find_first_of("/?#@\\ *") != host.npos) return {};
  if (host.starts_with('[') ? !host.ends_with(']') : host.find(':') != host.npos) return {};
  const std::string_view seen = hosts.of("http://" + std::string(host) + "/").host;
  if (seen.empty() || seen.front() == '.' || seen.ends_with('.') || seen.find("..") != seen.npos)
    return {};
  return (is_below ? "." : "") + std::string(seen);
}

}  // namespace

struct Choice::KeyName {
  Key key;
  std::string_view name;
};
constexpr Choice::KeyName Choice::kKeys[] = {
    {Key::flag, "flag"},       {Key::status, "status"},   {Key::base_from, "base-from"},
    {Key::reading, "reading"}, {Key::verdict, "verdict"}, {Key::host, "host"},
    {Key::domain, "domain"},   {Key::scheme, "scheme"},   {Key::part, "part"},
    {Key::type, "type"},       {Key::where, "where"},
};

std::string Choice::keys() {
  static_assert(is_table_of(kKeys, &KeyName::key));
  std::string names;
  for (const KeyName& each : kKeys) names.append(names.empty() ? "" : ", ").append(each.name);
  return names;
}

std::string Choice::add_value(std::string_view value, Condition& condition) {
  switch (condition.key) {
    case Key::flag:
      if (value == kNone) return condition.with_none = true, std::string();
      return add_named<Flag>(value, condition.bits, kNone);
    case Key::status:
      return add_named<Status>(value, condition.bits);
    case Key::base_from:
      return add_named<BaseFrom>(value, condition.bits);
    case Key::reading:
      if (value == kFirst) return condition.with_none = true, std::string();
      return add_named<Doubt>(value, condition.bits, kFirst);
    case Key::verdict:
      return add_named<Verdict>(value, condition.bits);
    case Key::host:
    case Key::domain: {
      if (value == kNone) return condition.with_none = true, std::string();
      Hosts hosts;
      std::string host = host_as_seen(value, hosts);
      if (host.empty() || (condition.key == Key::domain && host.starts_with('.')))
        return "'" + std::string(value) + "' is no name of a host; give one such as example.com" +
               (condition.key == Key::host ? ", or .example.com for all below it, too" : "");
      condition.values.push_back(std::move(host));
      return {};
    }
    case Key::scheme:
      if (!url::is_scheme(value))
        return "'" + std::string(value) + "' is no scheme; give one such as https";
      condition.values.push_back(ascii::lowered(value));
      return {};
    case Key::type:
      // Nothing has it, and `type=html` would find nothing without a word.
      if (value.find_first_of("/*") == value.npos)
        return "'" + std::string(value) +
               "' is no media type; give one such as text/html, or one with *, as in text/*";
      condition.values.push_back(ascii::lowered(value));
      return {};
    case Key::part:
      if (value.find_first_not_of("0123456789.") != value.npos || value.starts_with('.') ||
          value.ends_with('.') || value.find("..") != value.npos)
        return "'" + std::string(value) + "' is no part; give a section such as 1.2";
      condition.values.emplace_back(value);
      return {};
    case Key::where:
      condition.values.emplace_back(value);
      return {};
  }
  return {};
}

Result<bool> Choice::add(std::string_view condition) {
  const std::size_t equals = condition.find('=');
  std::string_view key = condition.substr(0, equals);
  Condition made;
  made.negated = equals != condition.npos && key.ends_with('!');
  if (made.negated) key.remove_suffix(1);
  if (equals == condition.npos)
    return Error{"condition", 0,
                 "give KEY=VALUE or KEY!=VALUE, as in flag=host-differs; keys are " + keys()};
  const KeyName* row = std::ranges::find(kKeys, key, &KeyName::name);
  if (row == std::end(kKeys))
    return Error{"condition", 0, "there is no key '" + std::string(key) + "'; there are " + keys()};
  made.key = row->key;
  std::string_view rest = condition.substr(equals + 1);
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const std::string_view value = ascii::trim(rest.substr(0, comma));
    more = comma != rest.npos;
    if (more) rest.remove_prefix(comma + 1);
    if (value.empty())
      return Error{"condition", 0,
                   "there is no value" + std::string(more ? " before a comma" : "")};
    std::string wrong = add_value(value, made);
    if (!wrong.empty()) return Error{"condition", 0, std::move(wrong)};
  }
  conditions_.push_back(std::move(made));
  return true;
}

bool Choice::asks_for_verdict() const {
  return std::ranges::any_of(
      conditions_, [](const Condition& condition) { return condition.key == Key::verdict; });
}

// Of the conditions of one key one that is not negated has to hold, if there are any, and all that
// are negated.
template <class Holds>
bool Choice::meets(bool of_verdict, Holds&& holds) const {
  std::uint32_t wanted = 0, met = 0;
  for (const Condition& condition : conditions_) {
    if ((condition.key == Key::verdict) != of_verdict) continue;
    const bool is_so = holds(condition);
    if (condition.negated) {
      if (is_so) return false;
      continue;
    }
    const std::uint32_t bit = std::uint32_t{1} << static_cast<unsigned>(condition.key);
    wanted |= bit;
    if (is_so) met |= bit;
  }
  return wanted == met;
}

bool Choice::has(Verdict verdict) const {
  return meets(true,
               [&](const Condition& condition) { return (condition.bits & bit_of(verdict)) != 0; });
}

bool Choice::has(const Link& link, Hosts& hosts) const {
  return meets(false, [&](const Condition& condition) { return holds(condition, link, hosts); });
}

// Where a browser opens something else than the answer of the standard is, one of them is enough:
// to be told for a host that is asked for, and for one that is not to be told.
template <class Is>
bool Choice::leads(const Condition& condition, const Link& link, Is&& is) {
  const bool url = is(link.url);
  const std::optional<std::string_view> opened = opened_elsewhere(link);
  if (!opened) return url;
  return condition.negated ? url && is(opened) : url || is(opened);
}

bool Choice::holds(const Condition& condition, const Link& link, Hosts& hosts) {
  const auto any = [&](auto&& is) { return std::ranges::any_of(condition.values, is); };
  switch (condition.key) {
    case Key::flag:
      return (condition.with_none && link.flags.empty()) ||
             std::any_of(link.flags.begin(), link.flags.end(),
                         [&](Flag flag) { return (condition.bits & bit_of(flag)) != 0; });
    case Key::status:
      return (condition.bits & bit_of(link.status)) != 0;
    case Key::base_from:
      return (condition.bits & bit_of(link.base_from)) != 0;
    case Key::reading:
      return link.reading ? (condition.bits & bit_of(*link.reading)) != 0 : condition.with_none;
    case Key::verdict:
      return true;
    case Key::host:
    case Key::domain:
      return leads(condition, link, [&](std::optional<std::string_view> address) {
        const WhereTo to = address ? hosts.of(*address) : WhereTo();
        const std::string_view seen = condition.key == Key::host ? to.host : to.domain;
        if (seen.empty()) return condition.with_none;
        return any([&](const std::string& wanted) { return is_host(seen, wanted); });
      });
    case Key::scheme:
      return leads(condition, link, [&](std::optional<std::string_view> address) {
        const std::string scheme =
            address ? ascii::lowered(url::scheme_of(*address)) : std::string();
        return any([&](const std::string& wanted) { return scheme == wanted; });
      });
    case Key::part:
      return any([&](const std::string& wanted) { return is_within(link.part, wanted); });
    case Key::type:
      return any([&](const std::string& wanted) { return matches(wanted, link.type); });
    case Key::where: {
      const std::string where = extract::where(link.place);
      return any([&](const std::string& wanted) { return matches(wanted, where); });
    }
  }
  return false;
}

}  // namespace basewalk::output
